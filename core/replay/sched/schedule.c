#include "core/replay/sched/schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

enum { IDLE = 0, EXITED = -1 };

/* ---- threads and CPUs ---- */

static struct sched_task *task_new(struct schedule *s, int32_t tid, uint32_t use)
{
    struct sched_task *k = arena_new(&s->arena, sizeof(*k));
    *k = (struct sched_task){ .number = (uint32_t)s->ntasks, .tid = tid, .pid = -1, .parent = -1 };
    k->own = arena_new(&s->arena, s->task_own);
    if (use != TIMELINE_NO_ID_USE)
        k->pid = timeline_id_use(s->replay->addresses->t, use).pid;
    s->tasks = mem_room(s->tasks, s->ntasks, &s->cap_tasks, sizeof(*s->tasks));
    return s->tasks[s->ntasks++] = k;
}

/* Whoever holds a tid does so from the last FORK of it that was met, or from the beginning. */
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
    s->strays = s->strays || when_before(when, s->latest);
    s->latest = when;
}

/* The timeline has a record at the time that it has of its own. */
static void fork_along(struct schedule *s, const struct record *r)
{
    uint32_t *place = idmap_at(&s->task_of_tid, (uint32_t)r->task.tid);
    s->strays = s->strays || (r->id.has & PERF_SAMPLE_TIME ? r->id.time : 0) != r->when.time;
    see_order(s, r->when);
    if (*place)
        s->tasks[*place - 1]->until = r->when;
    *place = 0;
    s->recent[(uint32_t)r->task.tid % SCHEDULE_RECENT] = NULL;
    task_along(s, r->task.tid)->from = r->when;
}

/* The thread of a tid. */
static struct sched_task *task_looked_up(struct schedule *s, int32_t tid, struct when when)
{
    struct when from, until;
    if (s->along)
        return task_along(s, tid);
    uint32_t use = timeline_id_use_at(s->replay->addresses->t, tid, when, &from, &until);
    uint32_t *place = use == TIMELINE_NO_ID_USE ? idmap_at(&s->task_of_tid, (uint32_t)tid)
                                                : idmap_at(&s->task_of_id_use, use);
    struct sched_task *k = *place ? s->tasks[*place - 1] : task_new(s, tid, use);
    k->from = from;
    k->until = until;
    *place = k->number + 1;
    return k;
}

/* The same. `pid` is what the event knows of its process, -1: nothing, 0: no more than perf, which
 * prints it so; the first to know is believed. */
static inline struct sched_task *task_at(struct schedule *s, int32_t pid, int32_t tid, struct when when)
{
    struct sched_task **recent = &s->recent[(uint32_t)tid % SCHEDULE_RECENT], *k = *recent;
    if (!k || k->tid != tid || !when_within(when, k->from, k->until))
        *recent = k = task_looked_up(s, tid, when);
    bool known = k->pid > 0 || (k->pid == 0 && (pid == -1 || tid == IDLE));
    k->pid = known ? k->pid : pid;
    return k;
}

static struct sched_cpu *cpu_new(struct schedule *s, uint32_t number)
{
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

struct sched_cpu *schedule_cpu(struct schedule *s, uint32_t number)
{
    return number < s->ncpus && s->cpus[number] ? s->cpus[number] : cpu_new(s, number);
}

static bool cpu_is_known(struct schedule *s, uint32_t cpu, uint64_t at)
{
    if (cpu < SCHEDULE_CPUS)
        return true;
    problem_add(&s->replay->problems, PROBLEM_NO_CPU, 1, "CPU %" PRId32 " at offset %" PRIu64, (int32_t)cpu,
                at);
    return false;
}

const char *schedule_comm(const struct schedule *s, const struct sched_task *t, struct when when)
{
    return address_cache_task(s->replay->addresses, -1, t->pid, t->tid, when)->comm;
}

void schedule_comm_lasts(const struct schedule *s, const struct sched_task *t, struct when when,
                         struct when *from, struct when *until)
{
    const struct address_cache *a = s->replay->addresses;
    timeline_comm(a->t, t->tid, when, a->names_by_then, from, until);
}

const char *schedule_last_comm(const struct schedule *s, const struct sched_task *t)
{
    struct when last = t->until, from, until;
    if (last.seq)
        last.seq--;
    else
        last = (struct when){ last.time ? last.time - 1 : 0, UINT64_MAX };
    return timeline_comm(s->replay->addresses->t, t->tid, last, false, &from, &until);
}

/* ---- states ---- */

/* Which bit of prev_state means what has changed from kernel to kernel (4.14 moved most of them), so the
   recorded kernel's own print format is asked: "... prev_state=R+ ==> ...". A name, which is up to 15
   characters long, cannot hold both of the words that are looked for. */
static char letter_printed(const struct schedule *s, const struct sample *sample)
{
    const struct replay *r = s->replay;
    static const char prio[] = " prev_prio=", state[] = " prev_state=";
    struct text t = { 0 };
    char letter = 0;
    if (r->reader->print(r->traces, sample->event->attr.config, sample->raw, &t)) {
        const char *at = t.s ? strstr(t.s, prio) : NULL;
        at = at ? strstr(at, state) : NULL;
        letter = at ? at[sizeof(state) - 1] : 0;
    }
    text_free(&t);
    return letter >= 'A' && letter <= 'z' ? letter : 0;
}

/* Where that does not say: as since Linux 4.14 (linux/sched.h, TASK_REPORT and task_index_to_char()). */
static char letter_usual(int64_t state)
{
    static const char letters[] = "SDTtXZPI";
    for (unsigned i = 0; i < sizeof(letters) - 1; i++)
        if (state >> i & 1)
            return letters[i];
    return !state || state == 0x100 ? 'R' : '?';
}

static char letter_of(struct schedule *s, int64_t state, const struct sample *sample)
{
    struct sched_state *k = &s->states[hash_u64((uint64_t)state) % SCHEDULE_STATES];
    if (!k->known || k->state != state) {
        char printed = letter_printed(s, sample);
        *k = (struct sched_state){ true, state, printed ? printed : letter_usual(state) };
    }
    return k->letter;
}

/* ---- tracepoints ---- */

/* The thread that a sample lies in. Tracepoints name threads as the machine does, samples as the container in
   which perf ran: who has the CPU by tracepoints is the sample's exited thread only if the process agrees. */
static struct sched_task *who_ran(struct schedule *s, const struct sample *sample, struct sched_task *has_cpu)
{
    if (s->along)
        return NULL;
    bool exited = sample->tid == EXITED;
    if (exited && has_cpu && has_cpu->pid > 0 && (sample->pid == has_cpu->pid || sample->pid == EXITED))
        return has_cpu;
    /* there were samples with a pid and no tid (perf, timehist_get_thread()) */
    return task_at(s, sample->pid, sample->tid ? sample->tid : sample->pid, sample->when);
}

/* What is the same for all of them but `by`. False when its CPU is none. */
static bool begin(struct schedule *s, const struct moment *m, struct sched_event *e)
{
    const struct sample *sample = m->sample;
    if (!cpu_is_known(s, sample->cpu, sample->at))
        return false;
    /* member by member: as a whole it would be cleared by one instruction that takes as long as all else here */
    e->when = sample->when;
    e->cpu = schedule_cpu(s, sample->cpu);
    e->by = e->task = e->next = NULL;
    e->by_exited = sample->tid == EXITED;
    e->state = 0;
    e->letter = 0;
    e->amount = 0;
    e->from_cpu = e->to_cpu = 0;
    e->moment = m;
    if (s->along)
        see_order(s, e->when);
    e->slot = sample->has & PERF_SAMPLE_CALLCHAIN && !s->along
                  ? address_cache_task_of(s->replay->addresses, sample)
                  : NULL;
    return true;
}

/* The same of an event about another thread than the one that ran. */
static bool begin_deed(struct schedule *s, const struct moment *m, struct sched_event *e)
{
    if (!begin(s, m, e))
        return false;
    e->by = who_ran(s, m->sample, e->cpu->runs);
    return true;
}

enum { SWITCH_PREV, SWITCH_STATE, SWITCH_NEXT, SWITCH_NEXT_NAME, SWITCH_PREV_NAME };

static void see_switch(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    struct sched_event e;
    if (!begin(s, m, &e))
        return;
    e.task = task_at(s, -1, (int32_t)m->number[SWITCH_PREV], e.when);
    e.by = who_ran(s, m->sample, e.task);
    e.cpu->runs = e.next = task_at(s, -1, (int32_t)m->number[SWITCH_NEXT], e.when);
    e.state = m->number[SWITCH_STATE];
    e.letter = letter_of(s, e.state, m->sample);
    s->view->switched(s->arg, &e);
}

struct span schedule_name(const struct sched_event *e)
{
    return e->moment ? moment_bytes(e->moment, SWITCH_PREV_NAME) : (struct span){ NULL, 0 };
}

struct span schedule_next_name(const struct sched_event *e)
{
    return e->moment ? moment_bytes(e->moment, SWITCH_NEXT_NAME) : (struct span){ NULL, 0 };
}

enum { ABOUT_PID, ABOUT_MORE, ABOUT_MORE_STILL };

static void see_runtime(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    struct sched_event e;
    if (!begin_deed(s, m, &e))
        return;
    e.task = task_at(s, -1, (int32_t)m->number[ABOUT_PID], e.when);
    e.amount = (uint64_t)m->number[ABOUT_MORE];
    s->view->ran(s->arg, &e);
}

static void see_woken(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    struct sched_event e;
    if (!begin_deed(s, m, &e))
        return;
    e.task = task_at(s, 0, (int32_t)m->number[ABOUT_PID], e.when);
    s->view->woken(s->arg, &e);
}

static void see_migrate(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    struct sched_event e;
    if (!begin_deed(s, m, &e))
        return;
    e.task = task_at(s, 0, (int32_t)m->number[ABOUT_PID], e.when);
    e.from_cpu = (uint32_t)m->number[ABOUT_MORE];
    e.to_cpu = (uint32_t)m->number[ABOUT_MORE_STILL];
    s->view->migrated(s->arg, &e);
}

/* Of a CPU, which need not be the one that recorded it. */
static void see_power(struct schedule *s, const struct moment *m,
                      void (*see)(void *, const struct sched_event *))
{
    enum { STATE, CPU };
    struct sched_event e;
    if (!begin_deed(s, m, &e) || !cpu_is_known(s, (uint32_t)m->number[CPU], m->sample->at))
        return;
    e.cpu = schedule_cpu(s, (uint32_t)m->number[CPU]);
    e.amount = (uint32_t)m->number[STATE];
    see(s->arg, &e);
}

static void see_idle(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    see_power(s, m, s->view->idled);
}

static void see_frequency(void *arg, const struct moment *m)
{
    struct schedule *s = arg;
    see_power(s, m, s->view->clocked);
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
    { "power:cpu_idle", { "state", "cpu_id" }, see_idle },
    { "power:cpu_frequency", { "state", "cpu_id" }, see_frequency },
};

/* Those of them that the view does not want are not looked at. */
static void choose_rows(struct schedule *s)
{
    const struct schedule_view *v = s->view;
    memcpy(s->rows, rows, sizeof(rows));
    s->replay->rows = s->rows;
    s->replay->nrows = COUNT(rows);
    const bool has_waking = replay_listens(s->replay, &s->rows[ROW_WAKING]);
    const bool wanted[SCHEDULE_ROWS] = { v->switched, v->woken,  v->woken && !has_waking,
                                         v->woken,    v->ran,    v->migrated,
                                         v->idled,    v->clocked };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!wanted[i])
            s->rows[i].see = NULL;
}

/* ---- records ---- */

/* A switch as a record has it: the task of the sample_id leaves (OUT) or gets the CPU. The CPU-wide kind
   names the other side, and comes twice: once from each. After the other kind who has the CPU is
   unknown: it counts as idle. */
static void see_switch_record(struct schedule *s, const struct record *r)
{
    bool wide = r->type == PERF_RECORD_SWITCH_CPU_WIDE, out = r->context_switch.out;
    bool preempted = r->misc & PERF_RECORD_MISC_SWITCH_PREEMPT;
    if (!s->view->switched || (wide && !out) || !cpu_is_known(s, r->id.cpu, r->at))
        return;
    if (s->along)
        see_order(s, r->when);
    struct sched_task *own = task_at(s, r->id.pid, r->id.tid, r->when);
    struct sched_task *other =
        wide ? task_at(s, r->context_switch.other_pid, r->context_switch.other_tid, r->when)
             : task_at(s, IDLE, IDLE, r->when);
    struct sched_event e = { .when = r->when,
                             .cpu = schedule_cpu(s, r->id.cpu),
                             .by = out ? own : other,
                             .task = out ? own : other,
                             .next = out ? other : own,
                             .state = out && !preempted,
                             .letter = out && !preempted ? 'S' : 'R' };
    s->view->switched(s->arg, &e);
}

static void see_lost(struct schedule *s, const struct record *r)
{
    s->lost += r->lost.lost;
    s->lost_records++;
    if (!s->view->lost || !cpu_is_known(s, r->id.cpu, r->at))
        return;
    struct sched_event e = { .when = r->when, .cpu = schedule_cpu(s, r->id.cpu), .amount = r->lost.lost };
    s->view->lost(s->arg, &e);
}

static void see_name(struct schedule *s, const struct record *r)
{
    if (!s->view->named)
        return;
    struct sched_event e = { .when = r->when, .task = task_at(s, r->comm.pid, r->comm.tid, r->when) };
    s->view->named(s->arg, &e);
}

static void see_record(void *arg, const struct record *r)
{
    struct schedule *s = arg;
    switch (r->type) {
    case PERF_RECORD_FORK:
        if (s->along)
            fork_along(s, r);
        task_at(s, r->task.pid, r->task.tid, r->when)->parent = r->task.ptid;
        break;
    case PERF_RECORD_EXIT:
        task_at(s, r->task.pid, r->task.tid, r->when)->exited = true;
        break;
    case PERF_RECORD_COMM:
        see_name(s, r);
        break;
    case PERF_RECORD_LOST:
        see_lost(s, r);
        break;
    case PERF_RECORD_SWITCH:
    case PERF_RECORD_SWITCH_CPU_WIDE:
        if (s->by_records)
            see_switch_record(s, r);
        break;
    default:
        break;
    }
}

bool schedule_run(struct schedule *s, struct err *e)
{
    struct replay *r = s->replay;
    bool has_records = false;
    choose_rows(s);
    r->record = see_record;
    for (uint32_t i = 0; i < r->capture->events.n; i++)
        has_records = has_records || attr_has(&r->capture->events.v[i].attr, ATTR_CONTEXT_SWITCH);
    s->by_records = !replay_listens(r, &s->rows[ROW_SWITCH]);
    if (s->by_records && !has_records)
        return err_set(e, ERR_USAGE, 0,
                       "nothing says who ran: perf sched record, perf record -e sched:sched_switch and perf "
                       "record --switch-events record it");
    return replay_run(r, s, e);
}

void schedule_free(struct schedule *s)
{
    free(s->tasks);
    free(s->cpus);
    idmap_free(&s->task_of_id_use);
    idmap_free(&s->task_of_tid);
    arena_free(&s->arena);
}
