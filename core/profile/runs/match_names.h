/* match_names: which objects and commands of two sides are one, by what functions they have in common (match_runs.h). */
#ifndef PERFOLIO_CORE_PROFILE_RUNS_MATCH_NAMES_H
#define PERFOLIO_CORE_PROFILE_RUNS_MATCH_NAMES_H

#include "core/profile/runs/guesses.h"

/* Guess objects, then commands. */
void match_names(struct guesses *g);

/* Once functions were guessed, too: commands, of which more have functions of the same names now. */
void match_names_commands(struct guesses *g);

#endif
