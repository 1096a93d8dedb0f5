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

/* Which names are taken for one, under way. */

/* How many times as much a function may cost under its new name where nothing of its code is known. */
enum { GUESSES_TIMES_MORE = 4 };

struct guesses {
    struct runs *r;
    uint32_t before; /* runs of one side, which stand in front */
    struct match_code *code;
    struct idmap one_build; /* names of objects that are of one build on both sides, by their build-id */
    uint64_t least;
    struct guess *v;
    size_t n, cap;
};

/* Whether the code of a row's function may be at hand, and it has samples enough to be looked at. */
bool match_has_code(const struct guesses *g, size_t row);

/* Add a guess; its joined name is made here. */
void match_add_guess(struct guesses *g, struct guess guess);

/* Give the rows the names of all guesses from `first` on. */
void match_rename(struct guesses *g, size_t first);

/* Which objects and commands of two sides are one, by what functions they have in common. */

/* Guess objects, then commands. */
void match_names(struct guesses *g);

/* Once functions were guessed, too: commands, of which more have functions of the same names now. */
void match_names_commands(struct guesses *g);

#endif
