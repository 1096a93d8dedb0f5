#include "core/replay/sched/timehist.h"

#include <math.h>

#include "core/base/mem.h"

static bool sched_timehist_is_hidden(const struct timehist *t, int32_t pid, int32_t tid)
{
    return !filter_number_in(&t->filter->pids, pid) || !filter_number_in(&t->filter->tids, tid);
}

bool timehist_hides(const struct timehist *t, const struct sched_task *k)
{
    return sched_timehist_is_hidden(t, k->pid, k->tid);
}

/* Whether an event of a thread (0: idle task) is left out. Counts it if the filter drops it. */
static bool is_skipped(struct timehist *t, int32_t pid, int32_t tid, bool about_idle)
{
    bool hidden = sched_timehist_is_hidden(t, pid, tid);
    t->skipped += hidden;
    return hidden || (t->idle_only && !about_idle);
}

/* Add the last run to the sums; with `waits` also the wait before the run. A wait belongs to the range of time in
   which it ends, so that only one of two adjacent ranges counts it. */
static void sched_timehist_add(struct timehist_row *r, bool waits)
{
    const uint64_t run = r->now.run;
    double distance = (double)run - r->mean;
    r->n++;
    r->mean += distance / (double)r->n;
    r->squares += distance * ((double)run - r->mean);
    if (run > r->max)
        r->max = run;
    if (r->n == 1 || run < r->min)
        r->min = run;
    r->total.run += run;
    if (!waits)
        return;
    r->total.delay += r->now.delay;
    r->total.sleep += r->now.sleep;
    r->total.iowait += r->now.iowait;
    r->total.preempt += r->now.preempt;
}

double timehist_deviation(const struct timehist_row *r)
{
    if (r->n < 2 || r->mean == 0)
        return 0;
    return 100.0 * sqrt(r->squares / (double)(r->n - 1) / (double)r->n) / r->mean;
}

/* The member of a span that counts the wait of a thread, by the state letter with which it left the CPU. */
static uint64_t *wait_in_state(struct timehist_span *s, char letter)
{
    if (letter == 'R')
        return &s->preempt;
    if (letter == 'D')
        return &s->iowait;
    return &s->sleep;
}

/* A thread leaves the CPU that it got at `got` (0: before the first event of the CPU). Its run counts from
   `since` to `time`; its wait counts as a whole. */
static void account(const struct timehist *t, struct timehist_row *r, uint64_t time, uint64_t since,
                    uint64_t got)
{
    struct timehist_span now = { 0 };
    if (got) {
        now.run = time - since;
        if (r->ready && r->ready <= got)
            now.delay = got - r->ready;
        if (r->left && r->left <= got)
            *wait_in_state(&now, r->letter) = got - r->left;
    }
    r->now = now;
    if (!t->no_sums)
        sched_timehist_add(r, got >= t->from);
}

/* Clip a switch to the wanted time. False: nothing is left. */
static bool clip(const struct timehist *t, uint64_t *time, uint64_t *since)
{
    if (t->from && t->from > *time)
        return false;
    if (*since && t->from > *since)
        *since = t->from;
    if (!t->to)
        return true;
    if (!*since || *since > t->to)
        return false;
    if (*time > t->to)
        *time = t->to;
    return true;
}

/* With idle_only: count the run of an idle task for the thread that ran before it. False: no thread ran
   before. `wanted`: the filter passes the run, so it is counted. */
static bool account_before(struct timehist *t, struct sched_cpu *cpu, uint64_t time, uint64_t since,
                           bool wanted)
{
    struct timehist_cpu *c = cpu->own;
    if (!c->last_task)
        return false;
    struct timehist_row *before = c->last_task->own;
    c->last_task = NULL;
    if (!wanted)
        return true;
    account(t, before, time, since, c->last);
    before->now = (struct timehist_span){ 0 };
    if (c->last_chain && t->sink->idled)
        t->sink->idled(t->arg, cpu, c->last_chain, time - since);
    return true;
}

static void report_switch(struct timehist *t, const struct sched_event *e, struct timehist_row *row,
                          bool idle, uint64_t *time)
{
    struct timehist_cpu *c = e->cpu->own;
    uint64_t since = c->last;
    bool wanted = filter_number_in(&t->filter->cpus, e->cpu->number);
    if (!clip(t, time, &since))
        return;
    t->counted += wanted;
    if (!t->idle_only || idle) {
        if (wanted)
            account(t, row, *time, since, c->last);
        if (t->idle_only && !account_before(t, e->cpu, *time, since, wanted))
            return;
    }
    if (wanted && t->sink->left)
        t->sink->left(t->arg, e, row, *time);
}

static void see_cpu(struct timehist *t, const struct sched_event *e)
{
    if (e->cpu->number > t->max_cpu)
        t->max_cpu = e->cpu->number;
}

static void sched_timehist_see_switch(void *arg, const struct sched_event *e)
{
    struct timehist *t = arg;
    struct timehist_cpu *c = e->cpu->own;
    bool idle = !e->task->tid, to_idle = !e->next->tid;
    struct timehist_row *row = idle ? &c->idle : e->by->own;
    uint64_t time = e->when.time;
    int32_t pid = 0, tid = 0;
    see_cpu(t, e);
    if (!idle && t->idle_only) {
        uint32_t chain = 0;
        if (to_idle && t->sink->chain)
            chain = t->sink->chain(t->arg, e);
        c->last_task = e->by;
        if (chain)
            c->last_chain = chain;
    }
    if (!idle) {
        pid = e->by->pid;
        tid = e->by->tid;
    }
    bool skipped = is_skipped(t, pid, tid, idle || to_idle);
    if (!skipped)
        report_switch(t, e, row, idle, &time);
    t->before = t->before || time < t->from;
    if (!t->first && time >= t->from)
        t->first = t->before ? t->from : time; /* the thread that runs at `from` is known */
    if (!t->to || time <= t->to)
        t->last = time;
    if (!skipped) {
        row->left = e->when.time;
        row->letter = e->letter;
        row->ready = e->letter == 'R' ? e->when.time : 0;
    }
    c->last = e->when.time;
}

/* Whether an event is outside of the wanted time or CPUs. */
static bool is_elsewhere(const struct timehist *t, const struct sched_event *e)
{
    const uint64_t time = e->when.time;
    const bool is_before = t->from && time < t->from, is_behind = t->to && time > t->to;
    return is_before || is_behind || !filter_has_cpu(t->filter, e->cpu->number);
}

/* Whether an event of two threads is left out, which needs both threads to be left out. */
static bool both_skipped(struct timehist *t, const struct sched_event *e)
{
    return is_skipped(t, e->by->pid, e->by->tid, false) && is_skipped(t, e->task->pid, e->task->tid, false);
}

static void sched_timehist_see_wakeup(void *arg, const struct sched_event *e)
{
    struct timehist *t = arg;
    struct timehist_row *row = e->task->own;
    see_cpu(t, e);
    if (!row->ready)
        row->ready = e->when.time;
    if (!t->sink->woken || is_elsewhere(t, e))
        return;
    if (!both_skipped(t, e)) {
        t->counted++;
        t->sink->woken(t->arg, e);
    }
}

static void see_migration(void *arg, const struct sched_event *e)
{
    struct timehist *t = arg;
    struct timehist_row *row = e->task->own;
    see_cpu(t, e);
    if (!t->migrations || is_elsewhere(t, e))
        return;
    row->migrations++;
    if (t->sink->migrated && !both_skipped(t, e)) {
        t->counted++;
        t->sink->migrated(t->arg, e);
    }
}

static void sched_timehist_see_lost(void *arg, const struct sched_event *e)
{
    struct timehist *t = arg;
    if (t->sink->lost)
        t->sink->lost(t->arg, e);
}

static const struct schedule_view view = { .switched = sched_timehist_see_switch,
                                           .woken = sched_timehist_see_wakeup,
                                           .migrated = see_migration,
                                           .lost = sched_timehist_see_lost };

bool timehist_run(struct timehist *t, struct err *e)
{
    struct schedule *s = &t->schedule;
    s->view = &view;
    s->arg = t;
    s->task_own = sizeof(struct timehist_row);
    s->cpu_own = sizeof(struct timehist_cpu);
    t->max_cpu = timehist_cpus(s->replay->capture);
    return schedule_run(s, e);
}

static bool is_replaced(const struct sched_task *k)
{
    return k->until.time != UINT64_MAX;
}

static int by_bucket(const void *a, const void *b)
{
    const struct sched_task *x = *(const struct sched_task *const *)a,
                            *y = *(const struct sched_task *const *)b;
    uint32_t u = (uint32_t)x->tid % 256, v = (uint32_t)y->tid % 256;
    if (u != v) {
        if (u < v)
            return -1;
        return 1;
    }
    if (is_replaced(x) != is_replaced(y)) {
        if (is_replaced(x))
            return 1;
        return -1;
    }
    if (x->tid != y->tid && !is_replaced(x)) {
        if (x->tid < y->tid)
            return -1;
        return 1;
    }
    if (x->number < y->number)
        return -1;
    return 1;
}

const struct sched_task **timehist_order(const struct timehist *t)
{
    size_t n = t->schedule.ntasks;
    const struct sched_task **v = mem_new(n, sizeof(*v));
    for (size_t i = 0; i < n; i++)
        v[i] = t->schedule.tasks[i];
    mem_sort(v, n, sizeof(*v), by_bucket);
    return v;
}
