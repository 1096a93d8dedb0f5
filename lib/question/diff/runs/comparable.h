/*
 * comparable: which objects' functions mean the same in all runs. Where some runs have symbols that others lack, what has a
 * name in one has none in the other; where some know what was inlined, functions are those that were linked
 * (core/profile/runs/settle.h), of which one that a side alone has may be inlined on the other.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_COMPARABLE_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_COMPARABLE_H

#include "lib/question/diff/runs/replicates.h"

/* See what the objects of a run have their names from that was added last; its session is open. */
void comparable_see(struct replicates *r, const struct session *s);

/* Once names were guessed, if they were: find what is not comparable, and add sentences about it to what differs between the
   sides. */
void comparable_find(struct replicates *r, bool guessed);

/* Why a row is not to be judged, in a few words; NULL: it is. `alone`: one side alone has it. Of call paths before they are
   freed. */
const char *comparable_not(const struct replicates *r, const struct run_row *row, bool alone);

#endif
