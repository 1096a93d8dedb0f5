/*
 * lone_code: the code of functions that one side of a comparison alone has, so that match_runs() finds which of them are
 * one under two names. Runs are opened again for it, as few as have them all, and only where both sides have such
 * functions.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_LONE_CODE_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_LONE_CODE_H

#include "lib/question/diff/runs/replicates.h"

/* Guess which names are of one thing, and give it one name in the rows of all runs, which were read. Shows on `err` what
   cannot be compared. */
void lone_code_guess(struct replicates *r, const struct diff_opts *o, struct outlet *err);

#endif
