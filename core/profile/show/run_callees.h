/*
 * run_callees: what functions cost in a run with what they call. A sample counts once in each name that its call chain has,
 * however many functions of the run have that name: foo and foo.part.0, overloads, code without symbols.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUN_CALLEES_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUN_CALLEES_H

#include "core/profile/show/runs.h"

/* Add rows (RUN_WITH_CALLEES) of a settled profile with call paths, for linked functions alone and with inlined ones apart;
   its total is there already. `names` per row of the profile. */
void run_callees_add(struct runs *r, const struct run_counted *c, const struct run_names *names);

#endif
