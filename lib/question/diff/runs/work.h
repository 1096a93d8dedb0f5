/* work: how much work each run did, which its cost is divided by (--per, --per-file). */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_WORK_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_WORK_H

#include "lib/question/diff/runs/replicates.h"

/* Whether an event of each run counts its work (--per EVENT). */
bool work_is_event(const struct gate_opts *o);

/* Whether it is an event of this name, with or without to whom it is restricted, by the letters that perf knows for
   that. */
bool work_counts(const struct gate_opts *o, const char *event);

/* Set the work of each run: 1 where nothing is asked for, 0 for now where an event counts it. False: it was shown
   why. */
bool work_read(struct replicates *r, const struct gate_opts *o, struct outlet *err);

#endif
