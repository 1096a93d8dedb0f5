/*
 * metrics: what counts are measured by: the means of a round of cycles, of time and so on, each of all events of one
 * meaning (cpu-clock and task-clock), as in perf: what was not counted is 0 in that mean.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_METRICS_H
#define PERFOLIO_CORE_REPLAY_STAT_METRICS_H

#include <string.h>

#include "core/replay/stat/stat_aggregate.h"

/* What others are measured by. */
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
    ANY = UINT32_MAX, /* a type or a config */
};

/* PERF_COUNT_HW_* and PERF_COUNT_HW_CACHE_* (linux/perf_event.h). */
enum { HW_CYCLES, HW_INSTRUCTIONS, HW_CACHE_REFS, HW_CACHE_MISSES, HW_BRANCHES, HW_BRANCH_MISSES };
enum { HW_STALLED_FRONT = 7, HW_STALLED_BACK };
enum { CACHE_L1D, CACHE_L1I, CACHE_LL, CACHE_DTLB, CACHE_ITLB, CACHE_READ_MISS = 1 << 16 };

/* An event of a type and config, or of a name where that is given. */
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

/* The mean of a basis at a place in events that exclude what this one does, or 0; whether there are such events.
   Time is time, whatever its event excludes. */
double metrics_mean(const struct metrics *m, enum basis b, const struct event *e, uint32_t place);
bool metrics_knows(const struct metrics *m, enum basis b, const struct event *e);

void metrics_free(struct metrics *m);

#endif
