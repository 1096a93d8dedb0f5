/*
 * match_runs: which object, command or function of runs after a change is another one of before it under a new
 * name: what was met on one side alone and, of objects and commands, shares most of what it runs with one that was
 * met on the other side alone; of functions, begins near such a one in the same file.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_MATCH_RUNS_H
#define PERFOLIO_CORE_PROFILE_SHOW_MATCH_RUNS_H

#include "core/profile/show/runs.h"

/* Two names of one thing. */
struct guess {
    const char *before, *after;
    const char *joined; /* what both are called now: "base, slow10" */
    const char *what;   /* "object", "command", "function" */
    double common;      /* the share of its cost that has the same names, 0 to 1; of functions 0 */
};

/* Give both names of what is guessed to be one thing a common one, in all rows; the first `before` runs are of one
   side. n receives how many there are; malloc'ed. */
struct guess *match_runs(struct runs *r, uint32_t before, size_t *n);

#endif
