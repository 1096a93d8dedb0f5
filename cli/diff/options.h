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
    int period, formula, baseline_only, quiet;
    double threshold; /* in percent points; below 0: none was asked for */
};

/* Read the command line: below 0, go on; else the exit status, help or an error was written. */
int diff_opts_read(struct diff_opts *o, int argc, const char **argv, FILE *out, FILE *err);
void diff_opts_free(struct diff_opts *o);

#endif
