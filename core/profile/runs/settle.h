/* settle: what is a function in the rows of runs: what was inlined, or what was linked alone. */
#ifndef PERFOLIO_CORE_PROFILE_RUNS_SETTLE_H
#define PERFOLIO_CORE_PROFILE_RUNS_SETTLE_H

#include "core/profile/show/runs.h"

/* Once all runs are added: functions are those that were inlined, where every run with the object knows them, so
   that one that a compiler inlined in one build only is the same in all; else those that were linked, in call paths,
   too. */
void runs_settle(struct runs *r, struct run_paths *paths);

/* Once settled: whether functions of an object, as its rows called it then, are those that were linked. */
bool runs_is_linked(const struct runs *r, const char *object);

#endif
