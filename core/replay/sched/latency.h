/*
 * latency: how long threads waited for a CPU while they could run, as perf sched latency counts it since 6.12
 * (builtin-sched.c): from the wakeup, or from being switched out while runnable, to being switched in.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H
#define PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H

#include "core/replay/sched/schedule.h"

struct latency_row {
    const struct sched_task *task; /* the thread; of several with one name the one with the largest tid */
    const char *comm;              /* last name; NULL: not recorded */
    int32_t pid;                   /* -1: not recorded */
    uint32_t threads;              /* threads in this row */
    uint64_t runtime;              /* ns, from sched_stat_runtime or SWITCH records */
    uint64_t waits;                /* number of waits */
    uint64_t total, max;           /* ns waited: sum and longest wait */
    uint64_t max_from, max_to;     /* when the longest wait began and ended */
};

struct latency {
    /* Set by the user: */
    struct schedule schedule; /* with its replay, which has no filter */
    /* Waits that end on the filter's CPUs, and runs and wakeups on these CPUs, count; NULL: all count. */
    const struct filter *filter;
    /* Set by latency_list(): */
    struct latency_row *rows; /* threads, the largest tid first */
    size_t n;
    /* Set by latency_run(): */
    /* unordered: wakeups with an earlier time than the switch at which the thread left the CPU; timed: all
       wakeups of sleeping threads */
    uint64_t unordered, timed;
    uint64_t out_of_place; /* switches away from a thread that did not have the CPU */
};

/* Read the capture. False with `e` set when it cannot be read. */
bool latency_run(struct latency *l, struct err *e);

/* Make the rows of threads. The timeline is sealed, so that it has their names. */
void latency_list(struct latency *l);
void latency_free(struct latency *l);

/* Join rows of threads with the same name; rows are then in descending order of names. */
void latency_merge(struct latency *l);

/* ns per wait; 0 without waits. */
static inline uint64_t latency_average(const struct latency_row *r)
{
    return r->waits ? r->total / r->waits : 0;
}

#endif
