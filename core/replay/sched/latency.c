#include "core/replay/sched/latency.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum state { SLEEPS, WAITS, RUNS, LOST_TRACK };

struct thread {
    bool seen;
    enum state state;
    uint64_t left; /* when it was switched out */
    uint64_t ready;
    struct latency_row row;
};

struct processor {
    bool seen;
    const struct sched_task *runs;
    uint64_t since;
};

/* A thread leaves the CPU. This is also called at a thread's first event, as if it had just left the CPU. */
static void sched_latency_leave(struct thread *k, uint64_t time, bool can_run)
{
    k->seen = true;
    k->state = SLEEPS;
    k->left = time;
    k->ready = 0;
    if (can_run) {
        k->state = WAITS;
        k->ready = time;
    }
}

/* A thread gets the CPU. `counts`: whether its wait is counted. */
static void sched_latency_enter(struct thread *k, uint64_t time, bool counts)
{
    if (k->state != WAITS)
        return;
    if (time < k->ready) {
        k->state = LOST_TRACK;
        return;
    }
    k->state = RUNS;
    uint64_t waited = time - k->ready;
    if (!counts)
        return;
    k->row.total += waited;
    k->row.waits++;
    if (waited > k->row.max) {
        k->row.max = waited;
        k->row.max_from = k->ready;
        k->row.max_to = time;
    }
}

/* Whether rows and sums include the CPU of an event. The states of threads are followed on all CPUs. */
static bool is_counted(const struct latency *l, const struct sched_event *e)
{
    return !l->filter || filter_has_cpu(l->filter, e->cpu->number);
}

static void sched_latency_see_switch(void *arg, const struct sched_event *e)
{
    struct latency *l = arg;
    struct thread *out = e->task->own, *in = e->next->own;
    struct processor *cpu = e->cpu->own;
    const bool counts = is_counted(l, e);
    l->out_of_place += counts && cpu->seen && cpu->runs->tid != e->task->tid;
    /* without sched_stat_runtime only switches show how long a thread ran */
    const bool shows_run = l->schedule.by_records && cpu->seen;
    if (counts && shows_run)
        out->row.runtime += e->when.time - cpu->since;
    *cpu = (struct processor){ true, e->next, e->when.time };
    sched_latency_leave(out, e->when.time, e->letter == 'R');
    if (!in->seen)
        sched_latency_leave(in, e->when.time, true);
    sched_latency_enter(in, e->when.time, counts);
}

static void see_run(void *arg, const struct sched_event *e)
{
    const struct latency *l = arg;
    struct thread *k = e->task->own;
    if (!k->seen)
        sched_latency_leave(k, e->when.time, true);
    if (is_counted(l, e))
        k->row.runtime += e->amount;
}

static void sched_latency_see_wakeup(void *arg, const struct sched_event *e)
{
    struct latency *l = arg;
    struct thread *k = e->task->own;
    if (!k->seen)
        sched_latency_leave(k, e->when.time, false);
    const bool counts = is_counted(l, e);
    if (k->state != SLEEPS) /* it was not asleep */
        return;
    l->timed += counts;
    if (k->left > e->when.time) {
        l->unordered += counts;
        return;
    }
    k->state = WAITS;
    k->ready = e->when.time;
}

static const struct schedule_view view = { .switched = sched_latency_see_switch,
                                           .ran = see_run,
                                           .woken = sched_latency_see_wakeup };

static int by_tid(const void *a, const void *b)
{
    const struct sched_task *x = ((const struct latency_row *)a)->task,
                            *y = ((const struct latency_row *)b)->task;
    if (x->tid != y->tid) {
        if (x->tid > y->tid)
            return -1;
        return 1;
    }
    if (x->number > y->number)
        return -1;
    return 1;
}

bool latency_run(struct latency *l, struct err *e)
{
    struct schedule *s = &l->schedule;
    s->view = &view;
    s->arg = l;
    s->task_own = sizeof(struct thread);
    s->cpu_own = sizeof(struct processor);
    return schedule_run(s, e);
}

void latency_list(struct latency *l)
{
    const struct schedule *s = &l->schedule;
    l->rows = mem_new(s->ntasks, sizeof(*l->rows));
    for (size_t i = 0; i < s->ntasks; i++) {
        const struct thread *k = s->tasks[i]->own;
        if (!k->seen)
            continue;
        struct latency_row *r = &l->rows[l->n++];
        *r = k->row;
        r->task = s->tasks[i];
        r->comm = schedule_last_comm(s, r->task);
        r->pid = schedule_last_pid(s, r->task);
        r->threads = 1;
    }
    mem_sort(l->rows, l->n, sizeof(*l->rows), by_tid);
}

static void sched_latency_shown_name(const struct latency_row *r, struct text *out)
{
    out->n = 0;
    key_comm_text(r->comm, r->task->tid, out);
}

/* A row and its printed name, for sorting. */
struct named {
    struct latency_row row;
    size_t place;
    char *name;
};

static int sched_latency_by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = strcmp(y->name, x->name);
    if (order)
        return order;
    if (x->place < y->place)
        return -1;
    return 1;
}

static void sched_latency_add(struct latency_row *to, const struct latency_row *from)
{
    to->threads += from->threads;
    to->runtime += from->runtime;
    to->waits += from->waits;
    to->total += from->total;
    if (from->max > to->max) {
        to->max = from->max;
        to->max_from = from->max_from;
        to->max_to = from->max_to;
    }
}

void latency_merge(struct latency *l)
{
    struct named *all = mem_new(l->n, sizeof(*all));
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct text name = { 0 };
        sched_latency_shown_name(&l->rows[i], &name);
        all[i] = (struct named){ l->rows[i], i, name.s };
    }
    mem_sort(all, l->n, sizeof(*all), sched_latency_by_name);
    for (size_t i = 0; i < l->n; i++) {
        if (i && !strcmp(all[i].name, all[i - 1].name))
            sched_latency_add(&l->rows[n - 1], &all[i].row);
        else
            l->rows[n++] = all[i].row;
    }
    for (size_t i = 0; i < l->n; i++)
        free(all[i].name);
    free(all);
    l->n = n;
}

void latency_free(struct latency *l)
{
    schedule_free(&l->schedule);
    free(l->rows);
}
