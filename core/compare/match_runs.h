/*
 * match_runs: guesses which objects, commands and functions got a new name between the runs before a change and
 * the runs after it. Only names that occur on one side alone are paired. Two objects or commands are paired if
 * most of their cost is in functions of the same names; objects also if it is in functions with similar code. Two
 * functions are paired if they begin near each other in the same source file, or have similar code.
 */
#ifndef PERFOLIO_CORE_COMPARE_MATCH_RUNS_H
#define PERFOLIO_CORE_COMPARE_MATCH_RUNS_H

#include "core/compare/runs.h"

/* Callbacks that compare the code of functions. read() numbers the functions in the order of `rows`; `before`
   and `after` are such numbers, each of one side. */
struct match_code {
    /* Read the code of n functions, given by their rows, which are borrowed for the call. The first `before`
       functions are of one side. A row without run_row.code has no code. Code that was read earlier is
       forgotten. */
    void (*read)(struct match_code *c, const struct run_row *const *rows, size_t n, size_t before);
    /* Whether one of two functions still exists under its own name on the other side. */
    bool (*remains)(const struct match_code *c, size_t before, size_t after);
    /* The similarity of the code of two functions, up to 1; 0: too low, or remains() is true. */
    double (*alike)(const struct match_code *c, size_t before, size_t after);
};

/* Guess pairs of names, and give both names of a pair one joined name in all rows. The first `before` runs
   are of one side. `code` compares functions with at least `least` samples; NULL: no code is compared.
   Returns the guesses, malloc'ed; *n receives their number. */
struct guess *match_runs(struct runs *r, uint32_t before, struct match_code *code, uint64_t least, size_t *n);

#endif
