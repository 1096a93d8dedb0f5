/*
 * unwind: from the registers and the piece of stack that a sample has (--call-graph dwarf:
 * PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER) to the frames of its user mode. One step is a rule
 * (frames.h) applied to registers and memory; rules come from the resolver and are remembered here, so that
 * most steps take no lock and no search. Nothing is allocated per sample, and nothing of the dump is copied:
 * only the words that rules name are read.
 */
#ifndef PERFOLIO_CORE_RESOLVE_UNWIND_H
#define PERFOLIO_CORE_RESOLVE_UNWIND_H

#include "core/resolve/resolver.h"

struct unwound {
    uint64_t avma; /* where the frame is: of a caller the return address less 1, so that it lies in the call;
                      of what a signal interrupted, and of the signal's own frame, the address itself */
    enum unwind_found found;
};

struct unwinder; /* one per worker */

/* What is done where no rule helps, in this order; the unwind tables are always asked first. */
enum unwind_guess {
    UNWIND_POINTERS = 1, /* follow the frame pointer, where the architecture's layout says how */
    UNWIND_SCAN = 2,     /* take the nearest word of the stack that lies in code for the return address */
};

/* For captures of an architecture (NULL: unknown); `guess`: enum unwind_guess, or'ed. The resolver must
   outlive it. */
struct unwinder *unwinder_new(struct resolver *r, const struct arch *a, unsigned guess);
void unwinder_free(struct unwinder *u);

/* The frames of a sample in its address space, by the maps of that which were looked into last, innermost first: at most
   `max` are stored in `out`. How many there are: 0 where registers, stack or mappings are missing altogether, as in
   perf. A stack that the dump cuts off ends in a frame at UINT64_MAX where perf has one (arch->marks_cut).
   `stop`: why there are no more. */
size_t unwind(struct unwinder *u, const struct sample *s, struct space_recent *maps, struct unwound *out,
              size_t max, enum unwind_stop *stop);

struct activation;

/* Make of an activation its caller's. UNWIND_STOPS: done; else it is as it was, and this is why. */
enum unwind_stop unwind_step(struct activation *f, const struct unwind_rule *r);

#endif
