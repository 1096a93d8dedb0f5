/*
 * formulas: metrics that relate a count to other counts: CPUs used, rate per second, percentage. They are the
 * formulas of perf 6.1 (tools/perf/util/stat-shadow.c) that need events alone. The formulas from perf's
 * tables of CPU models (pmu-events) are missing. All counts of a formula are from one round.
 */
#ifndef PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H
#define PERFOLIO_CORE_REPLAY_STAT_FORMULAS_H

#include <string.h>

#include "core/replay/stat/counters.h"

/* The counts of a round, added up by CPU, core, die, socket, node or thread, or over all of them. There is
   one row for each event and place, in perf's order. Events without a count at a place have rows, too, if
   counters_reserve_rows() allows it. */

/* A place: the CPUs or the thread whose counts are added up. A member of -1 means that the place covers
   all of its values. */
struct stat_aggregate_place {
    int32_t node, socket, die, core, cpu, thread;
    size_t first, n; /* its CPUs, in stat_aggregate.cpus */
};

struct stat_aggregate_row {
    uint32_t event, place;
    uint32_t ncpus; /* number of CPUs added up; includes the first CPU without a count, which ends the sum */
    struct counts counts;
};

struct stat_aggregate {
    struct counters *counters;
    enum counters_by by;
    struct stat_aggregate_place *places;
    size_t nplaces;
    struct stat_aggregate_row *rows;
    size_t nrows;
    /* private */
    int32_t *cpus;       /* grouped by place */
    struct idmap of_cpu; /* by CPU + 1: index + 1 of the CPU's place */
    struct stat_aggregate_part *parts;
    size_t nparts;
    bool *reached; /* per event and place: whether the event could be counted there; NULL: not computed yet */
};

/* Call it at the first round, when CPU_MAP and THREAD_MAP are known. `by` BY_UNSET: aggregate as recorded.
   If the capture lacks the data for `by`, a problem is counted, and t->by is the aggregation that is used
   instead. */
void stat_aggregate_init(struct stat_aggregate *t, struct counters *c, enum counters_by by);

/* Make the rows of the round that has ended. */
void stat_aggregate_round(struct stat_aggregate *t);

/* Whether the events of a row were counted; if not, its count is unknown. */
static inline bool stat_aggregate_is_counted(const struct stat_aggregate_row *r)
{
    return r->counts.enabled && r->counts.running;
}

void stat_aggregate_free(struct stat_aggregate *t);

/* A basis is a quantity that counts are compared with, such as cycles or time. Its value is the mean count
   in a round, over all events that count the same quantity (cpu-clock and task-clock). As in perf, an
   event without a count adds 0 to the mean. */

/* A quantity that counts are compared with. */
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
    ANY = UINT32_MAX, /* in event_pattern: matches any type or config */
};

/* PERF_COUNT_HW_* and PERF_COUNT_HW_CACHE_* (linux/perf_event.h). */
enum { HW_CYCLES, HW_INSTRUCTIONS, HW_CACHE_REFS, HW_CACHE_MISSES, HW_BRANCHES, HW_BRANCH_MISSES };
enum { HW_STALLED_FRONT = 7, HW_STALLED_BACK };
enum { CACHE_L1D, CACHE_L1I, CACHE_LL, CACHE_DTLB, CACHE_ITLB, CACHE_READ_MISS = 1 << 16 };

/* Matches events by name; if `name` is NULL, by type and config. */
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
    } * v, walltime; /* walltime: ns, from rounds with `final` */
    size_t n, cap;
    struct idmap at;  /* by place and basis: index + 1 into v */
    uint32_t *basis;  /* per event: the basis that it counts; UINT32_MAX: none */
    bool *exists;     /* per basis: whether some event counts it */
    bool no_recovery; /* no event is named topdown-recovery-bubbles */
};

/* `t` must outlive the metrics. */
void metrics_init(struct metrics *m, const struct stat_aggregate *t);

/* Read the counts of a round. Call it before formulas_of(). */
void metrics_round(struct metrics *m);

/* The count of a row, in the unit of the event. */
double metrics_value(const struct metrics *m, const struct stat_aggregate_row *r);

/* metrics_mean(): the mean of a basis at a place, over the events with the same exclude_* flags as `e`;
   NSECS ignores these flags. 0: no such event. metrics_has_basis(): whether there is such an event. */
double metrics_mean(const struct metrics *m, enum basis b, const struct event *e, uint32_t place);
bool metrics_has_basis(const struct metrics *m, enum basis b, const struct event *e);

void metrics_free(struct metrics *m);

struct metric {
    double value;
    const char *unit;        /* "insn per cycle"; NULL: no metric, print blanks instead */
    const char *suffix;      /* printed after the value: "%" */
    uint8_t width, decimals; /* of the printed value */
    bool is_known;           /* false: the basis was not counted, so only the unit is printed */
    bool on_new_line;        /* print it on its own line */
};

/* The metrics of a count; most counts have one. */
struct metric_list {
    struct metric v[2];
    unsigned n;
};

/* The metrics of a row. metrics_round() must have read its round. */
struct metric_list formulas_of(const struct metrics *m, const struct stat_aggregate_row *r);

#endif
