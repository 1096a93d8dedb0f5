/*
 * probes: which probes of two builds are one. perf names a probe by the file that it is in (probe_old:parse, probe_new:parse) and,
 * where that name is taken, by a number behind it (probe_bench:parse_1): other events, for the one that counts the same.
 */
#ifndef PERFOLIO_CLI_DIFF_RUNS_PROBES_H
#define PERFOLIO_CLI_DIFF_RUNS_PROBES_H

#include "cli/diff/runs/replicates.h"

/* Give events of a run that are none of the known ones (NO_EVENT) the one that is a probe on the same. Each that was joined
   is added to what differs, once. */
void probes_join(struct replicates *r, const struct events *es, uint32_t *event_of);

#endif
