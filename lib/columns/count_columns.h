/*
 * count_columns: what count_samples() counts, out of columns: an equal profile. Each sample is looked at once, as numbers of the
 * dictionaries; what keys and filters say is asked once for each number, and what call chains count as once for each that differs.
 */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_COLUMNS_H

#include "core/profile/count/count_opts.h"
#include "lib/columns/sample_columns.h"

/* What is counted of what, which was read with that timeline and resolver. */
struct column_count {
    const struct sample_columns *columns;
    struct capture *capture;
    const struct timeline *timeline;
    struct resolver *resolver;
    const struct count_opts *opts;
};

/* Whether columns have all that it takes. Branches, data addresses, weights, fields of tracepoints and control groups are in the
   file alone, and so are call chains where they are filtered or cut, and what is wrong with those of some samples. */
bool count_columns_can(const struct column_count *a);

/* Count, where that can be done. False: there are more call paths than count_opts.max_paths, which the file is to be asked for. `out` is
   to be freed in either case. */
bool count_columns(const struct column_count *a, struct profile *out);

#endif
