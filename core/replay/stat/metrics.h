/*
 * metrics: what counts are compared with: the mean counts of cycles, time and so on in a round, each over all events
 * of the same meaning (cpu-clock and task-clock). As in perf, an event that was not counted is 0 in the mean.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_METRICS_H
#define PERFOLIO_CORE_REPLAY_STAT_METRICS_H

#include <string.h>

#include "core/replay/stat/stat_aggregate.h"

/* What counts are compared with. */
enum basis {
    NSECS,
    CYCLES,
    STALLED_FRONT,
    STALLED_BACK,
    BRANCHES,
    CACHE_REFS,
    L1D,
    L1I,
    LL,
    DTLB,
    ITLB,
    CYCLES_IN_TX,
    TD_TOTAL,
    TD_ISSUED,
    TD_RETIRED,
    TD_FETCH,
    TD_RECOVERY,
    TD_RETIRING,
    TD_BAD_SPEC,
    TD_FRONTEND,
    TD_BACKEND,
    SMI,
    APERF,
    BASES,
    ANY = UINT32_MAX, /* in event_pattern: any type or config */
};

/* PERF_COUNT_HW_* and PERF_COUNT_HW_CACHE_* (linux/perf_event.h). */
enum { HW_CYCLES, HW_INSTRUCTIONS, HW_CACHE_REFS, HW_CACHE_MISSES, HW_BRANCHES, HW_BRANCH_MISSES };
enum { HW_STALLED_FRONT = 7, HW_STALLED_BACK };
enum { CACHE_L1D, CACHE_L1I, CACHE_LL, CACHE_DTLB, CACHE_ITLB, CACHE_READ_MISS = 1 << 16 };

/* Matches events by name, if it has one, else by type and config. */
struct event_pattern {
    uint32_t type, config;
    const char *name;
};

static inline bool event_fits(const struct event_pattern *m, const struct event *e)
{
    if (m->name)
        return !strcmp(m->name, e->name);
    return m->type == e->attr.type && m->config == e->attr.config;
}

struct metrics {
    const struct stat_aggregate *aggregate;
    struct metric_mean {
        double mean;
        uint64_t n;
    } * v, walltime; /* walltime: ns, of final rounds */
    size_t n, cap;
    struct idmap at;  /* by place and basis: index + 1 into v */
    uint32_t *basis;  /* per event: the basis it belongs to; UINT32_MAX: none */
    bool *exists;     /* per basis: an event belongs to it */
    bool no_recovery; /* no event is topdown-recovery-bubbles */
};

/* `t` must outlive the metrics. */
void metrics_init(struct metrics *m, const struct stat_aggregate *t);

/* See a round of the aggregate, before formulas_of() its rows. */
void metrics_round(struct metrics *m);

/* The count of a row in the unit of its event. */
double metrics_value(const struct metrics *m, const struct stat_aggregate_row *r);

/* The mean of a basis at a place, over events that exclude what `e` excludes; 0: none. NSECS ignores exclusions.
   metrics_knows(): whether there are such events. */
double metrics_mean(const struct metrics *m, enum basis b, const struct event *e, uint32_t place);
bool metrics_knows(const struct metrics *m, enum basis b, const struct event *e);

void metrics_free(struct metrics *m);

#endif
