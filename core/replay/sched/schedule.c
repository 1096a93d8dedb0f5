#include "core/replay/sched/schedule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { IDLE = 0, EXITED = -1 };

/* ---- threads and CPUs ---- */

static struct sched_task *task_new(struct schedule *s, int32_t tid, uint32_t use)
{
    struct sched_task *k = arena_new(&s->arena, sizeof(*k));
    *k = (struct sched_task){
        .number = (uint32_t)s->ntasks, .tid = tid, .pid = tid == IDLE ? IDLE : -1, .parent = -1
    };
    k->own = arena_new(&s->arena, s->task_own);
    if (use != TIMELINE_NO_ID_USE)
        k->pid = timeline_id_use(s->replay->addresses->t, use).pid;
    return *MEM_ADD(s->tasks, s->ntasks, s->cap_tasks) = k;
}

/* With `along`: a tid belongs to the last FORK of it, or to the first thread seen with it. */
static struct sched_task *task_along(struct schedule *s, int32_t tid)
{
    uint32_t *place = idmap_at(&s->task_of_tid, (uint32_t)tid);
    if (*place)
        return s->tasks[*place - 1];
    struct sched_task *k = task_new(s, tid, TIMELINE_NO_ID_USE);
    k->until = WHEN_NEVER;
    *place = k->number + 1;
    return k;
}

static void see_order(struct schedule *s, struct when when)
{
    if (when_before(when, s->latest))
        s->replay->stopped = true;
    s->latest = when;
}

/* The replay stops if the record has another time than the timeline uses for it. */
void schedule_fork_along(struct schedule *s, const struct record *r)
{
    uint32_t *place = idmap_at(&s->task_of_tid, (uint32_t)r->task.tid);
    see_order(s, r->when);
    const uint64_t own = r->id.has & PERF_SAMPLE_TIME ? r->id.time : 0;
    if (own != r->when.time)
        s->replay->stopped = true;
    if (*place)
        s->tasks[*place - 1]->until = r->when;
    *place = 0;
    s->recent[(uint32_t)r->task.tid % SCHEDULE_RECENT] = NULL;
    task_along(s, r->task.tid)->from = r->when;
}

/* The thread that has a tid at a moment. */
SELDOM struct sched_task *task_looked_up(struct schedule *s, int32_t tid, struct when when)
{
    struct when from, until;
    if (s->along)
        return task_along(s, tid);
    uint32_t use = timeline_id_use_at(s->replay->addresses->t, tid, when, &from, &until);
    uint32_t *place;
    if (use == TIMELINE_NO_ID_USE)
        place = idmap_at(&s->task_of_tid, (uint32_t)tid);
    else
        place = idmap_at(&s->task_of_id_use, use);
    struct sched_task *k;
    if (*place)
        k = s->tasks[*place - 1];
    else
        k = task_new(s, tid, use);
    k->from = from;
    k->until = until;
    *place = k->number + 1;
    return k;
}

/* The same, from the last look-ups if possible. `pid`: its process according to the event; -1: unknown, 0: unknown
   but shown as perf shows it. The first known pid counts. */
static inline struct sched_task *task_at(struct schedule *s, int32_t pid, int32_t tid, struct when when)
{
    struct sched_task **recent = &s->recent[(uint32_t)tid % SCHEDULE_RECENT], *k = *recent;
    const bool is_recent = k && k->tid == tid && when_within(when, k->from, k->until);
    if (!is_recent)
        *recent = k = task_looked_up(s, tid, when);
    bool known = k->pid > 0 || (k->pid == 0 && (pid == -1 || tid == IDLE));
    if (!known)
        k->pid = pid;
    return k;
}

SELDOM struct sched_cpu *cpu_new(struct schedule *s, uint32_t number)
{
    assert(number < SCHEDULE_CPUS);
    if (number >= s->ncpus) {
        s->cpus = mem_resize(s->cpus, (size_t)number + 1, sizeof(*s->cpus));
        memset(s->cpus + s->ncpus, 0, (number + 1 - s->ncpus) * sizeof(*s->cpus));
        s->ncpus = (size_t)number + 1;
    }
    struct sched_cpu *c = arena_new(&s->arena, sizeof(*c));
    c->number = number;
    c->own = arena_new(&s->arena, s->cpu_own);
    return s->cpus[number] = c;
}

/* The CPU of a number below SCHEDULE_CPUS; made if it is new. */
static inline struct sched_cpu *cpu_of(struct schedule *s, uint32_t number)
{
    if (number < s->ncpus && s->cpus[number])
        return s->cpus[number];
    return cpu_new(s, number);
}

const char *schedule_comm(const struct schedule *s, const struct sched_task *t, struct when when)
{
    return address_cache_task(s->replay->addresses, -1, t->pid, t->tid, when)->comm;
}

const char *schedule_comm_within(const struct schedule *s, const struct sched_task *t, struct when when,
                                 struct when *from, struct when *until)
{
    const struct address_cache *a = s->replay->addresses;
    return timeline_comm(a->t, t->tid, when, a->names_by_then, from, until);
}

/* The last moment at which a thread had its tid. */
static struct when schedule_last_of(const struct sched_task *t)
{
    struct when last = t->until;
    if (last.seq)
        last.seq--;
    else
        last = (struct when){ last.time ? last.time - 1 : 0, UINT64_MAX };
    return last;
}

const char *schedule_last_comm(const struct schedule *s, const struct sched_task *t)
{
    struct when from, until;
    return timeline_comm(s->replay->addresses->t, t->tid, schedule_last_of(t), false, &from, &until);
}

int32_t schedule_last_pid(const struct schedule *s, const struct sched_task *t)
{
    const struct timeline *timeline = s->replay->addresses->t;
    struct when from, until;
    uint32_t use = timeline_id_use_at(timeline, t->tid, schedule_last_of(t), &from, &until);
    if (t->pid >= 0 || use == TIMELINE_NO_ID_USE)
        return t->pid;
    return timeline_id_use(timeline, use).pid;
}

/* ---- events ---- */

/* The thread of a sample. Tracepoints number threads as the machine does, samples as the container in which perf ran:
   the thread that has the CPU according to tracepoints is the exited thread of the sample only if the process agrees. */
static struct sched_task *who_ran(struct schedule *s, const struct sighting *g, struct sched_task *has_cpu)
{
    if (s->along)
        return NULL;
    const bool exited = g->tid == EXITED && has_cpu && has_cpu->pid > 0;
    if (exited && (g->pid == has_cpu->pid || g->pid == EXITED))
        return has_cpu;
    /* some samples have a pid but no tid (perf, timehist_get_thread()) */
    return task_at(s, g->pid, g->tid ? g->tid : g->pid, g->when);
}

/* Fill in what all events have, except `by`. */
static inline void schedule_begin(struct schedule *s, const struct sighting *g, const struct moment *m,
                                  struct sched_event *e)
{
    /* one by one: clearing the whole struct takes as long as everything else here */
    e->when = g->when;
    e->cpu = cpu_of(s, g->cpu);
    e->by = e->task = e->next = NULL;
    e->by_exited = g->tid == EXITED;
    e->name = NULL;
    e->letter = 0;
    e->amount = 0;
    e->from_cpu = e->to_cpu = 0;
    e->moment = m;
    if (s->along)
        see_order(s, e->when);
    const bool has_chain = m && m->sample->has & PERF_SAMPLE_CALLCHAIN && !s->along;
    if (has_chain)
        e->slot = address_cache_task_of(s->replay->addresses, m->sample);
    else
        e->slot = NULL;
}

static void schedule_see_switch(struct schedule *s, const struct sighting *g, struct sched_event *e)
{
    e->task = task_at(s, -1, g->task, e->when);
    e->by = who_ran(s, g, e->task);
    e->cpu->runs = e->next = task_at(s, -1, g->next, e->when);
    e->letter = g->letter;
    if (g->name)
        e->name = s->names.text[g->name];
    s->view->switched(s->arg, e);
}

static inline void see_tracepoint(struct schedule *s, const struct sighting *g, const struct moment *m)
{
    const struct schedule_view *v = s->view;
    struct sched_event e;
    schedule_begin(s, g, m, &e);
    if (g->kind == SIGHTING_SWITCH) {
        schedule_see_switch(s, g, &e);
        return;
    }
    e.by = who_ran(s, g, e.cpu->runs);
    switch (g->kind) {
    case SIGHTING_RUN:
        e.task = task_at(s, -1, g->task, e.when);
        e.amount = g->amount;
        v->ran(s->arg, &e);
        break;
    case SIGHTING_WAKEUP:
        e.task = task_at(s, 0, g->task, e.when);
        v->woken(s->arg, &e);
        break;
    case SIGHTING_MIGRATION:
        e.task = task_at(s, 0, g->task, e.when);
        e.from_cpu = g->from_cpu;
        e.to_cpu = g->to_cpu;
        v->migrated(s->arg, &e);
        break;
    default: /* about a CPU, which may be another one than the sample's */
        e.cpu = cpu_of(s, (uint32_t)g->task);
        e.amount = g->amount;
        if (g->kind == SIGHTING_IDLE)
            v->idled(s->arg, &e);
        else
            v->clocked(s->arg, &e);
        break;
    }
}

SELDOM void see_record(struct schedule *s, const struct sighting *g)
{
    struct sched_event e = { .when = g->when };
    if (g->kind == SIGHTING_LOST) {
        e.cpu = cpu_of(s, g->cpu);
        e.amount = g->amount;
        s->view->lost(s->arg, &e);
        return;
    }
    e.task = task_at(s, g->pid, g->tid, g->when);
    if (g->kind == SIGHTING_FORK)
        e.task->parent = g->task;
    else if (g->kind == SIGHTING_EXIT)
        e.task->exited = true;
    else
        s->view->named(s->arg, &e);
}

void schedule_see(struct schedule *s, const struct sighting *g, const struct moment *m)
{
    assert(g->kind <= SIGHTING_NAME);
    if (g->kind < SIGHTING_LOST)
        see_tracepoint(s, g, m);
    else
        see_record(s, g);
}

void schedule_see_held(struct schedule *s)
{
    for (size_t i = 0; i < s->nheld; i++)
        schedule_see(s, &s->held[i], NULL);
    free(s->held);
    s->held = NULL;
    s->nheld = s->cap_held = 0;
}

/* The thread of the record's sample_id leaves (OUT) or gets the CPU. Records of the CPU-wide kind name the other
   thread, too; after the other kind it is unknown who has the CPU, which counts as idle. */
void schedule_see_record(struct schedule *s, const struct record *r)
{
    bool wide = r->type == PERF_RECORD_SWITCH_CPU_WIDE, out = r->context_switch.out;
    bool preempted = r->misc & PERF_RECORD_MISC_SWITCH_PREEMPT;
    if (s->along)
        see_order(s, r->when);
    struct sched_task *own = task_at(s, r->id.pid, r->id.tid, r->when), *other;
    if (wide)
        other = task_at(s, r->context_switch.other_pid, r->context_switch.other_tid, r->when);
    else
        other = task_at(s, IDLE, IDLE, r->when);
    struct sched_event e = { .when = r->when, .cpu = cpu_of(s, r->id.cpu), .letter = 'R' };
    if (out && !preempted)
        e.letter = 'S';
    e.task = out ? own : other;
    e.next = out ? other : own;
    e.by = e.task;
    s->view->switched(s->arg, &e);
}

bool schedule_run(struct schedule *s, struct err *e)
{
    const struct capture *c = s->replay->capture;
    bool has_records = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        has_records = has_records || attr_has(&c->events.v[i].attr, ATTR_CONTEXT_SWITCH);
    sighting_listen(s);
    if (s->by_records && !has_records)
        return err_set(
            e, ERR_USAGE, 0,
            "the capture does not record who ran: perf sched record, perf record -e sched:sched_switch and "
            "perf record --switch-events do");
    s->replay->stopped = s->holds && s->by_records;
    return s->replay->stopped || replay_run(s->replay, s, e);
}

void schedule_free(struct schedule *s)
{
    free(s->tasks);
    free(s->cpus);
    idmap_free(&s->task_of_id_use);
    idmap_free(&s->task_of_tid);
    free(s->held);
    arena_names_free(&s->names);
    arena_free(&s->arena);
}
