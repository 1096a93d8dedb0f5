/* chain_problems: counts the problems of call chains anew, for a question that leaves samples out. Private to lib/columns. */
#ifndef PERFOLIO_LIB_COLUMNS_STACKS_CHAIN_PROBLEMS_H
#define PERFOLIO_LIB_COLUMNS_STACKS_CHAIN_PROBLEMS_H

#include "lib/columns/column_faults.h"
#include "lib/columns/count_stacks.h"

struct chain_problems { /* zero-initialise: nothing is counted */
    struct count_stacks *ends;
    const struct column_faults *faults; /* NULL: they are not counted */
    size_t next;                        /* the next entry of `faults` */
    /* per stack: how many of its places are in objects that no source has; NULL: callers are not counted */
    uint32_t *missed;
    uint64_t n; /* callers in such objects */
    uint32_t first,
        place; /* the sample with the first of them in the order of the file, and its number there */
};

/* Begins to count for samples from number `from` on. The counts of the profile in `ends` are those of all samples: they
   are set to 0. */
void chain_problems_begin(struct chain_problems *k, struct count_stacks *ends, size_t from);

/* Per stack how many of its places are in objects that no source has; malloc'ed. NULL: no sample has such callers, or callers are
   not counted. */
uint32_t *chain_problems_missed(const struct count_stacks *ends);

/* Counts a sample; to be called in the order of samples. */
void chain_problems_count(struct chain_problems *k, size_t sample);

/* The same, of a sample with n callers in objects that no source has. */
void chain_problems_count_kept(struct chain_problems *k, size_t sample, uint32_t n);
void chain_problems_end(struct chain_problems *k);

/* Whether a problem of this sample, or of one before it, is not counted yet. */
static inline bool chain_problems_are_due(const struct chain_problems *k, size_t sample)
{
    return k->faults && k->next < k->faults->n && k->faults->v[k->next].sample <= sample;
}

#endif
