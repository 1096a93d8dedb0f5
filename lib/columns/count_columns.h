/*
 * count_columns: makes the same profile from columns that count_samples() makes from the file. It looks at each sample once, as
 * numbers in dictionaries; keys and filters are evaluated once for each number, and call chains once for each that differs.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H

#include "core/profile/count/count_opts.h"
#include "lib/columns/sample_columns.h"

/* What to count, and how. The timeline and resolver are those with which the columns were read. */
struct column_count {
    const struct sample_columns *columns;
    struct capture *capture;
    const struct timeline *timeline;
    struct resolver *resolver;
    const struct count_opts *opts;
};

/* Whether columns have everything that the options need. They lack branches, data addresses, weights, fields of tracepoints
   and control groups, call chains that are filtered or cut, and which samples have problems in their call chains. */
bool count_columns_supports(const struct column_count *a);

/* Count the samples into `out`, if count_columns_supports(). False: there are more call paths than
   count_opts.max_paths, so the caller has to count from the file. Free `out` either way. */
bool count_columns(const struct column_count *a, struct profile *out);

#endif
