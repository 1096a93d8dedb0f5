/*
 * taken: statistics of a function from branch stacks: how often each instruction ran, which branches were taken, and how
 * many cycles runs took. A run is the code between two consecutive branches: from the target of the older branch to the
 * address of the younger branch every instruction was executed.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_TAKEN_H
#define PERFOLIO_CORE_ANNOTATE_TAKEN_H

#include "core/annotate/listing.h"

struct taken_branch {
    /* index of the object that contains the branch; `from` is in the space of that object's symbol table */
    uint32_t object;
    uint64_t from;
    uint64_t run;    /* bytes from the target of the previous branch to this one; TAKEN_ALONE: unknown */
    uint32_t cycles; /* cycles of that run; 0: unknown */
    uint64_t n;      /* number of times */
};

#define TAKEN_ALONE UINT64_MAX

struct taken {
    struct taken_branch *v; /* sorted by object, then `from` */
    size_t n;
};

/* Counts the branches of a capture in a further pass; the capture was walked before. The function sets the keys of `o`
   itself. False with `e` set. Call taken_free() in either case. */
bool taken_count(struct taken *t, struct capture *c, const struct timeline *tl, struct resolver *r,
                 const struct count_opts *o, struct err *e);
void taken_free(struct taken *t);

/* Statistics of a row of a listing. */
struct taken_row {
    uint64_t ran;          /* the least number of times that the row's instruction ran */
    uint64_t taken;        /* branches taken from here */
    uint64_t runs, cycles; /* number of runs that end here and have a cycle count; sum of these counts */
};

/* The statistics of a function: an element for each row of the listing; malloc'ed. */
struct taken_row *taken_rows(const struct taken *t, const struct listing *l);

#endif
