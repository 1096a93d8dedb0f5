/* read_runs: the runs that are asked for are found, opened one after the other, and counted. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_READ_RUNS_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_READ_RUNS_H

#include "lib/question/diff/runs/replicates.h"

/* Fill `r`. False: it was shown why. Either way it is freed by replicates_free(). */
bool read_runs(struct replicates *r, struct diff_opts *o, struct outlet *err);

#endif
