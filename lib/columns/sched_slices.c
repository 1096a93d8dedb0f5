#include "lib/columns/sched_slices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/replay/sched/timehist.h"
#include "formats/perf/records/record_table.h"
#include "lib/columns/sched_slicing.h"

/* A thread that left a CPU: the start of its next wait. */
struct leaving {
    uint32_t thread, stack, waker;
    uint16_t cpu;
    bool over; /* the wait has ended: the thread runs again */
};

struct slicing {
    struct timehist timehist;
    struct replay *replay;
    struct sched_slicing to;
    struct leaving *leavings; /* by number of the thread */
    size_t nleavings;
    struct sched_task **running; /* by CPU: the task that got it last; NULL: unknown */
    size_t nrunning;
};

/* Enlarge the array `v` so that it has an element i; new elements are zero. */
static void *sched_slices_room(void *v, size_t *n, size_t i, size_t size)
{
    if (i < *n)
        return v;
    const size_t more = 2 * i + 16;
    v = mem_resize(v, more, size);
    memset((char *)v + *n * size, 0, (more - *n) * size);
    *n = more;
    return v;
}

static struct leaving *leaving_of(struct slicing *k, const struct sched_task *t)
{
    k->leavings = sched_slices_room(k->leavings, &k->nleavings, t->number, sizeof(*k->leavings));
    return &k->leavings[t->number];
}

static uint32_t sched_slices_thread(struct slicing *k, const struct sched_task *t, struct when when)
{
    const struct column_thread thread = { t->pid, t->tid, schedule_comm(&k->timehist.schedule, t, when) };
    return thread_number(k->to.threads, &thread);
}

static uint32_t slice_find_frames(struct slicing *k, const struct sched_event *e)
{
    if (!e->moment)
        return 0;
    const struct sample *s = e->moment->sample;
    return column_find_stack(&k->to.find, s, (uint32_t)(s->event - k->replay->capture->events.v));
}

/* Adds the wait of a thread that got a CPU at time `got`. The wait starts when the thread left a CPU or, if that was
   not recorded, when it was woken. */
static void add_wait(struct slicing *k, const struct sched_task *t, uint64_t got, uint32_t thread)
{
    const struct timehist_row *row = timehist_row(t);
    struct leaving *l = leaving_of(k, t);
    const bool ready = row->ready && row->ready <= got;
    struct sched_slice w = { .thread = thread, .waker = l->waker, .cpu = SAMPLE_COLUMNS_NO_CPU };
    if (row->left) {
        w.start = row->left;
        w.thread = l->thread;
        w.stack = l->stack;
        w.cpu = l->cpu;
        w.state = row->letter;
    } else if (ready) {
        w.start = row->ready;
    }
    if (l->over)
        return;
    if (!w.start || w.start > got) {
        k->to.open++;
        return;
    }
    w.length = got - w.start;
    if (ready)
        w.delay = got - row->ready;
    l->over = true;
    *MEM_ADD(k->to.v, k->to.n, k->to.cap) = w;
}

/* Notes that a thread runs on a CPU. If the thread was seen to leave a CPU before, adds the wait that ends now. */
static void see_next(struct slicing *k, const struct sched_event *e)
{
    k->running = sched_slices_room(k->running, &k->nrunning, e->cpu->number, sizeof(struct sched_task *));
    k->running[e->cpu->number] = e->next;
    if (e->next->tid && timehist_row(e->next)->left)
        add_wait(k, e->next, e->when.time, 0);
}

static void sched_slices_see_left(void *arg, const struct sched_event *e,
                                  const struct timehist_row *row UNUSED, uint64_t time)
{
    struct slicing *k = arg;
    const uint64_t got = ((const struct timehist_cpu *)e->cpu->own)->last;
    const bool idle = !e->task->tid;
    const struct sched_task *task = idle ? e->task : e->by;
    const struct leaving now = { .thread = sched_slices_thread(k, task, e->when),
                                 .stack = slice_find_frames(k, e),
                                 .cpu = (uint16_t)e->cpu->number };
    struct sched_slice run = {
        .start = got, .length = time - got, .thread = now.thread, .stack = now.stack, .cpu = now.cpu, .ran = 1
    };
    k->running = sched_slices_room(k->running, &k->nrunning, e->cpu->number, sizeof(struct sched_task *));
    k->running[e->cpu->number] = e->next;
    if (!idle) {
        run.state = e->letter;
        if (got)
            add_wait(k, task, got, now.thread);
        *leaving_of(k, task) = now;
    }
    if (got && !(idle && e->half))
        *MEM_ADD(k->to.v, k->to.n, k->to.cap) = run;
    see_next(k, e);
}

/* Notes the wakeup that ends a wait; later wakeups find the thread awake already. */
static void sched_slices_see_woken(void *arg, const struct sched_event *e)
{
    struct slicing *k = arg;
    const struct timehist_row *row = timehist_row(e->task);
    struct leaving *l = leaving_of(k, e->task);
    const bool first = row->ready == e->when.time && row->letter != 'R' && !l->waker;
    if (first)
        l->waker = sched_slices_thread(k, e->by, e->when);
}

/* Adds the waits of threads that got a CPU for the first time and still run when the capture ends. */
static void add_last_waits(struct slicing *k)
{
    const struct schedule *s = &k->timehist.schedule;
    for (size_t i = 0; i < k->nrunning && i < s->ncpus; i++) {
        const struct sched_task *t = k->running[i];
        if (!t || !t->tid)
            continue;
        const struct timehist_cpu *cpu = s->cpus[i]->own;
        const struct when end = { .time = cpu->last, .seq = UINT64_MAX };
        add_wait(k, t, cpu->last, sched_slices_thread(k, t, end));
    }
}

/* The number of threads that were off the CPU when the capture ended. */
static size_t count_unended(const struct slicing *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->nleavings; i++)
        n += k->leavings[i].thread && !k->leavings[i].over;
    return n;
}

static void sched_slices_fill(struct sched_slices *s, const struct sched_slice *v, size_t n)
{
    struct numbered *order = mem_new(n, sizeof(*order));
    for (size_t i = 0; i < n; i++)
        order[i] = (struct numbered){ v[i].start, (uint32_t)i };
    sort_by_number(order, n);
    s->n = n;
    s->start = mem_new(n, SCHED_SLICES_BYTES);
    s->length = s->start + n;
    s->delay = s->length + n;
    s->thread = (uint32_t *)(s->delay + n);
    s->waker = s->thread + n;
    s->stack = s->waker + n;
    s->cpu = (uint16_t *)(s->stack + n);
    s->ran = (uint8_t *)(s->cpu + n);
    s->state = (char *)(s->ran + n);
    for (size_t i = 0; i < n; i++) {
        const struct sched_slice *from = &v[order[i].at];
        s->start[i] = from->start;
        s->length[i] = from->length;
        s->delay[i] = from->delay;
        s->thread[i] = from->thread;
        s->waker[i] = from->waker;
        s->stack[i] = from->stack;
        s->cpu[i] = from->cpu;
        s->ran[i] = from->ran;
        s->state[i] = from->state;
    }
    free(order);
}

/* Reads the slices of a recording that followed CPUs. */
static bool read_cpus(struct sched_slicing *to, struct replay *from, struct err *e)
{
    static const struct timehist_sink sink = { .left = sched_slices_see_left,
                                               .woken = sched_slices_see_woken };
    const struct filter all = { 0 };
    struct slicing k = { .replay = from, .to = *to };
    k.timehist = (struct timehist){
        .schedule.replay = from, .filter = &all, .no_sums = true, .sink = &sink, .arg = &k
    };
    const bool ok = timehist_run(&k.timehist, e);
    if (ok)
        add_last_waits(&k);
    *to = k.to;
    to->open += count_unended(&k);
    schedule_free(&k.timehist.schedule);
    free(k.leavings);
    free(k.running);
    return ok;
}

/* Whether the recording followed threads: the kernel writes SWITCH_CPU_WIDE records for CPUs. */
static bool follows_threads(const struct capture *c)
{
    return c->counts[record_kind_of(PERF_RECORD_SWITCH)];
}

bool sched_slices_read(struct sched_slices *s, struct replay *from, const struct sample_columns *columns,
                       struct thread_numbers *threads, struct err *e)
{
    struct sched_slicing k = { .threads = threads, .find.columns = columns };
    *s = (struct sched_slices){ 0 };
    bool ok = follows_threads(from->capture) ? thread_slices_read(&k, from, e) : read_cpus(&k, from, e);
    if (ok && k.n > UINT32_MAX)
        ok = err_set(e, ERR_UNSUPPORTED, 0, "it has %zu slices, more than %" PRIu32, k.n, UINT32_MAX);
    if (ok)
        sched_slices_fill(s, k.v, k.n);
    s->open = k.open;
    free(k.v);
    return ok;
}

void sched_slices_free(struct sched_slices *s)
{
    free(s->start);
    *s = (struct sched_slices){ 0 };
}
