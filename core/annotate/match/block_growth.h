/*
 * block_growth: finds the basic blocks of a function that cost more or less on the second of two sides: of two builds, or
 * of one build that ran twice. Blocks with most instructions in common are matched.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_BLOCK_GROWTH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_BLOCK_GROWTH_H

#include "core/annotate/match/match.h"
#include "core/annotate/match/meaning.h"

/* A function on one side. */
struct block_growth_side {
    const struct listing *l; /* its listing */
    const double *cost;      /* cost in an average run, per row of the weights behind the listing */
    const uint64_t *samples; /* samples of all runs, likewise */
    meaning_name *name;      /* names called functions and data */
    const void *arg;
};

struct grown_block {
    /* The block's first, last and most costly row on each side; NULL: that side lacks the block. */
    const struct listing_row *first[MATCH_SIDES], *last[MATCH_SIDES], *most[MATCH_SIDES];
    uint32_t loops;           /* loops around it, on the second side if it is there */
    double cost[MATCH_SIDES]; /* in an average run */
};

/* The blocks whose cost differs by more than the chance of sampling, *n of them, the largest change first; malloc'ed. */
struct grown_block *block_growth_make(const struct block_growth_side sides[MATCH_SIDES], size_t *n);

#endif
