/*
 * match_runs: which object, command or function of runs after a change is another one of before it under a new
 * name: what was met on one side alone and, of objects and commands, shares most of what it runs with one that was
 * met on the other side alone, by the names of functions or, of objects, by their code; of functions, begins near
 * such a one in the same file or has code that is like it.
 */
#ifndef PERFOLIO_CORE_COMPARE_MATCH_RUNS_H
#define PERFOLIO_CORE_COMPARE_MATCH_RUNS_H

#include "core/compare/runs.h"

/* What compares the code of functions. */
struct match_code {
    /* Read the code of n functions, by their rows, which hold for this call: the first `before` are of one side. A row that has
       none is of no code. What was read before is forgotten. */
    void (*read)(struct match_code *c, const struct run_row *const *rows, size_t n, size_t before);
    /* Whether one of two of them, by their numbers, is still there under its name on the other side. */
    bool (*remains)(const struct match_code *c, size_t before, size_t after);
    /* How alike that of two of them is, from what is enough up to 1; 0: not enough, or one remains. */
    double (*alike)(const struct match_code *c, size_t before, size_t after);
};

/* Give both names of what is guessed to be one thing a common one, in all rows; the first `before` runs are of one
   side. `code`, may be NULL, is asked about functions with at least `least` samples. n receives how many there
   are; malloc'ed. */
struct guess *match_runs(struct runs *r, uint32_t before, struct match_code *code, uint64_t least, size_t *n);

#endif
