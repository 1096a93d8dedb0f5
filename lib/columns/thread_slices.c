/*
 * The slices of each thread by itself. `perf record --switch-events` without -a writes SWITCH records of the recorded
 * threads alone, without a CPU and without the other thread of the switch:
 *
 *     IN            sched_switch, OUT            IN
 *     |---- a run ---->|------- a wait --------->|
 *
 * The tracepoint comes first, if it was recorded.
 */
#include "core/replay/sched/schedule.h"
#include "lib/columns/sched_slicing.h"

/* A thread; all zero at first. */
struct followed {
    uint64_t got, left, ready; /* when it got and left a CPU last, and was woken since; 0: not seen */
    uint32_t thread, stack, waker;
    uint16_t cpu; /* that it left; SAMPLE_COLUMNS_NO_CPU: not recorded */
    char letter;
};

struct following {
    struct schedule schedule;
    struct sched_slicing *to;
    size_t timeless; /* switches without a time */
};

static uint32_t followed_number(struct following *k, const struct sched_task *t, struct when when)
{
    const struct column_thread thread = { t->pid, t->tid, schedule_comm(&k->schedule, t, when) };
    return thread_number(k->to->threads, &thread);
}

/* A thread leaves its CPU, which may be seen twice. Returns whether a run was added. */
static bool leave(struct following *k, const struct sched_task *t, const struct sched_event *e, uint16_t cpu)
{
    struct followed *f = t->own;
    if (f->left)
        return false;
    const bool ran = f->got && f->got <= e->when.time;
    f->thread = followed_number(k, t, e->when);
    f->left = e->when.time;
    f->cpu = cpu;
    f->letter = e->letter;
    f->stack = f->waker = 0;
    f->ready = e->letter == 'R' ? f->left : 0;
    if (ran)
        *MEM_ADD(k->to->v, k->to->n, k->to->cap) = (struct sched_slice){ .start = f->got,
                                                                         .length = f->left - f->got,
                                                                         .thread = f->thread,
                                                                         .cpu = cpu,
                                                                         .ran = 1,
                                                                         .state = f->letter };
    f->got = 0;
    return ran;
}

static void follow_tracepoint(void *arg, const struct sched_event *e)
{
    struct following *k = arg;
    struct followed *f = e->by->own;
    const struct sample *s = e->moment->sample;
    const bool again = f->left;
    if (!e->by->tid)
        return;
    const bool ran = leave(k, e->by, e, (uint16_t)e->cpu->number);
    if (again)
        return;
    f->stack =
        column_find_stack(&k->to->find, s, (uint32_t)(s->event - k->schedule.replay->capture->events.v));
    if (ran)
        k->to->v[k->to->n - 1].stack = f->stack;
}

static void follow_wakeup(void *arg, const struct sched_event *e)
{
    struct following *k = arg;
    struct followed *f = e->task->own;
    if (!f->left || f->ready)
        return;
    f->ready = e->when.time;
    f->waker = followed_number(k, e->by, e->when);
}

/* A thread gets a CPU. */
static void arrive(struct following *k, struct followed *f, uint64_t time)
{
    struct sched_slice w = { .start = f->left,
                             .length = time - f->left,
                             .thread = f->thread,
                             .waker = f->waker,
                             .stack = f->stack,
                             .cpu = f->cpu,
                             .state = f->letter };
    if (f->ready >= f->left && f->ready <= time)
        w.delay = time - f->ready;
    if (f->left && f->left <= time)
        *MEM_ADD(k->to->v, k->to->n, k->to->cap) = w;
    f->got = time;
    f->left = 0;
}

static void follow_record(void *arg, const struct sched_event *e)
{
    struct following *k = arg;
    if (!e->when.time)
        k->timeless++;
    else if (e->gets)
        arrive(k, e->task->own, e->when.time);
    else
        leave(k, e->task, e, e->cpu ? (uint16_t)e->cpu->number : SAMPLE_COLUMNS_NO_CPU);
}

bool thread_slices_read(struct sched_slicing *to, struct replay *from, struct err *e)
{
    static const struct schedule_view view = { .switched = follow_tracepoint,
                                               .woken = follow_wakeup,
                                               .stepped = follow_record };
    struct following k = { .to = to, .schedule.replay = from };
    k.schedule.view = &view;
    k.schedule.arg = &k;
    k.schedule.task_own = sizeof(struct followed);
    bool ok = schedule_run(&k.schedule, e);
    for (size_t i = 0; i < k.schedule.ntasks; i++)
        to->open += ((const struct followed *)k.schedule.tasks[i]->own)->left > 0;
    if (ok && k.timeless)
        ok = err_set(e, ERR_UNSUPPORTED, 0, "its context switches have no time; perf record -T records it");
    schedule_free(&k.schedule);
    return ok;
}
