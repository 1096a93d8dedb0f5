/*
 * latency: how long threads waited for a CPU once they could run, as perf sched latency counts it
 * since 6.12 (builtin-sched.c): from the wakeup, or from being switched out while able to run, to being
 * switched in.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H
#define PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H

#include "core/replay/sched/schedule.h"

struct latency_row {
    const struct sched_task *task; /* the thread, or of several of one name the one with the largest tid */
    const char *comm;              /* its last one; NULL: not recorded */
    int32_t pid;                   /* -1: not recorded */
    uint32_t threads;              /* how many threads it is about */
    uint64_t runtime;              /* ns, by sched_stat_runtime, or SWITCH records */
    uint64_t waits;                /* how often it waited */
    uint64_t total, max;           /* ns of waiting, in all and at most */
    uint64_t max_from, max_to;     /* from when to when that was */
};

struct latency {
    /* Set by the user: */
    struct schedule schedule; /* its replay */
    /* cpus: of which waits that end there, runs and wakeups count; its replay filters nothing. NULL: all do. */
    const struct filter *filter;
    /* Set by latency_list(): */
    struct latency_row *rows; /* threads, the largest tid first */
    size_t n;
    /* Set by latency_run(): */
    uint64_t unordered, timed; /* wakeups from before the thread was switched out; of so many */
    uint64_t out_of_place;     /* switches away from a thread that was not there */
};

bool latency_run(struct latency *l, struct err *e);

/* The rows of threads, once the timeline is sealed, which has their names. */
void latency_list(struct latency *l);
void latency_free(struct latency *l);

/* Make one row of threads with one name; rows are then in the order of names, the last one first. */
void latency_merge(struct latency *l);

static inline uint64_t latency_average(const struct latency_row *r)
{
    return r->waits ? r->total / r->waits : 0;
}

#endif
