/* rename: rows of runs under other names. */
#ifndef PERFOLIO_CORE_PROFILE_RUNS_RENAME_H
#define PERFOLIO_CORE_PROFILE_RUNS_RENAME_H

#include "core/profile/show/runs.h"

/* Give each row another name, or leave it out where that says false, and make one those that now are. They are in the order
   of the names that they had then. */
void runs_rename(struct runs *r, bool (*rename)(const void *arg, struct run_row *row), const void *arg);

#endif
