#include "core/replay/sched/chart.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum {
    IDLE_STATES = CHART_LANES,
    AWAKE = UINT32_MAX /* power:cpu_idle: end of idling (PWR_EVENT_EXIT) */
};

/* States of a thread that have no lane: */
enum { SLEEPS = CHART_LANES, UNKNOWN };

struct thread {
    bool seen;
    unsigned does; /* CHART_RUN, CHART_WAIT, CHART_BLOCK, SLEEPS or UNKNOWN */
    uint64_t since;
    uint64_t spent[CHART_LANES], runs, first, last;
};

struct processor {
    bool seen, idles, has_power;
    struct sched_task *runs; /* NULL: unknown */
    uint64_t since, busy;
    uint32_t idle_state, khz;
    uint64_t idle_since, khz_since; /* 0: unknown */
};

/* Results of the first reading; arrays are indexed by numbers of threads and CPUs. */
struct chart_plan {
    bool drawing;
    uint32_t *task_row, *cpu_row; /* index + 1; 0: none */
    bool *is_marked;
    size_t ntasks, ncpus;
    uint64_t first, last; /* times of events, ns */
};

/* ---- slices ---- */

/* Clip [*from, *to) to the wanted time. False: nothing is left. */
static bool clip(const struct chart *c, uint64_t *from, uint64_t *to)
{
    uint64_t first = c->from, last = c->to ? c->to : UINT64_MAX;
    if (c->plan->drawing) {
        first = c->first;
        last = c->last;
    }
    if (*from < first)
        *from = first;
    if (*to > last)
        *to = last;
    return *from < *to;
}

static uint32_t slice_of(const struct chart *c, uint64_t time)
{
    assert(time >= c->first && c->per);
    return (uint32_t)((time - c->first) / c->per);
}

/* Pack the times of the current slice, which has ended, into chart_row.parts. */
static void finish_slice(const struct chart *c, struct chart_row *r)
{
    unsigned used = 0, all = 0;
    for (unsigned i = 0; i < CHART_LANES; i++) {
        unsigned n = (unsigned)((double)r->ns[i] / (double)c->per * CHART_PARTS + 0.5);
        if (r->ns[i] && !n)
            n = 1;
        if (n > CHART_PARTS - used)
            n = CHART_PARTS - used;
        used += n;
        all |= n << 4 * i;
        r->ns[i] = 0;
    }
    r->parts[r->at] = (uint16_t)all;
}

static void chart_fill(const struct chart *c, struct chart_row *r, unsigned lane, uint64_t from, uint64_t to)
{
    if (!r->parts)
        return;
    for (uint32_t x = slice_of(c, from); from < to; x++) {
        uint64_t left = c->per - (from - c->first) % c->per, ns = to - from < left ? to - from : left;
        if (x != r->at)
            finish_slice(c, r);
        r->at = x;
        r->ns[lane] += ns;
        from += ns;
    }
}

static void label(const struct chart *c, struct chart_row *r, const struct sched_task *t, uint64_t from,
                  uint64_t to)
{
    const bool is_long = c->named && slice_of(c, to) - slice_of(c, from) >= c->named;
    if (!is_long || r->nlabels >= c->slices / c->named)
        return;
    if (!r->labels)
        r->labels = mem_new(c->slices / c->named, sizeof(*r->labels));
    r->labels[r->nlabels++] = (struct chart_label){ from, to, t };
}

/* The chart's row of a thread or a CPU; NULL: it has none. During the first reading nothing has a row. */
static struct chart_task_row *task_row(struct chart *c, const struct sched_task *t)
{
    if (t->number >= c->plan->ntasks || !c->plan->task_row[t->number])
        return NULL;
    return &c->tasks[c->plan->task_row[t->number] - 1];
}

static struct chart_cpu_row *cpu_row(struct chart *c, const struct sched_cpu *cpu)
{
    if (cpu->number >= c->plan->ncpus || !c->plan->cpu_row[cpu->number])
        return NULL;
    return &c->cpus[c->plan->cpu_row[cpu->number] - 1];
}

static unsigned lane_of_run(const struct chart *c, const struct sched_task *t, uint64_t ns)
{
    bool marked = (c->mark_from && ns >= c->mark_from) ||
                  (t->number < c->plan->ntasks && c->plan->is_marked[t->number]);
    if (marked)
        return CHART_MARKED;
    return CHART_RUN;
}

/* ---- threads ---- */

static void spend(struct chart *c, const struct sched_task *t, uint64_t to)
{
    struct thread *k = t->own;
    uint64_t from = k->since;
    if (k->does >= CHART_LANES || to <= from)
        return;
    unsigned lane = k->does;
    if (k->does == CHART_RUN)
        lane = lane_of_run(c, t, to - from);
    if (!clip(c, &from, &to))
        return;
    k->spent[k->does] += to - from;
    k->runs += k->does == CHART_RUN;
    if (task_row(c, t))
        chart_fill(c, &task_row(c, t)->row, lane, from, to);
}

static void now_does(struct chart *c, const struct sched_task *t, unsigned what, uint64_t time)
{
    struct thread *k = t->own;
    if (!k->seen)
        *k = (struct thread){ .seen = true, .does = UNKNOWN, .first = time };
    spend(c, t, time);
    k->does = what;
    k->since = k->last = time;
}

/* ---- CPUs ---- */

static void run_until(struct chart *c, const struct sched_cpu *cpu, uint64_t to)
{
    struct processor *p = cpu->own;
    uint64_t from = p->since;
    const bool is_busy = p->runs && p->runs->tid;
    if (!is_busy || to <= from)
        return;
    unsigned lane = lane_of_run(c, p->runs, to - from);
    if (!clip(c, &from, &to))
        return;
    p->busy += to - from;
    struct chart_cpu_row *row = cpu_row(c, cpu);
    if (!row)
        return;
    chart_fill(c, &row->row, lane, from, to);
    label(c, &row->row, p->runs, from, to);
}

static void idle_until(struct chart *c, const struct sched_cpu *cpu, uint64_t to)
{
    struct processor *p = cpu->own;
    struct chart_cpu_row *row = cpu_row(c, cpu);
    uint64_t from = p->idle_since;
    uint32_t state = p->idle_state < IDLE_STATES ? p->idle_state : IDLE_STATES - 1;
    const bool idled = row && p->idles && to > from;
    if (idled && clip(c, &from, &to))
        chart_fill(c, &row->idle, state, from, to);
}

static void clocked_until(struct chart *c, const struct sched_cpu *cpu, uint64_t to)
{
    struct processor *p = cpu->own;
    struct chart_cpu_row *row = cpu_row(c, cpu);
    uint64_t from = p->khz_since;
    const bool has_clock = row && row->khz && p->khz && to > from;
    if (!has_clock || !clip(c, &from, &to))
        return;
    if (p->khz > row->max_khz)
        row->max_khz = p->khz;
    for (uint32_t x = slice_of(c, from); x <= slice_of(c, to - 1); x++) {
        if (p->khz > row->khz[x])
            row->khz[x] = p->khz;
    }
}

/* ---- events ---- */

static void see_time(struct chart *c, const struct sched_event *e)
{
    struct chart_plan *p = c->plan;
    uint64_t time = e->when.time;
    if (!p->first || time < p->first)
        p->first = time;
    if (time > p->last)
        p->last = time;
}

/* Handle a switch from a thread that did not have the CPU according to earlier events. The time in between
   is unknown, and is not drawn. */
static void chart_forget(struct processor *p, const struct sched_event *e)
{
    struct thread *leaves = e->task->own, *was = p->runs ? p->runs->own : NULL;
    if (p->runs == e->task)
        return;
    const bool ran_here = was && was->does == CHART_RUN && was->since == p->since;
    if (ran_here)
        was->does = UNKNOWN;
    if (leaves->seen)
        leaves->does = UNKNOWN;
    p->runs = NULL;
}

/* The lane, or state, of a thread that left the CPU with this state letter. */
static unsigned does_in_state(char letter)
{
    if (letter == 'R')
        return CHART_WAIT;
    if (letter == 'D')
        return CHART_BLOCK;
    return SLEEPS;
}

static void chart_see_switch(void *arg, const struct sched_event *e)
{
    struct chart *c = arg;
    struct processor *p = e->cpu->own;
    uint64_t time = e->when.time;
    see_time(c, e);
    chart_forget(p, e);
    now_does(c, e->task, does_in_state(e->letter), time);
    now_does(c, e->next, CHART_RUN, time);
    run_until(c, e->cpu, time);
    p->seen = true;
    p->runs = e->next;
    p->since = time;
}

static void chart_see_wakeup(void *arg, const struct sched_event *e)
{
    struct chart *c = arg;
    const struct thread *k = e->task->own;
    see_time(c, e);
    const bool may_wake = !k->seen || k->does == SLEEPS || k->does == CHART_BLOCK || k->does == UNKNOWN;
    if (may_wake)
        now_does(c, e->task, CHART_WAIT, e->when.time);
}

static void chart_see_idle(void *arg, const struct sched_event *e)
{
    struct chart *c = arg;
    struct processor *p = e->cpu->own;
    see_time(c, e);
    idle_until(c, e->cpu, e->when.time);
    p->idles = e->amount != AWAKE;
    p->idle_state = (uint32_t)e->amount;
    p->idle_since = e->when.time;
    p->seen = p->has_power = true;
}

static void see_clock(void *arg, const struct sched_event *e)
{
    struct chart *c = arg;
    struct processor *p = e->cpu->own;
    see_time(c, e);
    clocked_until(c, e->cpu, e->when.time);
    p->khz = (uint32_t)e->amount;
    p->khz_since = e->when.time;
    p->seen = p->has_power = true;
}

static const struct schedule_view view = {
    .switched = chart_see_switch, .woken = chart_see_wakeup, .idled = chart_see_idle, .clocked = see_clock
};

/* At the end: let runs, waits and idle states that have not ended last until the last event. */
static void chart_end(struct chart *c)
{
    const struct schedule *s = &c->schedule;
    for (size_t i = 0; i < s->ntasks; i++)
        if (((const struct thread *)s->tasks[i]->own)->seen)
            spend(c, s->tasks[i], c->plan->last);
    for (size_t i = 0; i < s->ncpus; i++) {
        if (!s->cpus[i])
            continue;
        run_until(c, s->cpus[i], c->plan->last);
        idle_until(c, s->cpus[i], c->plan->last);
        clocked_until(c, s->cpus[i], c->plan->last);
    }
}

static bool read_once(struct chart *c, bool drawing, struct err *e)
{
    schedule_free(&c->schedule);
    c->schedule = (struct schedule){ .replay = c->replay,
                                     .view = &view,
                                     .arg = c,
                                     .task_own = sizeof(struct thread),
                                     .cpu_own = sizeof(struct processor) };
    c->plan->drawing = drawing;
    c->replay->problems = (struct problems){ 0 };
    if (!schedule_run(&c->schedule, e))
        return false;
    chart_end(c);
    return true;
}

/* ---- the plan ---- */

static struct chart_row row_new(const struct chart *c)
{
    return (struct chart_row){ .parts = mem_new(c->slices, sizeof(uint16_t)) };
}

/* Give rows to the threads that ran longest, in the order of their numbers. */
static void plan_tasks(struct chart *c)
{
    const struct schedule *s = &c->schedule;
    struct chart_plan *p = c->plan;
    struct numbered *v = mem_new(s->ntasks, sizeof(*v));
    size_t n = 0;
    p->ntasks = s->ntasks;
    p->task_row = mem_new(s->ntasks, sizeof(*p->task_row));
    p->is_marked = mem_new(s->ntasks, sizeof(*p->is_marked));
    for (size_t i = 0; i < s->ntasks; i++) {
        const struct sched_task *t = s->tasks[i];
        const struct thread *k = t->own;
        const char *comm = schedule_last_comm(s, t);
        if (!k->seen || !t->tid)
            continue;
        p->is_marked[i] = c->marked && c->marked(c->arg, t, comm);
        const bool is_wanted = k->spent[CHART_RUN] && (!c->wanted || c->wanted(c->arg, t, comm));
        if (is_wanted)
            v[n++] = (struct numbered){ UINT64_MAX - k->spent[CHART_RUN], t->number };
    }
    sort_by_number(v, n);
    for (size_t i = 0; i < n; i++) {
        if (i < c->most_tasks)
            p->task_row[v[i].at] = 1;
        else
            c->run_left_out += UINT64_MAX - v[i].by;
    }
    c->tasks_left_out = n > c->most_tasks ? n - c->most_tasks : 0;
    free(v);
    c->tasks = mem_new(n - (size_t)c->tasks_left_out, sizeof(*c->tasks));
    for (size_t i = 0; i < s->ntasks; i++)
        if (p->task_row[i]) {
            c->tasks[c->ntasks].row = row_new(c);
            p->task_row[i] = (uint32_t)++c->ntasks;
        }
}

static void plan_cpus(struct chart *c)
{
    const struct schedule *s = &c->schedule;
    struct chart_plan *p = c->plan;
    p->ncpus = s->ncpus;
    p->cpu_row = mem_new(s->ncpus, sizeof(*p->cpu_row));
    c->cpus = mem_new(CHART_CPUS, sizeof(*c->cpus));
    for (size_t i = 0; i < s->ncpus; i++) {
        if (!s->cpus[i])
            continue;
        const struct processor *k = s->cpus[i]->own;
        if (!k->seen)
            continue;
        if (c->ncpus == CHART_CPUS) {
            c->cpus_left_out++;
            continue;
        }
        struct chart_cpu_row *row = &c->cpus[c->ncpus];
        *row = (struct chart_cpu_row){ .number = (uint32_t)i,
                                       .row = row_new(c),
                                       .has_power = k->has_power && c->power };
        if (row->has_power) {
            row->idle = row_new(c);
            row->khz = mem_new(c->slices, sizeof(*row->khz));
        }
        p->cpu_row[i] = (uint32_t)++c->ncpus;
    }
}

/* Finish the last slices, and fill in totals and names. */
static void chart_sum_up(struct chart *c)
{
    const struct schedule *s = &c->schedule;
    for (size_t i = 0; i < c->ntasks; i++)
        finish_slice(c, &c->tasks[i].row);
    for (size_t i = 0; i < c->ncpus; i++) {
        finish_slice(c, &c->cpus[i].row);
        if (c->cpus[i].has_power)
            finish_slice(c, &c->cpus[i].idle);
    }
    for (size_t i = 0; i < s->ntasks; i++) {
        struct chart_task_row *row = task_row(c, s->tasks[i]);
        const struct thread *k = s->tasks[i]->own;
        if (!row)
            continue;
        row->task = s->tasks[i];
        row->comm = schedule_last_comm(s, row->task);
        row->runs = k->runs;
        row->first = k->first;
        row->last = k->does == SLEEPS ? k->last : c->last;
        for (unsigned lane = 0; lane < CHART_LANES; lane++)
            row->spent[lane] = k->spent[lane];
    }
    for (size_t i = 0; i < s->ncpus; i++)
        if (s->cpus[i] && cpu_row(c, s->cpus[i]))
            cpu_row(c, s->cpus[i])->busy = ((const struct processor *)s->cpus[i]->own)->busy;
}

bool chart_read(struct chart *c, struct err *e)
{
    c->plan = mem_new(1, sizeof(*c->plan));
    if (!read_once(c, false, e))
        return false;
    if (c->from > c->plan->first)
        c->first = c->from;
    else
        c->first = c->plan->first;
    if (c->to && c->to < c->plan->last)
        c->last = c->to;
    else
        c->last = c->plan->last;
    if (c->last < c->first)
        c->last = c->first;
    c->per = (c->last - c->first) / c->slices + 1;
    plan_tasks(c);
    plan_cpus(c);
    if (!read_once(c, true, e))
        return false;
    chart_sum_up(c);
    return true;
}

static void row_free(struct chart_row *r)
{
    free(r->parts);
    free(r->labels);
}

void chart_free(struct chart *c)
{
    for (size_t i = 0; i < c->ntasks; i++)
        row_free(&c->tasks[i].row);
    for (size_t i = 0; i < c->ncpus; i++) {
        row_free(&c->cpus[i].row);
        row_free(&c->cpus[i].idle);
        free(c->cpus[i].khz);
    }
    free(c->tasks);
    free(c->cpus);
    if (c->plan) {
        free(c->plan->task_row);
        free(c->plan->cpu_row);
        free(c->plan->is_marked);
    }
    free(c->plan);
    schedule_free(&c->schedule);
}
