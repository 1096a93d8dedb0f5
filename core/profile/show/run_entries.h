/*
 * run_entries: how often functions were entered, as far as samples tell: a probe where a function begins is hit
 * whenever it is entered; and branch stacks have the branches that led there, among the last few in front of a sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUN_ENTRIES_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUN_ENTRIES_H

#include "core/base/idmap.h"
#include "core/profile/keys/key.h"

/* Where the entries of functions were hit by probes in a run; zero-initialise. */
struct run_entries {
    struct idmap symbols, hit; /* numbers of functions; per one and an event where, + 1 */
};

/* Samples of an event at a place; it counts by this number, as others may. */
void run_entries_see(struct run_entries *r, uint32_t number, const struct event *event,
                     const struct place *p);

/* Once all are seen: whether they are hits of a probe where the place's function begins, and of the only one there: two
   count each entry twice. */
bool run_entries_is_probe(struct run_entries *r, uint32_t number, const struct event *event,
                          const struct place *p);
void run_entries_free(struct run_entries *r);

/* Of branches that led into a function, how long the stack is that has them; 0: of others. */
extern const struct key run_entries_key;

/* How many entries a branch of such a cell stands for, if the samples of the event have a mean period. */
double run_entries_each(const struct cell *c, double period);

#endif
