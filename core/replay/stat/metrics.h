/*
 * metrics: what a count means beside others: how much of a CPU, how often in a second, how many in a hundred.
 * The formulas are perf 6.1's (tools/perf/util/stat-shadow.c) that need nothing but the events; those of
 * perf's tables of CPU models (pmu-events) are not here. What a count is measured by is of the same round,
 * and the mean of several events of one meaning (cpu-clock and task-clock), as in perf: what was not counted
 * is 0 in that mean.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_METRICS_H
#define PERFOLIO_CORE_REPLAY_STAT_METRICS_H

#include "core/replay/stat/metric.h"

void metrics_init(struct metrics *m, const struct stat_aggregate *t);

/* See a round of the aggregate, before its rows are asked for. */
void metrics_round(struct metrics *m);

/* The count of a row, in its event's unit. */
double metrics_value(const struct metrics *m, const struct stat_aggregate_row *r);

struct metric_list metrics_of(const struct metrics *m, const struct stat_aggregate_row *r);

void metrics_free(struct metrics *m);

#endif
