/*
 * probes: which probes of two builds are one. perf names a probe by the file that it is in (probe_old:parse,
 * probe_new:parse) and, where that name is taken, by a number behind it (probe_bench:parse_1): other events, for
 * the one that counts the same.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_PROBES_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_PROBES_H

#include "lib/question/diff/runs/replicates.h"

/* Give events of a run that are none of the known ones (NO_EVENT) the one that is a probe of the same: both of the
   kernel or both of programs, of one name but for the number that one of both has, and hit at the beginning of the
   same functions. `profile` is counted by runs_keys() of RUN_SELF. What each known one was hit at is noted; each
   that was joined is added to what differs, once. */
void probes_join(struct replicates *r, const struct profile *profile, const struct session *s,
                 uint32_t *event_of);

#endif
