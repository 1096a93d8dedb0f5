/*
 * taken: what the branch stacks of samples say of a function: how often each instruction ran, for between two
 * branches of a stack all code from where the older one led to up to where the younger one begins did; which
 * branches were taken; and how many cycles such a run took, where the CPU counted them.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_TAKEN_H
#define PERFOLIO_CORE_ANNOTATE_TAKEN_H

#include "core/annotate/listing.h"

struct taken_branch {
    uint32_t object; /* that it comes from, by its index; places are in the space of its table */
    uint64_t from;
    uint64_t run;    /* bytes from where the branch before it led to; TAKEN_ALONE: that is not known */
    uint32_t cycles; /* of that run; 0: unknown */
    uint64_t n;      /* how many there were */
};

#define TAKEN_ALONE UINT64_MAX

struct taken {
    struct taken_branch *v; /* by object, then `from` */
    size_t n;
    struct problems problems;
};

/* Count the branches of a capture (walked before): one more pass over it. Of `o` the keys are set here. False
   with `e` set. Freed with taken_free() in either case. */
bool taken_count(struct taken *t, struct capture *c, const struct timeline *tl, struct resolver *r,
                 const struct count_opts *o, struct err *e);
void taken_free(struct taken *t);

/* By row of a listing. */
struct taken_row {
    uint64_t ran;          /* how often, at least */
    uint64_t taken;        /* branches that begin here */
    uint64_t runs, cycles; /* of runs that end here: those with a count of cycles, and the sum of these */
};

/* What there is of a function: as many as it has rows, malloc'ed. */
struct taken_row *taken_rows(const struct taken *t, const struct listing *l);

#endif
