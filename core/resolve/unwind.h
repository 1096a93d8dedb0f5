/*
 * unwind: finds the user-mode frames of a sample from its registers and stack dump (--call-graph dwarf:
 * PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER). Each step applies a rule (frames.h) to registers and
 * memory. Rules come from the resolver. The unwinder caches them, so most steps need no lock and no search.
 * Nothing is allocated per sample, and only words that rules name are read from the dump.
 */
#ifndef PERFOLIO_CORE_RESOLVE_UNWIND_H
#define PERFOLIO_CORE_RESOLVE_UNWIND_H

#include "core/resolve/resolver.h"
#include "core/base/cur.h"

struct unwound {
    /* For callers the return address - 1, which is inside the call instruction. For interrupted code and
       signal frames the address itself. */
    uint64_t avma;
    enum unwind_found found;
};

struct unwinder; /* one for each worker */

/* Methods to find the caller if the unwind tables do not give it, in the order in which they are tried. */
enum unwind_guess {
    UNWIND_POINTERS = 1, /* follow the frame pointer, if the architecture's frame layout is known */
    UNWIND_SCAN = 2,     /* take the nearest word on the stack that is an address in code */
};

/* `a`: the recorded architecture; NULL: unknown. `guess`: bits of enum unwind_guess. The resolver must
   outlive the unwinder. */
struct unwinder *unwinder_new(struct resolver *r, const struct arch *a, unsigned guess);
void unwinder_free(struct unwinder *u);

/* Stores the frames of a sample, innermost first, at most `max`, and returns how many. As in perf, it
   returns 0 if registers, stack or mappings are missing. `maps`: the sample's address space with its cache
   of maps. If the dump cuts off the stack, and perf marks that on this architecture (arch->marks_cut), the
   last frame is at UINT64_MAX. *stop receives why there are no more frames. */
size_t unwind(struct unwinder *u, const struct sample *s, struct space_recent *maps, struct unwound *out,
              size_t max, enum unwind_stop *stop);

struct activation;

/* Changes an activation to that of its caller, and returns UNWIND_STOPS, which means success. On failure
   it returns the reason, and the activation is unchanged. */
enum unwind_stop unwind_step(struct activation *f, const struct unwind_rule *r);

/* Evaluates DWARF expressions (DWARF 5, 2.5) of call frame information, on a small stack machine that
   reads registers and memory of an activation. The depth of its stack and the number of steps are limited,
   because the bytes may be hostile. */

struct activation;

/* Evaluates an expression on an activation. It first pushes *first (the CFA), unless `first` is NULL.
   False: the expression needs a register or memory that is unknown, or is not valid in call frame
   information. */
bool expression_evaluate(struct span bytes, const struct activation *frame, const uint64_t *first,
                         uint64_t *v);

#endif
