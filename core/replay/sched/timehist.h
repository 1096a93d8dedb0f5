/*
 * timehist: for every switch, how long the thread that leaves the CPU has run, and how long it waited before this
 * run; also the sums per thread and CPU. Times are counted as in perf sched timehist since 6.12 (builtin-sched.c):
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
    /* the wait, by the thread's state when it left the CPU: D is iowait, R is preempt, other states are sleep */
    uint64_t sleep, iowait, preempt;
};

/* A thread, or the idle task of a CPU. */
struct timehist_row {
    uint64_t left, ready;     /* left: when it left the CPU; ready: when it could run again; 0: not seen */
    char letter;              /* its state when it left */
    struct timehist_span now; /* times at the last switch */
    /* Sums over all switches, unless no_sums: */
    struct timehist_span total;
    uint64_t n;           /* how often it left a CPU */
    double mean, squares; /* of its runs; sum of squared differences from the mean */
    uint64_t min, max;
    uint64_t migrations;
};

struct timehist_cpu {
    struct timehist_row idle;
    uint64_t last;                /* time of the last switch; 0: none */
    struct sched_task *last_task; /* who ran before the idle task, with idle_only */
    /* call chain with which last_task left the CPU, numbered by timehist_sink.chain() */
    uint32_t last_chain;
};

/* The functions of a sink, one per kind of event; NULL: not wanted. `arg` is timehist.arg. */
struct timehist_sink {
    void (*left)(void *arg, const struct sched_event *e, const struct timehist_row *row, uint64_t time);
    void (*woken)(void *arg, const struct sched_event *e);
    void (*migrated)(void *arg, const struct sched_event *e);
    void (*lost)(void *arg, const struct sched_event *e);
    /* Number the call chain of an event, from 1 on. */
    uint32_t (*chain)(void *arg, const struct sched_event *e);
    void (*idled)(void *arg, const struct sched_cpu *cpu, uint32_t chain, uint64_t ns);
};

struct timehist {
    /* Set by the user: */
    struct schedule schedule; /* with its replay, which has no filter */
    /* pids, tids, and CPUs whose lines and sums are wanted; waits are followed on all CPUs */
    const struct filter *filter;
    uint64_t from, to; /* ns: limits of time; 0: none */
    bool idle_only;    /* runs of idle tasks count for the thread that ran before them */
    bool migrations;   /* count and show migrations */
    bool no_sums;      /* do not add up */
    const struct timehist_sink *sink;
    void *arg;
    /* Set by timehist_run(): */
    /* time of the first and of the last switch that counted; `first` is `from` if some switch came before
       `from` */
    uint64_t first, last;
    bool before;
    uint64_t counted; /* events in lines or sums */
    uint64_t skipped; /* events of threads that the filter leaves out */
    uint32_t max_cpu; /* as in perf: timehist_cpus(), or the highest CPU number seen if that is more */
};

/* How many CPUs were online; 4 if the capture does not say, as in perf. */
static inline uint32_t timehist_cpus(const struct capture *c)
{
    return c->env.cpus_online ? c->env.cpus_online : 4;
}

/* Read the capture. False with `e` set when it cannot be read. schedule_free() frees everything. */
bool timehist_run(struct timehist *t, struct err *e);

/* What is known of a thread. */
static inline const struct timehist_row *timehist_row(const struct sched_task *k)
{
    return k->own;
}

/* The threads in perf's order: by the low 8 bits of the tid, then by tid; threads whose tid was used again come last.
   malloc'ed. */
const struct sched_task **timehist_order(const struct timehist *t);

/* Whether the filter leaves a thread out. */
bool timehist_hides(const struct timehist *t, const struct sched_task *k);

/* Standard deviation of the mean of a row's runs, in percent of the mean. */
double timehist_deviation(const struct timehist_row *r);

#endif
