/* guesses: which names are taken for one, under way (match_runs.h). */
#ifndef PERFOLIO_CORE_PROFILE_RUNS_GUESSES_H
#define PERFOLIO_CORE_PROFILE_RUNS_GUESSES_H

#include "core/profile/runs/match_runs.h"

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

/* The mean cost of a row in runs [from, to). */
double guesses_mean(const struct runs *r, size_t row, uint32_t from, uint32_t to);

/* Whether the code of a row's function may be at hand, and it has samples enough to be looked at. */
bool guesses_has_code(const struct guesses *g, size_t row);

/* Add a guess; its joined name is made here. */
void guesses_add(struct guesses *g, struct guess guess);

/* Give the rows the names of all guesses from `first` on. */
void guesses_rename(struct guesses *g, size_t first);

#endif
