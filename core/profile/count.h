/*
 * count: pass 2. Workers take blocks, decode the samples of each alone, find their places and fill a profile
 * each; the profiles are merged. Nothing here depends on the order in which blocks are taken.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_H
#define PERFOLIO_CORE_PROFILE_COUNT_H

#include "core/profile/profile.h"

/* A list of words of which one must match; n 0: everything does. */
struct words {
    const char **v;
    size_t n;
};

struct numbers {
    int64_t *v;
    size_t n;
};

struct time_range {
    uint64_t from, to; /* ns, both inclusive */
};

struct count_opts {
    const struct key *const *keys;
    size_t nkeys;
    bool children;      /* also count what is in the chains */
    unsigned max_stack; /* entries of a chain, from the outermost one */
    unsigned workers;
    uint64_t time_quantum;
    /* What these do not match is dropped, as in perf... */
    struct numbers cpus;
    const struct time_range *times;
    size_t ntimes;
    /* ...and what these do not match is hidden: counted in the totals, but in no row. */
    struct words comms, dsos, symbols;
    struct numbers pids, tids;
    bool skip_places; /* no key and no filter asks where a sample was */
    bool *hit;        /* per object of the timeline: set when a sample lies in it; may be NULL */
};

/* Count all samples of the capture (walked before, its timeline sealed). False with `e` set when it cannot be
 * read. */
bool count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                   const struct count_opts *o, struct profile *out, struct err *e);

#endif
