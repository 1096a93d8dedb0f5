/*
 * runs: what the rows of one program cost in each of several runs, joined by what they are called: what
 * statistics are made of (core/statistics). Nothing of a capture is needed any more once its run was added.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUNS_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUNS_H

#include "core/base/arena.h"
#include "core/profile/keys/key.h"
#include "core/profile/count/profile.h"

/* What rows are of; each sample counts once in each but the last. */
enum run_section {
    RUN_TOTAL,
    RUN_COMMAND,
    RUN_OBJECT,
    RUN_FUNCTION,
    RUN_COMMAND_FUNCTION, /* functions of a command */
    RUN_WITH_CALLEES,     /* functions, with what they call */
    RUN_SECTIONS
};

struct run_row {
    enum run_section section;
    uint32_t event;
    const char *command, *object, *function; /* NULL: not of this section; unknown is "[unknown]" */
};

struct runs {
    uint32_t n;        /* runs */
    struct names keys; /* rows by all of run_row */
    struct names names;
    struct run_row *rows;
    size_t nrows, cap_rows, cap_costs;
    double *cost;      /* [row * n + run]: the sum of periods */
    uint64_t *samples; /* likewise */
    bool exact_names;  /* names of other builds have to be the same (same_name.h) */
};

void runs_init(struct runs *r, uint32_t n, bool exact_names);
void runs_free(struct runs *r);

/* Keys that a run has to be counted by; behind them others may stand. */
extern const char *const runs_keys[3];

/* Add to a row in a run. */
void runs_add_to(struct runs *r, uint32_t run, const struct run_row *row, double cost, uint64_t samples);

/* Add what was counted of a run, by those keys; with `with_callees` callers were counted, too. `event_of`: what
   the capture's events are here, or NO_EVENT. `run_of`, where it is not NULL, takes the place of `run` for each
   row. */
void runs_add(struct runs *r, uint32_t run, const struct profile *p, const struct key_context *kc,
              const uint32_t *event_of, bool with_callees,
              uint32_t (*run_of)(const struct row *row, const void *arg), const void *arg);

#endif
