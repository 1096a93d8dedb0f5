/*
 * count_columns: makes a profile from columns that equals the profile of count_samples(), which reads the file. Each
 * sample is visited once, as a few numbers of dictionary entries. Keys and filters are evaluated once per dictionary
 * entry, and call chains once per distinct chain.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H

#include "core/profile/count/count_opts.h"
#include "lib/columns/stacks/kept_ends.h"
#include "lib/columns/stacks/kept_paths.h"
#include "lib/columns/sample_columns.h"

/* What questions to the columns have in common. */
struct kept_counts { /* zero-initialise */
    struct kept_paths paths;
    struct kept_ends ends;
};

/* What to count, and how. The timeline and resolver have to be those with which the columns were read. */
struct column_count {
    const struct sample_columns *columns;
    struct capture *capture;
    const struct timeline *timeline;
    struct resolver *resolver;
    const struct count_opts *opts;
    struct kept_counts *kept; /* NULL: nothing is kept */
};

/* Whether columns have everything that the options need. Columns do not have branches, data addresses, weights,
   fields of tracepoints and control groups, call chains from which callers are dropped or that are cut, and the information which samples
   have problems in their call chains. */
bool count_columns_supports(const struct column_count *a);

/* Counts the samples into `out`; count_columns_supports() must be true. False: it was cancelled, with `e` set; or there are more
   call paths than count_opts.max_paths, so the caller must count from the file. The caller frees `out` in either case. */
bool count_columns(const struct column_count *a, struct profile *out, struct err *e);

/* Sets the counts of all problems of places and call chains to 0. */
void count_columns_forget_places(struct problems *p);

#endif
