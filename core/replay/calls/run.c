#include "core/replay/calls/calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* Value in calls.by_tid: the tid was seen, but its struct call_thread was not needed yet. */
enum { TID_SEEN = UINT32_MAX };

static bool look_up_task(void *arg, int32_t tid, struct when when, const char **comm)
{
    struct calls *c = arg;
    struct when from, until;
    if (tid)
        *comm = timeline_comm(c->replay.addresses->t, tid, when, true, &from, &until);
    else
        *comm = "swapper";
    return *comm || idmap_get(&c->by_tid, (uint32_t)tid);
}

static uint32_t group_new(struct calls *c, struct call_group g)
{
    c->groups = mem_room(c->groups, c->ngroups, &c->groups_cap, sizeof(*c->groups));
    c->groups[c->ngroups] = g;
    return (uint32_t)c->ngroups++;
}

/* Add a thread for a tid that is new or used again. Returns its index + 1. */
static uint32_t thread_new(struct calls *c, int32_t tid)
{
    struct call_thread *t = mem_new(1, sizeof(*t));
    t->tid = tid;
    if (c->by == CALLS_BY_THREAD)
        t->group = group_new(c, (struct call_group){ .tid = tid });
    *MEM_ADD(c->threads, c->nthreads, c->threads_cap) = t;
    return (uint32_t)c->nthreads;
}

static struct call_thread **recent_of(struct calls *c, int32_t tid)
{
    return &c->recent[(uint32_t)tid % CALLS_RECENT];
}

/* NULL without calls_need_names(). */
static inline const struct task_slot *task_of(struct calls *c, const struct sample *s)
{
    if (calls_need_names(c))
        return address_cache_task_of(c->replay.addresses, s);
    return NULL;
}

/* The thread of a tid. NULL: the tid was seen, but has no struct call_thread yet; by_tid then has
   TID_SEEN. */
static struct call_thread *thread_looked_up(struct calls *c, int32_t tid)
{
    uint32_t *at = idmap_find_or_add(&c->by_tid, (uint32_t)tid);
    if (!*at)
        *at = TID_SEEN;
    if (*at == TID_SEEN)
        return NULL;
    return (*recent_of(c, tid) = c->threads[*at - 1]);
}

static struct call_thread *thread_made(struct calls *c, int32_t tid)
{
    uint32_t number = thread_new(c, tid);
    *idmap_find_or_add(&c->by_tid, (uint32_t)tid) = number;
    return *recent_of(c, tid) = c->threads[number - 1];
}

/* The thread of a sample. `t`: the thread that run_begin_call() found; NULL: a new thread is made. */
static inline struct call_thread *thread_of(struct calls *c, struct call_thread *t, const struct sample *s,
                                            const struct task_slot *task)
{
    if (!t)
        t = thread_made(c, s->tid);
    t->pid = s->pid;
    t->last = s->when;
    t->comm = task ? task->comm : NULL;
    return t;
}

static uint32_t group_of_cgroup(struct calls *c, uint64_t cgroup)
{
    uint32_t *at = idmap_find_or_add(&c->by_cgroup, cgroup);
    if (!*at)
        *at = group_new(c, (struct call_group){ .cgroup = cgroup }) + 1;
    return *at - 1;
}

static inline struct call_group *run_group_of(struct calls *c, struct call_thread *t, const struct sample *s)
{
    if (c->by == CALLS_BY_CGROUP)
        t->group = group_of_cgroup(c, s->cgroup);
    struct call_group *g = &c->groups[t->group];
    if (c->by == CALLS_BY_THREAD) {
        g->pid = t->pid;
        g->comm = t->comm;
    }
    return g;
}

/* Report a call that has not returned. False: nothing is reported, since the options select calls by
   result or duration. */
static bool report_open(struct calls *c, enum call_event event, const struct sample *s,
                        const struct call_thread *t)
{
    const bool chooses = c->at_least > 0 || c->failures;
    if (!c->reports || chooses)
        return false;
    c->report(c->arg, &(struct call_report){
                          .event = event, .sample = s, .thread = t, .kind = t->call.kind, .is_whole = true });
    return true;
}

/* Before a report about another thread: report the current thread's call as CALL_WAITS, unless it was
   reported already. */
static void report_waiting(struct calls *c, const struct sample *s)
{
    if (c->current && c->current->pending)
        c->current->pending = !report_open(c, CALL_WAITS, s, c->current);
}

/* The first step for every sample: find its thread (NULL: thread_of() makes it), and note the time of the
   first sample. False: the sample is not counted, since it is outside or hidden. Such a sample still shows
   when its thread entered a call. */
static inline bool run_begin_call(struct calls *c, const struct sample *s, const struct task_slot *task,
                                  bool outside, struct call_thread **t)
{
    const bool counts = !outside && !(c->hides && c->hides(c->arg, s, task->comm));
    if (counts && !c->started)
        c->first = s->when.time;
    c->started = c->started || counts;
    struct call_thread *recent = *recent_of(c, s->tid);
    if (recent && recent->tid == s->tid)
        *t = recent;
    else
        *t = thread_looked_up(c, s->tid);
    return counts;
}

/* Whether to read calls of a kind that is unknown or that perf 6.1 does not print. `counts`: count such
   calls as problems. */
static bool counts_doubtful(struct calls *c, const struct call_kind *kind, bool counts, uint64_t at)
{
    if (counts && !kind->known)
        problem_add(&c->problems, PROBLEM_UNKNOWN_SYSCALL, 1, "%s at offset %" PRIu64, kind->name, at);
    if (kind->listed || c->kinds.complete)
        return true;
    if (counts && kind->known)
        problem_add(&c->problems, PROBLEM_UNLISTED_SYSCALL, 1, "%s at offset %" PRIu64, kind->name, at);
    return false;
}

/* The kind of a call; NULL: calls of this kind are not wanted. */
static inline const struct call_kind *run_kind_of(struct calls *c, const struct sample *s, int64_t number,
                                                  const char *name, bool counts)
{
    c->events += counts;
    if (number < 0 || number > UINT32_MAX)
        return NULL; /* the kernel's number for no call */
    const struct call_kind *kind = syscall_kind(&c->kinds, (uint32_t)number, name);
    if (c->wants && !c->wants(c->arg, kind))
        return NULL;
    const bool is_doubtful = !kind->known || !kind->listed;
    if (is_doubtful && !counts_doubtful(c, kind, counts, s->at))
        return NULL;
    return kind;
}

/* Store the call with its arguments at its entry. If the entry is not counted, the call is shown only if
   its exit is counted. */
static void keep_line(struct calls *c, struct call_thread *t, struct when when, const struct call_kind *kind,
                      const uint64_t *v, bool counts)
{
    t->call = (struct call_line){ .kinds = &c->kinds, .kind = kind, .when = when };
    memcpy(t->call.v, v, sizeof(t->call.v));
    t->shown.n = 0;
    if (counts)
        syscall_show(&t->call, &t->shown);
}

/* A thread enters a call. */
static void run_enter(struct calls *c, struct call_thread *t, const struct moment *m,
                      const struct task_slot *task, const struct call_kind *kind, const uint64_t *v,
                      bool counts)
{
    t = thread_of(c, t, m->sample, task);
    if (counts) {
        run_group_of(c, t, m->sample)->events++;
        if (c->reports)
            report_waiting(c, m->sample);
    }
    t->entered = m->time;
    t->was_entered = true;
    if (!c->reports)
        return;
    keep_line(c, t, m->sample->when, kind, v, counts);
    t->pending = !kind->ends;
    if (counts && kind->ends)
        report_open(c, CALL_ENDS, m->sample, t);
    if (counts)
        c->current = t;
    else if (c->current == t)
        c->current = NULL;
}

static void report_done(struct calls *c, struct call_thread *t, const struct moment *m,
                        const struct call_kind *kind, uint64_t duration, int64_t result)
{
    bool is_short = c->at_least > 0 && (!t->was_entered || (double)duration < c->at_least * 1e6);
    const bool is_left_out = is_short || (c->failures && !syscall_failed(result));
    if (!is_left_out) {
        if (t->pending && !t->shown.n) {
            syscall_show(&t->call, &t->shown);
        } else if (!t->pending) {
            t->call = (struct call_line){ .kinds = &c->kinds,
                                          .kind = kind,
                                          .when = m->sample->when,
                                          .returns = t->call.kind == kind ? t->call.returns : NULL };
        }
        t->call.when = m->sample->when;
        c->report(c->arg, &(struct call_report){ .event = CALL_DONE,
                                                 .sample = m->sample,
                                                 .thread = t,
                                                 .kind = kind,
                                                 .is_whole = t->pending,
                                                 .has_duration = t->was_entered,
                                                 .duration = duration,
                                                 .result = result });
    }
    t->pending = false;
}

/* A thread leaves a call. `counts`: whether the exit is counted. */
static void run_leave(struct calls *c, struct call_thread *t, const struct moment *m,
                      const struct task_slot *task, const struct call_kind *kind, int64_t result, bool counts)
{
    t = thread_of(c, t, m->sample, task);
    if (!counts) {
        t->pending = false;
        return;
    }
    run_group_of(c, t, m->sample)->events++;
    uint64_t duration = t->was_entered ? m->time - t->entered : 0;
    if (c->summed)
        calls_sum_up(c, t, kind, m->time > t->entered ? duration : 0, result);
    if (c->reports)
        report_done(c, t, m, kind, duration, result);
}

static uint64_t as_long(const struct calls *c, int64_t v)
{
    if (c->kinds.bits == 32)
        return (uint32_t)v;
    return (uint64_t)v;
}

static void see_enter(void *arg, const struct moment *m)
{
    struct calls *c = arg;
    uint64_t v[SYSCALL_ARGS] = { 0 };
    const struct task_slot *task = task_of(c, m->sample);
    struct call_thread *t;
    const bool counts = run_begin_call(c, m->sample, task, m->outside, &t);
    const struct call_kind *kind = run_kind_of(c, m->sample, m->number[0], NULL, counts);
    for (size_t i = 0; kind && c->reports && i < SYSCALL_ARGS; i++)
        v[i] = as_long(c, trace_element(m->event, m->fields[1], m->sample->raw, i));
    if (kind)
        run_enter(c, t, m, task, kind, v, counts);
}

/* sys_enter_NAME: the arguments are the fields after the number of the call. */
static void see_own_enter(void *arg, const struct moment *m)
{
    struct calls *c = arg;
    uint64_t v[SYSCALL_ARGS] = { 0 };
    const struct task_slot *task = task_of(c, m->sample);
    struct call_thread *t;
    const bool counts = run_begin_call(c, m->sample, task, m->outside, &t);
    const struct call_kind *kind =
        run_kind_of(c, m->sample, m->number[0], m->event->name + strlen("sys_enter_"), counts);
    const struct trace_field *f = m->fields[0] + 1, *end = m->event->fields + m->event->n;
    for (size_t i = 0; i < SYSCALL_ARGS && f < end; i++, f++) {
        if (f->offset + (size_t)f->size > m->sample->raw.n) {
            problem_add(&c->problems, PROBLEM_NO_TRACE, 1, "%s at offset %" PRIu64 " is cut off",
                        m->event->name, m->sample->at);
            return;
        }
        v[i] = as_long(c, trace_number(m->event, f, m->sample->raw));
    }
    if (kind)
        run_enter(c, t, m, task, kind, v, counts);
}

/* sys_exit, or sys_exit_NAME. */
static void see_exit(void *arg, const struct moment *m)
{
    struct calls *c = arg;
    const char *behind = m->event->name + strlen("sys_exit"), *name = *behind ? behind + strlen("_") : NULL;
    const struct task_slot *task = task_of(c, m->sample);
    struct call_thread *t;
    const bool counts = run_begin_call(c, m->sample, task, m->outside, &t);
    const struct call_kind *kind = run_kind_of(c, m->sample, m->number[0], name, counts);
    if (kind)
        run_leave(c, t, m, task, kind, m->number[1], counts);
}

static void see_runtime(void *arg, const struct moment *m)
{
    struct calls *c = arg;
    const struct task_slot *task = task_of(c, m->sample);
    struct call_thread *t;
    if (!run_begin_call(c, m->sample, task, m->outside, &t))
        return;
    t = thread_of(c, t, m->sample, task);
    run_group_of(c, t, m->sample)->runtime += (uint64_t)m->number[0];
}

/* Other events: page faults (linux/perf_event.h: PERF_COUNT_SW_PAGE_FAULTS, _MIN, _MAJ), and tracepoints. */
static void see_other(void *arg, const struct sample *s)
{
    enum { PAGE_FAULTS = 2, MINOR = 5, MAJOR = 6 };
    struct calls *c = arg;
    const struct task_slot *task = task_of(c, s);
    const struct attr *a = &s->event->attr;
    struct call_thread *t;
    if (!run_begin_call(c, s, task, false, &t))
        return;
    const struct call_tracepoint *p = NULL;
    if (c->listens && c->reports)
        p = call_tracepoint(c, s->event);
    if (p && p->event) {
        report_waiting(c, s);
        t = thread_of(c, t, s, task);
        c->happens(c->arg, s, t, p);
        return;
    }
    const bool is_fault = a->config == PAGE_FAULTS || a->config == MINOR || a->config == MAJOR;
    if (a->type != PERF_TYPE_SOFTWARE || !is_fault)
        return;
    t = thread_of(c, t, s, task);
    struct call_group *g = run_group_of(c, t, s);
    c->events++;
    g->events++;
    if (a->config == MAJOR)
        g->major++;
    else
        g->minor++;
    if (c->reports)
        c->fault(c->arg, s, t, a->config == MAJOR);
}

static bool takes(uint32_t type)
{
    return type == PERF_RECORD_FORK;
}

/* A FORK record: from now on the tid belongs to another thread. */
static void run_see_record(void *arg, const struct record *r)
{
    struct calls *c = arg;
    if (r->task.tid == r->task.ptid)
        return;
    *idmap_find_or_add(&c->by_tid, (uint32_t)r->task.tid) = TID_SEEN;
    *recent_of(c, r->task.tid) = NULL;
}

/* If raw_syscalls is recorded, syscalls:* are ignored: raw_syscalls has all calls, and some would count
   twice. */
static const struct replay_row rows[] = {
    { "sched:sched_stat_runtime", { "runtime" }, see_runtime },
    { "raw_syscalls:sys_enter", { "id", "args[]" }, see_enter },
    { "raw_syscalls:sys_exit", { "id", "ret" }, see_exit },
    { "syscalls:sys_enter_*", { "__syscall_nr|nr" }, see_own_enter },
    { "syscalls:sys_exit_*", { "__syscall_nr|nr", "ret" }, see_exit },
};

/* indices of the first row of raw_syscalls, and of the first row of syscalls */
enum { RAW = 1, OWN = 3, ROWS = 5 };

static bool any_listens(const struct calls *c, size_t from, size_t to)
{
    struct replay r = c->replay;
    r.rows = rows;
    r.nrows = ROWS;
    for (size_t i = from; i < to; i++)
        if (replay_has_event_for(&r, &rows[i]))
            return true;
    return false;
}

bool calls_recorded(const struct calls *c)
{
    return any_listens(c, RAW, ROWS);
}

const char *calls_missing_tracepoint(const struct calls *c)
{
    const size_t enter = any_listens(c, RAW, OWN) ? RAW : OWN, leave = enter + 1;
    const bool enters = any_listens(c, enter, leave), leaves = any_listens(c, leave, leave + 1);
    if (enters == leaves)
        return NULL;
    if (enters)
        return "sys_exit";
    return "sys_enter";
}

/* Name the sums of a thread: its last name if it still has the tid, else its name at its last sample. */
void calls_name_groups(struct calls *c)
{
    struct when from, until, last = WHEN_NEVER;
    for (size_t i = 0; c->by == CALLS_BY_THREAD && i < c->nthreads; i++) {
        const struct call_thread *t = c->threads[i];
        const bool is_latest = idmap_get(&c->by_tid, (uint32_t)t->tid) == i + 1;
        if (is_latest || !calls_need_names(c))
            c->groups[t->group].comm = timeline_comm(c->replay.addresses->t, t->tid,
                                                     is_latest ? last : t->last, true, &from, &until);
    }
}

bool calls_run(struct calls *c, struct err *e)
{
    struct replay *r = &c->replay;
    r->rows = rows;
    r->nrows = any_listens(c, RAW, OWN) ? OWN : ROWS;
    r->other = see_other;
    r->record = run_see_record;
    r->takes = takes;
    c->kinds.task = look_up_task;
    c->kinds.arg = c;
    c->kinds.arch = r->capture->env.arch;
    if (c->kinds.arch)
        c->kinds.bits = c->kinds.arch->bits;
    else
        c->kinds.bits = r->capture->bits;
    if (c->by == CALLS_BY_NOTHING)
        group_new(c, (struct call_group){ 0 });
    if (r->filter) { /* times count from the beginning of the capture, filtered or not */
        c->started = true;
        c->first = r->capture->first_time;
    }
    bool ok = replay_run(r, c, e);
    problems_merge(&c->problems, &r->problems);
    return ok;
}

void calls_free(struct calls *c)
{
    for (size_t i = 0; i < c->nthreads; i++) {
        text_free(&c->threads[i]->shown);
        free(c->threads[i]);
    }
    for (uint32_t i = 0; c->tracepoints && i < c->replay.capture->events.n; i++)
        if (!c->tracepoints[i].borrowed)
            free(c->tracepoints[i].fields);
    idmap_free(&c->fields_of);
    free(c->tracepoints);
    free(c->threads);
    free(c->groups);
    free(c->sums);
    free(c->error_counts);
    idmap_free(&c->by_tid);
    idmap_free(&c->by_sum);
    idmap_free(&c->by_error);
    idmap_free(&c->by_cgroup);
    syscall_kinds_free(&c->kinds);
}
