/*
 * expression: DWARF expressions (DWARF 5, 2.5) as call frame information uses them: a little machine with a
 * stack of its own, on the registers and the memory of a frame. Bounded in space and steps, whatever the
 * bytes say.
 */
#ifndef PERFOLIO_CORE_RESOLVE_EXPRESSION_H
#define PERFOLIO_CORE_RESOLVE_EXPRESSION_H

#include "core/base/cur.h"

/* What an expression may ask for. Both return false where the value is not known. */
struct expression_on {
    bool (*reg)(const void *frame, uint64_t dwarf, uint64_t *v);
    bool (*memory)(const void *frame, uint64_t avma, unsigned size, uint64_t *v); /* 1, 2, 4 or 8 bytes */
    const void *frame;
    enum byte_order order;
    unsigned word; /* bytes of an address */
};

/* Evaluate `bytes` with `first` (the CFA) on the stack if there is one. False: it uses what is not known, or
   is no expression of call frame information. */
bool expression_value(struct span bytes, const struct expression_on *on, const uint64_t *first, uint64_t *v);

#endif
