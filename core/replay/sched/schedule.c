#include "core/replay/sched/schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

enum { IDLE = 0, EXITED = -1 };

/* A sighting is an event in short form, before its tids are looked up. schedule_report_sighting() turns
   sightings into events, either at once or when the timeline is sealed. */
enum sighting_kind {
    SIGHTING_SWITCH,
    SIGHTING_RUN,
    SIGHTING_WAKEUP,
    SIGHTING_MIGRATION,
    SIGHTING_IDLE,
    SIGHTING_FREQUENCY,
    /* from records: */
    SIGHTING_LOST,
    SIGHTING_FORK,
    SIGHTING_EXIT,
    SIGHTING_NAME
};

struct sighting {
    struct when when;
    int32_t pid, tid; /* of the sample, or of the thread that the record describes */
    /* the tid that the event is about: of a switch the thread that leaves, of a FORK the parent; for power
       events a CPU */
    int32_t task;
    uint16_t cpu; /* of the sample */
    uint8_t kind; /* enum sighting_kind */
    char letter;  /* of a switch: sched_event.letter */
    union {
        struct {
            int32_t next;  /* tid */
            uint32_t name; /* sched_event.name as an id in schedule.names; 0: none */
        };                 /* of a switch */
        struct {
            uint32_t from_cpu, to_cpu;
        };
        uint64_t amount;
    };
};

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

/* With `along`: the current thread of a tid. It is the thread of the last FORK with this tid, or else the
   thread that occurred first with the tid. */
static struct sched_task *task_along(struct schedule *s, int32_t tid)
{
    uint32_t *place = idmap_find_or_add(&s->task_of_tid, (uint32_t)tid);
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

/* With `along`: note a FORK record before it becomes a sighting. Stop the replay if the record is
   delivered with another time than the timeline uses for it. */
static void schedule_note_fork(struct schedule *s, const struct record *r)
{
    uint32_t *place = idmap_find_or_add(&s->task_of_tid, (uint32_t)r->task.tid);
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
        place = idmap_find_or_add(&s->task_of_tid, (uint32_t)tid);
    else
        place = idmap_find_or_add(&s->task_of_id_use, use);
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

/* The thread that has a tid at a moment, from the cache if possible. `pid`: the thread's process according
   to the event; -1: unknown; 0: unknown, but shown as 0 as in perf. The first known pid is kept. */
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

/* The CPU with a number below SCHEDULE_CPUS. It is made if it is new. */
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

const char *schedule_comm_window(const struct schedule *s, const struct sched_task *t, struct when when,
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

/* The thread of a sample. Tracepoints have tids of the host, samples have tids of the PID namespace in
   which perf ran. A sample with tid -1 is of a thread that has exited. It is taken for the thread that has
   the CPU according to tracepoints, but only if their pids are equal. */
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

/* Set the members that all kinds of events have, except `by`. */
static inline void schedule_begin(struct schedule *s, const struct sighting *g, const struct moment *m,
                                  struct sched_event *e)
{
    /* set one by one: clearing the whole struct takes as long as all other work here */
    e->when = g->when;
    e->cpu = cpu_of(s, g->cpu);
    e->by = e->task = e->next = NULL;
    e->by_exited = g->tid == EXITED;
    e->half = false;
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
    default: /* an event about a CPU, which may differ from the sample's CPU */
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

/* Turn a sighting into an event and pass it to the view. `m`: the sample; NULL: the sighting comes from a
   record, or was stored. */
static void schedule_report_sighting(struct schedule *s, const struct sighting *g, const struct moment *m)
{
    assert(g->kind <= SIGHTING_NAME);
    if (g->kind < SIGHTING_LOST)
        see_tracepoint(s, g, m);
    else
        see_record(s, g);
}

void schedule_report_held_events(struct schedule *s)
{
    for (size_t i = 0; i < s->nheld; i++)
        schedule_report_sighting(s, &s->held[i], NULL);
    free(s->held);
    s->held = NULL;
    s->nheld = s->cap_held = 0;
}

/* Pass a SWITCH record with a valid CPU number to the view. The thread of its sample_id leaves the CPU
   (OUT) or gets it. SWITCH_CPU_WIDE records also name the other thread. After other SWITCH records with
   OUT it is unknown which thread has the CPU; the CPU then counts as idle. */
static void schedule_report_switch(struct schedule *s, const struct record *r)
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
    struct sched_event e = { .when = r->when, .cpu = cpu_of(s, r->id.cpu), .letter = 'R', .half = !wide };
    if (out && !preempted)
        e.letter = 'S';
    e.task = out ? own : other;
    e.next = out ? other : own;
    e.by = e.task;
    s->view->switched(s->arg, &e);
}

/* Pass a SWITCH record to stepped(), with or without a CPU. */
static void schedule_report_step(struct schedule *s, const struct record *r)
{
    const bool out = r->context_switch.out, preempted = r->misc & PERF_RECORD_MISC_SWITCH_PREEMPT;
    struct sched_event e = { .when = r->when, .letter = 'R', .gets = !out };
    if (out && !preempted)
        e.letter = 'S';
    if (r->id.has & PERF_SAMPLE_CPU && r->id.cpu < SCHEDULE_CPUS)
        e.cpu = cpu_of(s, r->id.cpu);
    e.task = task_at(s, r->id.pid, r->id.tid, r->when);
    s->view->stepped(s->arg, &e);
}

/* ---- sightings: tracepoints and records in short form ---- */

/* Inlines all calls except of SELDOM functions. So the kind of a sighting is a compile-time constant, and the
   sighting need not be stored in memory. */
#define WITH_ALL __attribute__((flatten))

static bool cpu_is_known(struct schedule *s, uint32_t cpu, uint64_t at)
{
    if (cpu < SCHEDULE_CPUS)
        return true;
    problem_add(&s->replay->problems, PROBLEM_NO_CPU, 1, "CPU %" PRId32 " at offset %" PRIu64, (int32_t)cpu,
                at);
    return false;
}

/* ---- states ---- */

/* The letter of a state, from the text of the recorded kernel's print format: "... prev_state=R+ ==> ...".
   The bits of prev_state differ between kernels (4.14 moved most of them). The name of a thread has at
   most 15 characters and so cannot contain both words that are searched for. 0: not found. */
SELDOM char letter_printed(const struct schedule *s, const struct sample *sample)
{
    const struct replay *r = s->replay;
    static const char prio[] = " prev_prio=", state[] = " prev_state=";
    struct text t = { 0 };
    char letter = 0;
    if (r->reader->print(r->traces, sample->event->attr.config, sample->raw, &t)) {
        const char *at = strstr(text_str(&t), prio);
        if (at)
            at = strstr(at, state);
        if (at)
            letter = at[sizeof(state) - 1];
    }
    text_free(&t);
    if (letter >= 'A' && letter <= 'z')
        return letter;
    return 0;
}

/* The letter of a state, as in Linux 4.14 and later (linux/sched.h, TASK_REPORT and task_index_to_char()).
   It is used if the print format does not give a letter. */
static char letter_usual(int64_t state)
{
    static const char letters[] = "SDTtXZPI";
    for (unsigned i = 0; i < sizeof(letters) - 1; i++)
        if (state >> i & 1)
            return letters[i];
    if (!state || state == 0x100)
        return 'R';
    return '?';
}

static char letter_of(struct schedule *s, int64_t state, const struct sample *sample)
{
    struct sched_state *k = &s->states[hash_u64((uint64_t)state) % SCHEDULE_STATES];
    if (!k->known || k->state != state) {
        *k = (struct sched_state){ true, state, letter_printed(s, sample) };
        if (!k->letter)
            k->letter = letter_usual(state);
    }
    return k->letter;
}

/* ---- tracepoints ---- */

SELDOM void spill(struct schedule *s)
{
    free(s->held);
    s->held = NULL;
    s->nheld = s->cap_held = 0;
    s->replay->stopped = true;
}

static void sighting_hold(struct schedule *s, const struct sighting *g)
{
    enum { MOST = SCHEDULE_HELD_BYTES / sizeof(*g) };
    if (s->nheld == s->cap_held && 2 * s->cap_held > MOST) {
        spill(s);
        return;
    }
    *MEM_ADD(s->held, s->nheld, s->cap_held) = *g;
}

static inline void sighting_see(struct schedule *s, const struct sighting *g, const struct moment *m)
{
    if (s->holds)
        sighting_hold(s, g);
    else
        schedule_report_sighting(s, g, m);
}

/* Set the members that all sightings from tracepoints have. False: the CPU number is invalid. */
static inline bool sighting_begin(struct schedule *s, const struct moment *m, enum sighting_kind kind,
                                  struct sighting *g)
{
    const struct sample *sample = m->sample;
    if (!cpu_is_known(s, sample->cpu, sample->at))
        return false;
    g->when = sample->when;
    g->pid = sample->pid;
    g->tid = sample->tid;
    g->task = (int32_t)m->number[0];
    g->cpu = (uint16_t)sample->cpu;
    g->kind = (uint8_t)kind;
    g->letter = 0;
    g->amount = 0;
    return true;
}

enum { SWITCH_PREV, SWITCH_STATE, SWITCH_NEXT, SWITCH_NEXT_NAME, SWITCH_PREV_NAME };

/* The name of the thread that leaves, from the tracepoint of a switch; 0: none. */
SELDOM uint32_t name_of(struct schedule *s, const struct moment *m)
{
    const struct span name = span_text(moment_bytes(m, SWITCH_PREV_NAME));
    struct text t = { 0 };
    text_add_n(&t, (const char *)name.p, name.n);
    uint32_t number = name.n ? arena_names_id(&s->names, t.s) : 0;
    text_free(&t);
    return number;
}

WITH_ALL static void see_switch(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    struct sighting g;
    if (!sighting_begin(s, m, SIGHTING_SWITCH, &g))
        return;
    g.next = (int32_t)m->number[SWITCH_NEXT];
    g.letter = letter_of(s, m->number[SWITCH_STATE], m->sample);
    if (g.tid == EXITED)
        g.name = name_of(s, m);
    sighting_see(s, &g, m);
}

struct span schedule_next_name(const struct sched_event *e)
{
    if (!e->moment)
        return (struct span){ NULL, 0 };
    return moment_bytes(e->moment, SWITCH_NEXT_NAME);
}

WITH_ALL static void see_runtime(void *arg, const struct moment *m)
{
    enum { PID, RUNTIME };
    struct sighting g;
    if (!sighting_begin(arg, m, SIGHTING_RUN, &g))
        return;
    g.amount = (uint64_t)m->number[RUNTIME];
    sighting_see(arg, &g, m);
}

WITH_ALL static void see_woken(void *arg, const struct moment *m)
{
    struct sighting g;
    if (sighting_begin(arg, m, SIGHTING_WAKEUP, &g))
        sighting_see(arg, &g, m);
}

static void see_migrate(void *arg, const struct moment *m)
{
    enum { PID, FROM, TO };
    struct sighting g;
    if (!sighting_begin(arg, m, SIGHTING_MIGRATION, &g))
        return;
    g.from_cpu = (uint32_t)m->number[FROM];
    g.to_cpu = (uint32_t)m->number[TO];
    sighting_see(arg, &g, m);
}

static void see_power(struct schedule *s, const struct moment *m, enum sighting_kind kind)
{
    enum { STATE, CPU };
    struct sighting g;
    if (!sighting_begin(s, m, kind, &g) || !cpu_is_known(s, (uint32_t)m->number[CPU], m->sample->at))
        return;
    g.task = (int32_t)m->number[CPU];
    g.amount = (uint32_t)m->number[STATE];
    sighting_see(s, &g, m);
}

static void sighting_see_idle(void *arg, const struct moment *m)
{
    see_power(arg, m, SIGHTING_IDLE);
}

static void see_frequency(void *arg, const struct moment *m)
{
    see_power(arg, m, SIGHTING_FREQUENCY);
}

enum { ROW_SWITCH, ROW_WAKING };

static const struct replay_row rows[SCHEDULE_ROWS] = {
    [ROW_SWITCH] = { "sched:sched_switch",
                     { "prev_pid", "prev_state", "next_pid", "?next_comm[]", "?prev_comm[]" },
                     see_switch },
    [ROW_WAKING] = { "sched:sched_waking", { "pid" }, see_woken },
    { "sched:sched_wakeup", { "pid" }, see_woken },
    { "sched:sched_wakeup_new", { "pid" }, see_woken },
    { "sched:sched_stat_runtime", { "pid", "runtime" }, see_runtime },
    { "sched:sched_migrate_task", { "pid", "orig_cpu", "dest_cpu" }, see_migrate },
    { "power:cpu_idle", { "state", "cpu_id" }, sighting_see_idle },
    { "power:cpu_frequency", { "state", "cpu_id" }, see_frequency },
};

/* Add rows for all tracepoints. Only the rows that the view uses get functions. */
static void choose_rows(struct schedule *s)
{
    const struct schedule_view *v = s->view;
    memcpy(s->rows, rows, sizeof(rows));
    s->replay->rows = s->rows;
    s->replay->nrows = COUNT(rows);
    const bool has_waking = replay_has_event_for(s->replay, &s->rows[ROW_WAKING]);
    const bool wanted[SCHEDULE_ROWS] = { v->switched, v->woken,  v->woken && !has_waking,
                                         v->woken,    v->ran,    v->migrated,
                                         v->idled,    v->clocked };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!wanted[i])
            s->rows[i].see = NULL;
}

/* ---- records ---- */

static void see_task(struct schedule *s, const struct record *r, enum sighting_kind kind)
{
    struct sighting g = { .when = r->when, .kind = (uint8_t)kind };
    if (kind == SIGHTING_NAME) {
        g.pid = r->comm.pid;
        g.tid = r->comm.tid;
    } else {
        g.pid = r->task.pid;
        g.tid = r->task.tid;
        g.task = r->task.ptid;
    }
    sighting_see(s, &g, NULL);
}

static void sighting_see_lost(struct schedule *s, const struct record *r)
{
    s->lost += r->lost.lost;
    s->lost_records++;
    if (!s->view->lost || !cpu_is_known(s, r->id.cpu, r->at))
        return;
    const struct sighting g = {
        .when = r->when, .cpu = (uint16_t)r->id.cpu, .kind = SIGHTING_LOST, .amount = r->lost.lost
    };
    sighting_see(s, &g, NULL);
}

/* Whether a SWITCH record becomes an event. CPU-wide records come in pairs, one from each thread; only one
   is used. */
static bool wants_switch(const struct schedule *s, const struct record *r)
{
    const bool is_first = r->type == PERF_RECORD_SWITCH || r->context_switch.out;
    return s->by_records && s->view->switched && !s->view->stepped && is_first;
}

static bool takes(uint32_t type)
{
    return type == PERF_RECORD_FORK || type == PERF_RECORD_EXIT || type == PERF_RECORD_COMM ||
           type == PERF_RECORD_LOST || type == PERF_RECORD_SWITCH || type == PERF_RECORD_SWITCH_CPU_WIDE;
}

static void sighting_see_record(void *arg, const struct record *r)
{
    struct schedule *s = arg;
    switch (r->type) {
    case PERF_RECORD_FORK:
        if (s->along)
            schedule_note_fork(s, r);
        see_task(s, r, SIGHTING_FORK);
        break;
    case PERF_RECORD_EXIT:
        see_task(s, r, SIGHTING_EXIT);
        break;
    case PERF_RECORD_COMM:
        if (s->view->named)
            see_task(s, r, SIGHTING_NAME);
        break;
    case PERF_RECORD_LOST:
        sighting_see_lost(s, r);
        break;
    case PERF_RECORD_SWITCH:
    case PERF_RECORD_SWITCH_CPU_WIDE:
        if (s->view->stepped && r->type == PERF_RECORD_SWITCH)
            schedule_report_step(s, r);
        else if (wants_switch(s, r) && cpu_is_known(s, r->id.cpu, r->at))
            schedule_report_switch(s, r);
        break;
    default:
        break;
    }
}

/* Set up the replay. Events that the view uses go to schedule_report_sighting(), or with `holds` into schedule.held. */
static void sighting_set_rows(struct schedule *s)
{
    choose_rows(s);
    s->replay->record = sighting_see_record;
    s->replay->takes = takes;
    s->by_records = !replay_has_event_for(s->replay, &s->rows[ROW_SWITCH]);
}

/* ---- all of a capture ---- */

bool schedule_run(struct schedule *s, struct err *e)
{
    const struct capture *c = s->replay->capture;
    bool has_records = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        has_records = has_records || attr_has(&c->events.v[i].attr, ATTR_CONTEXT_SWITCH);
    sighting_set_rows(s);
    if (s->by_records && !has_records)
        return err_set(
            e, ERR_USAGE, 0,
            "the capture has no context switches; perf sched record, perf record -e sched:sched_switch "
            "and perf record --switch-events record them");
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
