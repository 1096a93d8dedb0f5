/*
 * formulas: what a count means beside others: how much of a CPU, how often in a second, how many in a hundred.
 * They are perf 6.1's (tools/perf/util/stat-shadow.c) that need nothing but the events; those of perf's tables
 * of CPU models (pmu-events) are not here. What a count is measured by is of the same round.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H
#define PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H

#include "core/replay/stat/metrics.h"

struct metric {
    double value;
    const char *unit;        /* "insn per cycle"; NULL: it is none, only the room for one */
    const char *suffix;      /* of the value: "%" */
    uint8_t width, decimals; /* how the value is printed */
    bool is_known;           /* else there is the unit alone: what it is measured by was not counted */
    bool on_new_line;        /* below the one before */
};

/* Those of a count; mostly one. */
struct metric_list {
    struct metric v[2];
    unsigned n;
};

struct metric_list formulas_of(const struct metrics *m, const struct stat_aggregate_row *r);

#endif
