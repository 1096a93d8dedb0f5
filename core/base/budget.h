/*
 * budget: how much what is compressed may become. What comes out is bounded by what went in, whatever a
 * stranger's file says of itself: 64 MiB, and 64 times the compressed bytes. Text, code and DWARF become 3 to
 * 20 times as long; only bytes that repeat become more. Whoever decompresses several parts of one thing
 * spends one budget on all of them.
 */
#ifndef PERFOLIO_CORE_BASE_BUDGET_H
#define PERFOLIO_CORE_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

/* Bytes that a decompressor may keep to look back at, which it allocates because a header states so: what
   zstd takes without --long=28 (zstd.h, ZSTD_WINDOWLOG_LIMIT_DEFAULT), and twice what xz -9 wants. As a
   logarithm, too. */
enum { BUDGET_WINDOW_LOG = 27, BUDGET_WINDOW = 1 << BUDGET_WINDOW_LOG };

struct budget {
    uint64_t packed, most, left; /* bytes: compressed ones, what may come of them, and what still may */
    bool over;                   /* more was asked for; nothing is left then */
};

struct budget budget_of(uint64_t packed);

/* Take n bytes that come out, or what takes as long. False: there are not so many left. */
bool budget_spend(struct budget *b, uint64_t n);

/* Say in `e` that it was not enough. Returns false. */
bool budget_exceeded(const struct budget *b, struct err *e);

#endif
