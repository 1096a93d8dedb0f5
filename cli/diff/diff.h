/* diff: what the command was asked for, what came of it, and the pieces it is made of, a file each. */
#ifndef PERFOLIO_CLI_DIFF_DIFF_H
#define PERFOLIO_CLI_DIFF_DIFF_H

#include "cli/options/filters.h"
#include "cli/session/session.h"
#include "core/model/same_event.h"
#include "core/profile/show/change.h"
#include "core/profile/count/count.h"

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

/* A capture, of which this is left once it was counted. */
struct diff_file {
    const char *path;
    char *capture;    /* which one of a folio is meant, --capture's word; NULL: it was not said */
    const char *name; /* as it is called here */
    struct input *opened;
    uint64_t samples;
    struct problems problems;
    const char **events;    /* per event of the baseline, what it is called here; NULL: it is not here */
    struct names only_here; /* events with samples that the baseline has not */
};

struct diff {
    struct diff_opts *o;
    struct diff_file *files; /* the first is the baseline */
    uint32_t nfiles;
    struct input only;          /* the one that was named, where it was one */
    struct known_events events; /* the baseline's */
    struct arena names;
    struct compare compare;
};

static inline struct changes diff_changes(const struct diff *d, uint32_t event)
{
    return (struct changes){ .c = &d->compare, .o = &d->o->change, .event = event };
}

static inline const char *diff_event(const struct diff *d, uint32_t event)
{
    return d->files[0].events[event];
}

/* Every event of the baseline, as perf prints it. */
void diff_rows(const struct diff *d, FILE *out);

/* The same as JSON. `over`: how many rows are over the threshold. */
void diff_json(const struct diff *d, uint64_t over, FILE *out);

#endif
