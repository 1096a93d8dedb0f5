/*
 * sigreturn: the frame that the kernel makes for a signal's handler, where no unwind table describes it: the
 * handler returns into a function of the vdso that is known by its name, with all registers of what was
 * interrupted on the stack, where the kernel's ABI has them.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_SIGRETURN_H
#define PERFOLIO_FORMATS_ELF_UNWIND_SIGRETURN_H

#include "core/resolve/frames.h"
#include "formats/elf/read/image.h"

struct sigreturn {
    const struct arch *arch;
    struct sigreturn_at {
        const struct arch_signal_frame *frame; /* NULL: there is none */
        uint64_t svma;
    } v[2];
};

void sigreturn_open(struct sigreturn *s, const struct image *m);

/* The rule at `svma`, for the caller to free(), with a range of svma; NULL: it is in no such function. */
struct unwind_rule *sigreturn_rule(const struct sigreturn *s, uint64_t svma);

#endif
