/* diff: captures that were counted and joined, and the rows that show what changed between them. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_DIFF_H
#define PERFOLIO_LIB_QUESTION_DIFF_DIFF_H

#include "lib/options/filters.h"
#include "lib/view/rows.h"
#include "lib/question/common/run_list.h"
#include "core/model/same_event.h"
#include "core/profile/count/count.h"
#include "core/compare/compare.h"

/* The options of perfolio diff for runs before and after a change (--before, --after). */
enum gate_by { GATE_BY_COST, GATE_BY_SHARE };
enum gate_unknown { GATE_UNKNOWN_FAILS, GATE_UNKNOWN_PASSES };
enum gate_form { GATE_ROWS, GATE_MARKDOWN, GATE_JUNIT };

struct gate_opts {
    struct words fail_over;
    char *per; /* units of work of each run: a number, or the event that counts them; NULL: none */
    char *per_file, *accepted, *date;
    double fdr, min_change; /* percent */
    double run_noise;       /* in percent, used if a side has only one run; below 0: not given */
    uint64_t min_samples;   /* the sum of both sides */
    int by, on_unknown, form;
    bool exact_names, no_guess;
};

/* The options of perfolio diff. */
struct diff_opts {
    struct common_opts common;
    const struct key *keys[KEYS_MAX]; /* keys of the rows, the most important first */
    size_t nkeys;
    struct count_opts count;
    struct filters filters; /* of count.filter */
    struct change_opts change;
    struct gate_opts gate;
    char *separator; /* -t: separator of cells; NULL: cells are padded to columns */
    bool period, formula, quiet;
    double threshold; /* in percentage points; below 0: not given */
};

/* diff_options.c: sets the default keys if no keys were given. */
void diff_set_usual_keys(struct diff_opts *o);

/* files.c: runs the command. Returns the exit status. */
int diff_run(const void *opts, struct outlet *out, struct outlet *err);

/* What is kept of a capture after it is counted and closed. */
struct diff_file {
    struct listed_run *of;
    bool counted; /* it has no samples, but counts of perf stat */
    /* per event of the baseline: its name in this capture; NULL: this capture does not have it */
    const char **events;
    struct names only_here; /* events with samples in this capture that the baseline does not have */
};

struct diff {
    struct diff_opts *o;
    struct run_list list;
    struct diff_file *files; /* one per capture in `list`; the first is the baseline */
    uint32_t nfiles;
    struct input only;          /* the capture, if only one was named */
    struct input old;           /* if only one was named: the capture that it is compared with */
    struct known_events events; /* the events of the baseline */
    struct arena names;
    struct comparison compare;
};

/* diff_rows.c: the ways to show a change between two captures, indexed by enum change_kind. */
struct diff_change {
    const char *word; /* the word of --compute */
    const char *header;
    size_t width; /* the least */
    int column;
};
extern const struct diff_change diff_changes[CHANGE_WDIFF + 1];

static inline const char *diff_event(const struct diff *d, uint32_t event)
{
    return d->files[0].events[event];
}

/* diff_rows.c: shows every event of the baseline. `over`: number of changes over the threshold. */
void diff_rows(const struct diff *d, uint64_t over, struct rows *r);

#endif
