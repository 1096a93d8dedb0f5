/*
 * match_runs: guesses which objects, commands and functions were renamed between the runs before a change and
 * the runs after it. It only pairs names of which each occurs on one side alone. It pairs two objects or
 * commands if most of their cost is in functions of the same names. It also pairs objects if most of their
 * cost is in functions with similar code. It pairs two functions if they begin near each other in the same
 * source file, or have similar code.
 */
#ifndef PERFOLIO_CORE_COMPARE_MATCH_RUNS_H
#define PERFOLIO_CORE_COMPARE_MATCH_RUNS_H

#include "core/compare/runs.h"

/* Callbacks that compare the code of functions. read() numbers the functions in the order of `rows`.
   `before` and `after` are such numbers, of a function on each side. */
struct match_code {
    /* Read the code of n functions, given by their rows, which are borrowed for the call. The first
       `before` functions are of one side. Functions without run_row.code have no code. A new call discards
       the code read before. */
    void (*read)(struct match_code *c, const struct run_row *const *rows, size_t n, size_t before);
    /* Whether one of the two functions still exists, under its own name, on the other side. */
    bool (*remains)(const struct match_code *c, size_t before, size_t after);
    /* The similarity of the code of two functions, up to 1; 0: too low, or remains() is true. */
    double (*alike)(const struct match_code *c, size_t before, size_t after);
};

/* Guess pairs of names, and give both names of a pair one joined name in all rows. The first `before` runs
   are of one side. `code` compares functions that have at least `least` samples; NULL: code is not
   compared. Returns the guesses, malloc'ed; *n receives their number. */
struct guess *match_runs(struct runs *r, uint32_t before, struct match_code *code, uint64_t least, size_t *n);

#endif
