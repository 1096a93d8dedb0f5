/*
 * formulas: what metrics.c gives to the formulas, a row each in formulas.c. Nothing here is for other files.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H
#define PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H

#include <string.h>

#include "core/replay/stat/metrics.h"

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

/* What an event excludes, as bits: a count is measured by one that excludes as much. */
enum { CONTEXTS = 32 };

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
    return m->name ? !strcmp(m->name, e->name) : m->type == e->attr.type && m->config == e->attr.config;
}

/* A count that is asked about. */
struct question {
    const struct metrics *metrics;
    const struct event *event;
    uint32_t place;
    double value;
    enum basis basis; /* set by formulas_answer(): of the row that answers, and its unit */
    const char *unit;
};

/* What is measured by a basis in events that exclude what this one does. Time is time, whatever its event
   excludes. */
uint32_t formulas_basis_in(enum basis b, const struct event *e);

/* Answer with one metric or more, or with none. */
void formulas_answer(struct question *q, struct metric_list *l);

#endif
