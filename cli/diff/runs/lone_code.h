/*
 * lone_code: the code of functions that one side of a comparison alone has, so that match_runs() finds which of them are
 * one under two names. Runs are opened again for it, as few as have them all, and only where both sides have such
 * functions.
 */
#ifndef PERFOLIO_CLI_DIFF_RUNS_LONE_CODE_H
#define PERFOLIO_CLI_DIFF_RUNS_LONE_CODE_H

#include "cli/diff/runs/replicates.h"

struct lone_function;

struct lone_code {
    struct match_code match; /* the first member */
    const struct replicates *r;
    const struct diff_opts *o;
    FILE *err;
    struct lone_function *v;
    size_t n, before; /* those of one side stand in front */
};

/* All runs are read; they, the options and `err` outlive it. */
void lone_code_init(struct lone_code *c, const struct replicates *r, const struct diff_opts *o, FILE *err);
void lone_code_free(struct lone_code *c);

#endif
