/*
 * timehist: at every switch, how long the thread that leaves the CPU had run, and waited before that, and
 * what that adds up to per thread and CPU, as perf sched timehist since 6.12 counts it (builtin-sched.c):
 *
 *      left        woken       gets the CPU   leaves it
 *  -----|------------|--------------|-------------|----
 *       '--------- wait ------------'
 *                    '--- delay ----'---- run ----'
 *
 * Who was preempted needs no wakeup: all of its wait is delay.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_TIMEHIST_H
#define PERFOLIO_CORE_REPLAY_SCHED_TIMEHIST_H

#include "core/replay/sched/schedule.h"

struct timehist_span {
    uint64_t run, delay;             /* ns */
    uint64_t sleep, iowait, preempt; /* the wait, by the state of the thread: D is iowait, R preempt */
};

/* A thread, or the idle task of a CPU. */
struct timehist_row {
    uint64_t left, ready;     /* when it left, and could run again; 0: that was not seen */
    char letter;              /* its state then */
    struct timehist_span now; /* up to the last switch */
    /* Of all of them, without no_sums: */
    struct timehist_span total;
    uint64_t n;           /* how often it left a CPU */
    double mean, squares; /* of its runs, and the sum of their squared distances from that */
    uint64_t min, max;
    uint64_t migrations;
};

struct timehist_cpu {
    struct timehist_row idle;
    uint64_t last;                /* the last switch; 0: there was none */
    struct sched_task *last_task; /* who ran before the idle task, with `idle_only` */
    uint32_t last_chain;          /* and why it went, as timehist_sink.chain() numbered it */
};

/* What is called for what; NULL: nothing. `arg` is that of struct timehist. */
struct timehist_sink {
    void (*left)(void *arg, const struct sched_event *e, const struct timehist_row *row, uint64_t time);
    void (*woken)(void *arg, const struct sched_event *e);
    void (*migrated)(void *arg, const struct sched_event *e);
    void (*lost)(void *arg, const struct sched_event *e);
    /* A number for the call chain of an event, not 0. */
    uint32_t (*chain)(void *arg, const struct sched_event *e);
    void (*idled)(void *arg, const struct sched_cpu *cpu, uint32_t chain, uint64_t ns);
};

struct timehist {
    /* Set by the user: */
    struct schedule schedule;    /* its replay, which filters nothing */
    const struct filter *filter; /* pids, tids: threads; cpus: of which lines and sums are wanted; how threads
                                    wait is known of all */
    uint64_t from, to;           /* only what happened then; 0: it is not limited */
    bool idle_only;              /* what idle tasks run counts as the run of who ran before them */
    bool migrations;             /* they are counted and shown */
    bool no_sums;                /* what switches add up to is not wanted */
    const struct timehist_sink *sink;
    void *arg;
    /* Set by timehist_run(): */
    uint64_t first, last; /* switches that counted; `from` where some were before it */
    bool before;
    uint64_t counted; /* events that are in lines or sums */
    uint64_t skipped; /* events of threads that the filter leaves out */
    uint32_t max_cpu; /* perf's: timehist_cpus(), or the highest number seen so far if that is more */
};

/* How many CPUs were online; 4 where the capture does not say, as in perf. */
static inline uint32_t timehist_cpus(const struct capture *c)
{
    return c->env.cpus_online ? c->env.cpus_online : 4;
}

/* What it knows is freed by schedule_free(). */
bool timehist_run(struct timehist *t, struct err *e);

static inline const struct timehist_row *timehist_row(const struct sched_task *k)
{
    return k->own;
}

/* Threads in the order in which perf goes through them: by the low 8 bits of the tid, then by tid, those
   whose tid another thread has by now at last. The array is malloc'ed. */
const struct sched_task **timehist_order(const struct timehist *t);

/* Whether the filter leaves a thread out. */
bool timehist_hides(const struct timehist *t, const struct sched_task *k);

/* The standard deviation of the mean of a row's runs in percent of the mean. */
double timehist_deviation(const struct timehist_row *r);

#endif
