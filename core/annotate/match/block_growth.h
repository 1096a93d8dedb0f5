/*
 * block_growth: which basic blocks of a function cost more, or less, on the second of two sides: of two builds of it, or of
 * one that ran twice. Blocks that have most instructions in common are one.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_BLOCK_GROWTH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_BLOCK_GROWTH_H

#include "core/annotate/match/match.h"
#include "core/annotate/match/meaning.h"

/* A function on a side. */
struct block_growth_side {
    const struct listing *l; /* with rows */
    const double *cost;      /* of a run, per row of the weights that the listing was made of */
    const uint64_t *samples; /* of all runs, likewise */
    meaning_name *name;      /* what is called, and data */
    const void *arg;
};

struct grown_block {
    /* NULL: that side has no such block; and of it the one that costs most */
    const struct listing_row *first[MATCH_SIDES], *last[MATCH_SIDES], *most[MATCH_SIDES];
    uint32_t loops;           /* that it is in, on the second side if it is there */
    double cost[MATCH_SIDES]; /* of a run */
};

/* The blocks whose cost differs by more than the chance of sampling, n of them, those that changed most first. malloc'ed. */
struct grown_block *block_growth_make(const struct block_growth_side sides[MATCH_SIDES], size_t *n);

#endif
