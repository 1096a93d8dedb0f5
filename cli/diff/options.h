/* What perfolio diff may be asked for. */
#ifndef PERFOLIO_CLI_DIFF_OPTIONS_H
#define PERFOLIO_CLI_DIFF_OPTIONS_H

#include "cli/options/filters.h"
#include "cli/session/session.h"
#include "core/profile/count/count.h"
#include "core/profile/show/change.h"

struct diff_opts {
    struct common_opts common;
    const struct key *keys[KEYS_MAX]; /* of the rows, the most important first */
    size_t nkeys;
    struct count_opts count;
    struct filters filters; /* of count.filter */
    struct change_opts change;
    char *separator; /* -t; NULL: columns */
    bool period, formula, quiet;
    double threshold; /* in percent points; below 0: none was asked for */
};

/* Where no keys were asked for: the usual ones. */
void diff_sort(struct diff_opts *o);

/* The command. */
int diff_run(void *opts, FILE *out, FILE *err);

#endif
