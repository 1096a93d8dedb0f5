/*
 * frames: what an object's unwind tables say about a frame. core declares, formats/elf implements. For now
 * one question: whether a function that is running has put its return address away, or still has it in the
 * link register, so that its caller, which a frame-pointer walk of the kernel steps over, can be named.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FRAMES_H
#define PERFOLIO_CORE_RESOLVE_FRAMES_H

#include "core/base/cur.h"

enum ra_rule {
    RA_UNTOLD,      /* no table covers the address, or it counts from a register that a sample may lack */
    RA_IN_REGISTER, /* still where the call put it */
    RA_SAVED,       /* at a place counted from the stack pointer */
    RA_NONE,        /* this is the outermost frame */
};

struct frame_tables;

struct frame_reader {
    /* Open the tables in the bytes of an object, which must stay until close(). NULL: it has none. */
    struct frame_tables *(*open)(struct span bytes);
    /* The rule at a file offset for the return address; registers by their DWARF numbers. Not for two threads
     * at once. */
    enum ra_rule (*ra_rule)(struct frame_tables *t, uint64_t foff, int ra_dwarf, int sp_dwarf);
    void (*close)(struct frame_tables *t);
};

#endif
