/* diff: captures that were counted and joined, and the rows that show what changed between them. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_DIFF_H
#define PERFOLIO_LIB_QUESTION_DIFF_DIFF_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/run_list.h"
#include "core/model/same_event.h"
#include "core/profile/count/count.h"
#include "core/compare/compare.h"

/* Of runs before and after a change (--before, --after). */
enum gate_by { GATE_BY_COST, GATE_BY_SHARE };
enum gate_unknown { GATE_UNKNOWN_FAILS, GATE_UNKNOWN_PASSES };
enum gate_form { GATE_ROWS, GATE_MARKDOWN, GATE_JUNIT };

struct gate_opts {
    struct words fail_over;
    char *per; /* units of work of each run: a number, or the event that counts them; NULL: none */
    char *per_file, *accepted, *date;
    double fdr, min_change; /* percent */
    double run_noise;       /* percent, where a side has one run; below 0: not given */
    uint64_t min_samples;   /* of both sides */
    int by, on_unknown, form;
    bool exact_names, no_guess;
};

/* The options of perfolio diff. */
struct diff_opts {
    struct common_opts common;
    const struct key *keys[KEYS_MAX]; /* of the rows, the most important first */
    size_t nkeys;
    struct count_opts count;
    struct filters filters; /* of count.filter */
    struct change_opts change;
    struct gate_opts gate;
    char *separator; /* -t; NULL: columns */
    bool period, formula, quiet;
    double threshold; /* in percent points; below 0: none was asked for */
};

/* options.c: where no keys were asked for, the usual ones. */
void diff_set_usual_keys(struct diff_opts *o);

/* files.c: the command. */
int diff_run(const void *opts, struct outlet *out, struct outlet *err);

/* A capture, of which this is left once it was counted. */
struct diff_file {
    struct listed_run *of;
    bool counted;           /* it has no samples, but what perf stat counted */
    const char **events;    /* per event of the baseline, what it is called here; NULL: it is not here */
    struct names only_here; /* events with samples that the baseline has not */
};

struct diff {
    struct diff_opts *o;
    struct run_list list;
    struct diff_file *files; /* of these; the first is the baseline */
    uint32_t nfiles;
    struct input only;          /* the one that was named, where it was one */
    struct input old;           /* then the one that it is compared with */
    struct known_events events; /* the baseline's */
    struct arena names;
    struct comparison compare;
};

/* rows.c: what of two captures may be shown, by enum change_kind. */
struct diff_change {
    const char *word; /* of --compute */
    const char *header;
    size_t width; /* the least */
    int column;
};
extern const struct diff_change diff_changes[CHANGE_WDIFF + 1];

static inline const char *diff_event(const struct diff *d, uint32_t event)
{
    return d->files[0].events[event];
}

/* rows.c: every event of the baseline. `over`: how many changes are over the threshold. */
void diff_rows(const struct diff *d, uint64_t over, struct rows *r);

#endif
