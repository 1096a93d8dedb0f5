/*
 * frames: what an object's unwind tables say about a frame. core declares, formats/elf implements: a *rule*
 * is the answer for a range of code, compiled into a few words that unwind.c applies to registers and memory.
 * A rule holds for good, and so may be used from any thread.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FRAMES_H
#define PERFOLIO_CORE_RESOLVE_FRAMES_H

#include "core/base/cur.h"

/* Registers are known by their DWARF numbers, of which those below this are told apart: all that integer code
   uses, on every architecture. */
enum { UNWIND_COLUMNS = 128 };

/* How the caller's value of a register is got back. CFA: the canonical frame address (DWARF 5, 6.4), the
   stack pointer before the call on most architectures. */
enum unwind_how {
    HOW_SAME, /* it still has it */
    HOW_UNDEFINED,
    HOW_SAVED,    /* in memory, at CFA + n */
    HOW_CFA,      /* it is CFA + n */
    HOW_REGISTER, /* the value of register `from`, plus n */
    HOW_SAVED_BY, /* in memory, where an expression says (DWARF 5, 2.5) */
    HOW_COMPUTED, /* what an expression says */
};

struct unwind_cell {
    uint8_t reg; /* DWARF number */
    uint8_t how;
    uint16_t from; /* a register, or how many bytes the expression has */
    int32_t n;     /* bytes */
};

/* How a frame was found. */
enum unwind_found {
    UNWIND_BY_IP, /* it is where the sample was taken */
    UNWIND_BY_CFI,
    UNWIND_BY_EHABI,
    UNWIND_BY_LINK,    /* from the link register, for want of a rule */
    UNWIND_BY_POINTER, /* from the frame pointer */
    UNWIND_BY_SCAN,    /* a word of the stack that may be a return address */
};

/* Why there are no more frames. */
enum unwind_stop {
    UNWIND_OUTERMOST, /* it has no caller, by its rule */
    UNWIND_ZERO,      /* its return address is 0: as outermost, where no rule states it */
    UNWIND_LIMIT,     /* as many frames as were asked for */
    UNWIND_NO_REGISTERS,
    UNWIND_UNMAPPED,  /* the address lies in no object that could have tables */
    UNWIND_NO_FILE,   /* no source has the object's file */
    UNWIND_NO_TABLE,  /* the file has no unwind tables */
    UNWIND_NO_RULE,   /* they do not speak of the address */
    UNWIND_ENTRY,     /* nor of any from there back to where a process begins, which nothing calls */
    UNWIND_REFUSED,   /* they say that nothing can be done (ARM: EXIDX_CANTUNWIND) */
    UNWIND_BAD_RULE,  /* what they say makes no sense */
    UNWIND_SHORT,     /* the dump ends before what is needed */
    UNWIND_NO_MEMORY, /* what is needed does not lie in the dump's part of the stack */
    UNWIND_LOOP,      /* the caller would be the same frame again */
    UNWIND_STOPS
};

struct unwind_rule {
    uint64_t start, end;    /* file offsets in which it holds */
    const uint8_t *bytes;   /* where expressions stand, for cell.n; lives as long as the tables */
    struct unwind_cell cfa; /* HOW_REGISTER or HOW_COMPUTED */
    uint8_t found;          /* enum unwind_found */
    uint8_t ra;             /* the register that has the return address once the cells are applied */
    bool signal_frame;      /* what it returns to was interrupted, not calling */
    uint8_t ncells;
    struct unwind_cell cells[]; /* of registers that do not keep their values; by number */
};

/* Where the return address of a frame is, of interest while the function runs. */
enum ra_rule {
    RA_UNKNOWN,     /* no table covers the address */
    RA_IN_REGISTER, /* still where the call put it */
    RA_COPIED,      /* in another register, too */
    RA_SAVED,       /* in memory */
    RA_NONE,        /* this is the outermost frame */
};

struct ra_place {
    uint8_t rule;   /* enum ra_rule */
    uint8_t ra;     /* the register that it speaks of, by its DWARF number */
    bool by_sp;     /* the frame is counted from the stack pointer */
    bool has_frame; /* ... or from what is no longer the caller's */
};

struct frame_tables;

struct frame_reader {
    /* Open the tables of an object: in the file that was mapped, and in its debug file if that is another
       (else `debug` is empty). The bytes must stay until close(). NULL: there are none. */
    struct frame_tables *(*open)(struct span runtime, struct span debug);
    /* The rule at an offset of the mapped file, for the caller to free(). NULL: `why`. From any thread. */
    struct unwind_rule *(*rule)(const struct frame_tables *t, uint64_t foff, enum unwind_stop *why);
    void (*close)(struct frame_tables *t);
};

#endif
