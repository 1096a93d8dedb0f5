/*
 * taken: statistics of a function from branch stacks: how often each instruction ran, which branches were taken, and how
 * many cycles runs took. Between two consecutive branches all code ran from the older one's target to the younger one's
 * address.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_TAKEN_H
#define PERFOLIO_CORE_ANNOTATE_TAKEN_H

#include "core/annotate/listing.h"

struct taken_branch {
    uint32_t object; /* index of the object it is in; places are in the space of its table */
    uint64_t from;
    uint64_t run;    /* bytes since the target of the previous branch; TAKEN_ALONE: unknown */
    uint32_t cycles; /* cycles of that run; 0: unknown */
    uint64_t n;      /* how often */
};

#define TAKEN_ALONE UINT64_MAX

struct taken {
    struct taken_branch *v; /* sorted by object, then `from` */
    size_t n;
};

/* Counts the branches of a capture (walked before) in another pass over it; it sets the keys of `o` itself. False with `e`
   set. Call taken_free() in either case. */
bool taken_count(struct taken *t, struct capture *c, const struct timeline *tl, struct resolver *r,
                 const struct count_opts *o, struct err *e);
void taken_free(struct taken *t);

/* Statistics of a row of a listing. */
struct taken_row {
    uint64_t ran;          /* how often it ran, at least */
    uint64_t taken;        /* branches taken from here */
    uint64_t runs, cycles; /* runs that end here and have cycle counts, and their sum */
};

/* The statistics of a function, one for each of its rows; malloc'ed. */
struct taken_row *taken_rows(const struct taken *t, const struct listing *l);

#endif
