/*
 * metrics: what a count means beside others: how much of a CPU, how often in a second, how many in a hundred.
 * The formulas are perf 6.1's (tools/perf/util/stat-shadow.c) that need nothing but the events; those of
 * perf's tables of CPU models (pmu-events) are not here. What a count is measured by is of the same round,
 * and the mean of several events of one meaning (cpu-clock and task-clock), as in perf: what was not counted
 * is 0 in that mean.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_METRICS_H
#define PERFOLIO_CORE_REPLAY_STAT_METRICS_H

#include "core/replay/stat/stat_aggregate.h"

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

struct metrics {
    const struct stat_aggregate *aggregate;
    struct mean {
        double mean;
        uint64_t n;
    } * v, walltime; /* walltime: ns, of rounds that were all of it */
    size_t n, cap;
    struct idmap at;  /* of a place and what is measured by: the index + 1 into v */
    uint32_t *basis;  /* by event: what is measured by it; UINT32_MAX: nothing */
    bool *exists;     /* of what is measured by: whether there is an event for it */
    bool no_recovery; /* no event is topdown-recovery-bubbles */
};

void metrics_init(struct metrics *m, const struct stat_aggregate *t);

/* See a round of the aggregate, before its rows are asked for. */
void metrics_round(struct metrics *m);

/* The count of a row, in its event's unit. */
double metrics_value(const struct metrics *m, const struct stat_aggregate_row *r);

struct metric_list metrics_of(const struct metrics *m, const struct stat_aggregate_row *r);

void metrics_free(struct metrics *m);

#endif
