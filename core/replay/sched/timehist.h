/*
 * timehist: for every switch, how long the thread that leaves the CPU has run, and how long it waited before
 * this run. Also sums these times by thread and by CPU. Times are counted as in perf sched timehist since
 * 6.12 (builtin-sched.c):
 *
 *      left        woken       gets the CPU   leaves it
 *  -----|------------|--------------|-------------|----
 *       '--------- wait ------------'
 *                    '--- delay ----'---- run ----'
 *
 * A preempted thread needs no wakeup: all of its wait is delay.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_TIMEHIST_H
#define PERFOLIO_CORE_REPLAY_SCHED_TIMEHIST_H

#include "core/replay/sched/schedule.h"

struct timehist_span {
    uint64_t run, delay; /* ns */
    /* the wait, by the thread's state when it left the CPU: iowait: D; preempt: R; sleep: all other states */
    uint64_t sleep, iowait, preempt;
};

/* A thread, or the idle task of a CPU. */
struct timehist_row {
    uint64_t left, ready;     /* left: when it left the CPU; ready: when it could run again; 0: not seen */
    char letter;              /* its state when it left */
    struct timehist_span now; /* times of the last switch */
    /* Sums over all switches, unless no_sums: */
    struct timehist_span total;
    uint64_t n;           /* how often it left a CPU */
    double mean, squares; /* mean of its runs; sum of squared differences from this mean */
    uint64_t min, max;
    uint64_t migrations;
};

struct timehist_cpu {
    struct timehist_row idle;
    uint64_t last;                /* time of the last switch; 0: none */
    struct sched_task *last_task; /* with idle_only: the thread that ran before the idle task */
    /* number, from timehist_sink.chain(), of the call chain with which last_task left the CPU */
    uint32_t last_chain;
};

/* The functions that get the results, one for each kind of event; NULL: ignored. `arg` is timehist.arg. */
struct timehist_sink {
    void (*left)(void *arg, const struct sched_event *e, const struct timehist_row *row, uint64_t time);
    void (*woken)(void *arg, const struct sched_event *e);
    void (*migrated)(void *arg, const struct sched_event *e);
    void (*lost)(void *arg, const struct sched_event *e);
    /* Returns the number of an event's call chain, from 1 on. */
    uint32_t (*chain)(void *arg, const struct sched_event *e);
    void (*idled)(void *arg, const struct sched_cpu *cpu, uint32_t chain, uint64_t ns);
};

struct timehist {
    /* The caller sets these members: */
    struct schedule schedule; /* `replay` is set, without a filter */
    /* pids, tids and CPUs to print and sum up; waits are still followed on all CPUs */
    const struct filter *filter;
    uint64_t from, to; /* ns: limits of time; 0: none */
    bool idle_only;    /* runs of the idle task count for the thread that ran before it */
    bool migrations;   /* count and show migrations */
    bool no_sums;      /* do not sum up */
    const struct timehist_sink *sink;
    void *arg;
    /* timehist_run() sets these members: */
    /* time of the first and of the last counted switch; `first` is `from` if there were switches before
       `from` */
    uint64_t first, last;
    bool before;
    uint64_t counted; /* events that were printed or summed up */
    uint64_t skipped; /* events of threads that the filter drops */
    uint32_t max_cpu; /* as in perf: timehist_cpus(), or the highest CPU number seen if it is higher */
};

/* Number of CPUs online; 4 if it is not recorded, as in perf. */
static inline uint32_t timehist_cpus(const struct capture *c)
{
    return c->env.cpus_online ? c->env.cpus_online : 4;
}

/* Read the capture. False: it cannot be read, and `e` is set. Free everything with schedule_free(). */
bool timehist_run(struct timehist *t, struct err *e);

/* The times of a thread. */
static inline const struct timehist_row *timehist_row(const struct sched_task *k)
{
    return k->own;
}

/* The threads in perf's order: by the low 8 bits of the tid; of these, threads whose tid was used again
   come last; then by tid. malloc'ed. */
const struct sched_task **timehist_order(const struct timehist *t);

/* Whether the filter drops a thread. */
bool timehist_hides(const struct timehist *t, const struct sched_task *k);

/* Standard deviation of the mean of a row's runs, in percent of the mean. */
double timehist_deviation(const struct timehist_row *r);

#endif
