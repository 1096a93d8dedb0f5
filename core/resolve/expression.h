/*
 * expression: DWARF expressions (DWARF 5, 2.5) as call frame information uses them: a little machine with a
 * stack of its own, on the registers and the memory of a frame. Bounded in space and steps, whatever the
 * bytes say.
 */
#ifndef PERFOLIO_CORE_RESOLVE_EXPRESSION_H
#define PERFOLIO_CORE_RESOLVE_EXPRESSION_H

#include "core/base/cur.h"

struct activation;

/* Evaluate `bytes` on a frame, with `first` (the CFA) on the stack if there is one. False: it uses what is not known,
   or is no expression of call frame information. */
bool expression_value(struct span bytes, const struct activation *frame, const uint64_t *first, uint64_t *v);

#endif
