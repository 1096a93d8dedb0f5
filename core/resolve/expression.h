/*
 * expression: evaluates DWARF expressions (DWARF 5, 2.5) of call frame information: a small stack machine that reads
 * registers and memory of an activation. Space and steps are bounded, whatever the bytes say.
 */
#ifndef PERFOLIO_CORE_RESOLVE_EXPRESSION_H
#define PERFOLIO_CORE_RESOLVE_EXPRESSION_H

#include "core/base/cur.h"

struct activation;

/* Evaluates an expression on an activation; `first` (the CFA) is pushed first unless NULL. False: it needs an unknown
   register or memory, or is not valid in call frame information. */
bool expression_value(struct span bytes, const struct activation *frame, const uint64_t *first, uint64_t *v);

#endif
