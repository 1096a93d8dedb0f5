/*
 * path_rows: which call paths of several runs are rows of a comparison: those that cost enough to be judged and say
 * something that no longer path says; and what of a path's or a function's cost lies in what it calls.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_PATH_ROWS_H
#define PERFOLIO_CORE_PROFILE_SHOW_PATH_ROWS_H

#include "core/profile/show/run_paths.h"
#include "core/profile/show/runs.h"

struct path_rows_opts {
    uint64_t min_samples;  /* of all runs together */
    uint32_t before;       /* runs of one side stand in front */
    const double *factors; /* per run, that costs are multiplied by */
    /* Whether a path is a row whatever longer ones say, if it costs enough. */
    bool (*wanted)(const void *arg, uint32_t event, const char *path);
    const void *arg;
};

/* Add rows (RUN_PATH) of an event's call paths to runs, whose totals and costs are there already. */
void path_rows_add(struct runs *r, struct run_paths *t, uint32_t event, const struct path_rows_opts *o);

/* Mean costs of a run, per path with all that goes on from it. */
struct path_means {
    double *before, *after;
};

struct path_means path_rows_means(const struct run_paths *t, uint32_t event, const struct path_rows_opts *o,
                                  uint32_t runs);
void path_rows_means_free(struct path_means *m);

/* A part of what something costs. */
struct path_part {
    enum path_part_kind {
        PATH_CALLER, /* by whom it was called; `path` NULL: it is the outermost */
        PATH_CALLEE,
        PATH_ITSELF,
        PATH_REST /* paths that are too small to be told apart */
    } kind;
    const struct run_path *path;
    double before, after;
};

/* The parts of what a row costs, a function with what it calls or a call path, n of them: by its callers, a path has
   none, and by what it calls. A function that calls itself counts where it is first called. malloc'ed. */
struct path_part *path_rows_parts(const struct run_paths *t, const struct path_means *m,
                                  const struct run_row *row, size_t *n);

#endif
