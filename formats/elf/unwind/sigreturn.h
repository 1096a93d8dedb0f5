/*
 * sigreturn: unwind rules for the frame that the kernel makes for a signal handler, where no unwind table
 * describes it. The handler returns into a function of the vdso that is known by its name; all registers of
 * the interrupted code are on the stack, at places that the kernel's ABI fixes.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_SIGRETURN_H
#define PERFOLIO_FORMATS_ELF_UNWIND_SIGRETURN_H

#include "core/resolve/frames.h"
#include "formats/elf/read/image.h"

struct sigreturn {
    const struct arch *arch;
    struct sigreturn_at {
        const struct arch_signal_frame *frame; /* NULL: this place is free */
        uint64_t svma;
    } v[2];
};

/* Find the signal functions of a file: at most two; none if it is no vdso of a known architecture. */
void sigreturn_open(struct sigreturn *s, const struct image *m);

/* The rule at `svma`, with a range in svma; free() it. NULL: the address is in no such function. */
struct unwind_rule *sigreturn_rule(const struct sigreturn *s, uint64_t svma);

#endif
