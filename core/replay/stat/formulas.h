/*
 * formulas: what a count means relative to others: CPUs used, rate per second, percentage. The formulas are those of
 * perf 6.1 (tools/perf/util/stat-shadow.c) that need events alone; those of perf's tables of CPU models (pmu-events)
 * are missing. All counts of a formula are of one round.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H
#define PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H

#include "core/replay/stat/metrics.h"

struct metric {
    double value;
    const char *unit;        /* "insn per cycle"; NULL: no metric, only its room */
    const char *suffix;      /* behind the value: "%" */
    uint8_t width, decimals; /* of the printed value */
    bool is_known;           /* else only the unit is printed: the base was not counted */
    bool on_new_line;        /* on a line of its own */
};

/* The metrics of a count, mostly one. */
struct metric_list {
    struct metric v[2];
    unsigned n;
};

/* The metrics of a row; metrics_round() has seen its round. */
struct metric_list formulas_of(const struct metrics *m, const struct stat_aggregate_row *r);

#endif
