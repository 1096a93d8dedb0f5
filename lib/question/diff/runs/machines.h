/* machines: what machine each run is of and how it was recorded, and what of that is not the same on both sides. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_MACHINES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_MACHINES_H

#include "lib/question/diff/runs/replicates.h"

/* Note what a run's capture says of its machine, and what its problems, which are counted, say of how it was recorded. */
void machines_see(struct replicates *r, struct replicate *run, const struct capture *c);

/* Add a sentence to what differs for each fact that is not the same in all runs. */
void machines_compare(struct replicates *r);

#endif
