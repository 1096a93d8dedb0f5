/*
 * latency: how long threads that could run waited for a CPU, counted as in perf sched latency since 6.12
 * (builtin-sched.c). A wait begins at the wakeup, or when a runnable thread is switched out. It ends when the
 * thread is switched in.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H
#define PERFOLIO_CORE_REPLAY_SCHED_LATENCY_H

#include "core/replay/sched/schedule.h"

struct latency_row {
    /* the thread; after latency_merge() the one with the largest tid among threads with the same name */
    const struct sched_task *task;
    const char *comm;          /* last name; NULL: not recorded */
    int32_t pid;               /* -1: not recorded */
    uint32_t threads;          /* threads in this row */
    uint64_t runtime;          /* ns, from sched_stat_runtime or SWITCH records */
    uint64_t waits;            /* number of waits */
    uint64_t total, max;       /* ns waited: sum and longest wait */
    uint64_t max_from, max_to; /* when the longest wait began and ended */
};

struct latency {
    /* The caller sets these members: */
    struct schedule schedule; /* `replay` is set, without a filter */
    /* Counts only waits that end on the filter's CPUs, and runs and wakeups on these CPUs; NULL: all. */
    const struct filter *filter;
    /* Set by latency_list(): */
    struct latency_row *rows; /* threads, the largest tid first */
    size_t n;
    /* Set by latency_run(): */
    /* timed: wakeups of sleeping threads; unordered: those of them with a time before the switch at which the thread
       left the CPU */
    uint64_t unordered, timed;
    uint64_t out_of_place; /* switches whose previous thread did not have the CPU */
};

/* Read the capture. False: it cannot be read, and `e` is set. */
bool latency_run(struct latency *l, struct err *e);

/* Make the rows of threads. The timeline must be sealed, since it has the names. */
void latency_list(struct latency *l);
void latency_free(struct latency *l);

/* Merge the rows of threads with the same name. Rows are then in descending order of names. */
void latency_merge(struct latency *l);

/* Average wait in ns; 0 without waits. */
static inline uint64_t latency_average(const struct latency_row *r)
{
    return r->waits ? r->total / r->waits : 0;
}

#endif
