/* sched latency and timehist: how long each thread waited for a CPU, and a line for each switch. */
#include <stdlib.h>

#include "read/places.h"
#include "read/tracepoints.h"
#include "views.h"

enum { SWITCH = 1, WAKING, WAKEUP, RUNTIME };
enum { SWITCH_PREV, SWITCH_STATE, SWITCH_NEXT };

static const struct tracepoint_wanted wanted[] = {
    { "sched_switch", { "prev_pid", "prev_state", "next_pid" }, SWITCH },
    { "sched_waking", { "pid" }, WAKING },
    { "sched_wakeup", { "pid" }, WAKEUP },
    { "sched_wakeup_new", { "pid" }, WAKING },
    { "sched_stat_runtime", { "pid", "runtime" }, RUNTIME },
    { NULL, { NULL }, 0 },
};

/* A thread as both views see it. */
struct task {
    struct thread *thread;
    bool seen, waits, runs;
    uint64_t left, ready, delay, longest, from, until, runtime, switches;
    uint64_t n, run, waited, lain; /* timehist's: of all switches */
};

enum { CPUS = 4096 };

struct sched {
    struct capture *c;
    struct out *o;
    struct state state;
    struct tracepoint *points;
    struct task *v;
    size_t n, cap;
    bool has_waking;
    uint64_t since[CPUS];
    struct task idle[CPUS];
    size_t width;
};

static void begin(struct sched *s, struct capture *c, struct out *o)
{
    memset(s, 0, sizeof(*s));
    s->c = c;
    s->o = o;
    s->width = 30;
    s->points = tracepoints_of(c, wanted);
    state_init(&s->state, c);
    s->v = table_room(s->v, s->n++, &s->cap, sizeof(*s->v));
    for (uint32_t i = 0; i < c->nevents; i++)
        s->has_waking = s->has_waking || s->points[i].kind == WAKING;
}

/* The task of a thread, which is a new one where its tid is used again. */
static inline struct task *task_of(struct sched *s, uint32_t pid, uint32_t tid)
{
    struct thread *t = state_thread(&s->state, pid, tid);
    if (!t->own) {
        s->v = table_room(s->v, s->n, &s->cap, sizeof(*s->v));
        s->v[s->n] = (struct task){ .thread = t };
        t->own = (uint32_t)s->n++;
    }
    return &s->v[t->own];
}

/* ---- latency ---- */

static void leave(struct task *k, uint64_t time, bool can_run)
{
    k->seen = true;
    k->waits = can_run;
    k->runs = false;
    k->left = time;
    k->ready = can_run ? time : 0;
}

static void enter(struct task *k, uint64_t time)
{
    if (!k->seen)
        leave(k, time, true);
    if (!k->waits || time < k->ready)
        return;
    uint64_t waited = time - k->ready;
    k->waits = false;
    k->runs = true;
    k->switches++;
    k->delay += waited;
    if (waited > k->longest) {
        k->longest = waited;
        k->from = k->ready;
        k->until = time;
    }
}

static void wake(struct task *k, uint64_t time)
{
    if (!k->seen)
        leave(k, time, false);
    if (k->waits || k->runs || k->left > time) /* it had not gone to sleep yet */
        return;
    k->waits = true;
    k->ready = time;
}

static int by_delay(const void *a, const void *b)
{
    const struct task *x = a, *y = b;
    double u = (double)x->delay / (double)(x->switches ? x->switches : 1);
    double v = (double)y->delay / (double)(y->switches ? y->switches : 1);
    return u > v ? -1 : u < v;
}

/* Threads of one name are one row; what is left are rows. */
static void merge_names(struct sched *s)
{
    uint32_t *row_of = table_new(s->state.objects.nnames, sizeof(*row_of));
    size_t n = 1;
    for (size_t i = 1; i < s->n; i++) {
        const struct task *k = &s->v[i];
        uint32_t *row = &row_of[k->thread->comm];
        if (!*row) {
            *row = (uint32_t)n;
            s->v[n++] = *k;
            continue;
        }
        struct task *to = &s->v[*row];
        to->runtime += k->runtime;
        to->switches += k->switches;
        to->delay += k->delay;
        if (k->longest > to->longest) {
            to->longest = k->longest;
            to->from = k->from;
            to->until = k->until;
        }
    }
    s->n = n;
    free(row_of);
}

static void show_latency(struct sched *s)
{
    uint64_t rows = 0, switches = 0, runtime = 0;
    struct out *o = s->o;
    merge_names(s);
    qsort(s->v + 1, s->n - 1, sizeof(*s->v), by_delay);
    for (const struct task *k = s->v + 1; k < s->v + s->n; k++) {
        const struct name *comm = &s->state.objects.names[k->thread->comm];
        if (!k->switches || !k->thread->tid)
            continue;
        rows++;
        switches += k->switches;
        runtime += k->runtime;
        out_text(o, comm->s, comm->n);
        const uint64_t cells[] = { k->runtime, k->switches, k->delay / k->switches,
                                   k->longest, k->from,     k->until };
        for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
            out_number(o, cells[i] / 1000000, 10);
            out_char(o, '.');
            out_digits(o, cells[i] % 1000000 / 1000, 3);
        }
        out_char(o, '\n');
    }
    views_found("rows", rows);
    views_found("switches", switches);
    views_found("runtime", runtime);
}

void views_latency(struct capture *c, struct out *o)
{
    struct sched *s = table_new(1, sizeof(*s));
    begin(s, c, o);
    for (const struct moment *m; (m = state_next_sample(&s->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct tracepoint *t = &s->points[l - c->events];
        const uint8_t *raw = t->kind ? tracepoint_raw(l, t, p) : NULL;
        struct task *k;
        switch (t->kind) {
        case SWITCH:
            leave(task_of(s, 0, (uint32_t)tracepoint_number(t, SWITCH_PREV, raw)), m->time,
                  !(tracepoint_number(t, SWITCH_STATE, raw) & 0xff));
            enter(task_of(s, 0, (uint32_t)tracepoint_number(t, SWITCH_NEXT, raw)), m->time);
            break;
        case WAKEUP:
        case WAKING:
            if (t->kind == WAKING || !s->has_waking)
                wake(task_of(s, 0, (uint32_t)tracepoint_number(t, 0, raw)), m->time);
            break;
        case RUNTIME:
            k = task_of(s, 0, (uint32_t)tracepoint_number(t, 0, raw));
            if (!k->seen)
                leave(k, m->time, true);
            k->runtime += tracepoint_number(t, 1, raw);
            break;
        default:
            break;
        }
    }
    show_latency(s);
}

/* ---- timehist ---- */

static void add_ms(struct out *o, uint64_t ns)
{
    out_number(o, ns / 1000000, 6);
    out_char(o, '.');
    out_digits(o, ns / 1000, 3);
    out_char(o, ' ');
}

static void add_name(struct sched *s, const struct thread *t)
{
    const struct name *comm = &s->state.objects.names[t->comm];
    struct out *o = s->o;
    char *from = o->at;
    if (!t->tid) {
        out_bytes(o, "<idle>", 6);
    } else {
        out_bytes(o, comm->s, comm->n);
        out_char(o, '[');
        out_number(o, t->tid, 0);
        if (t->tid != t->pid) {
            out_char(o, '/');
            out_number(o, t->pid, 0);
        }
        out_char(o, ']');
    }
    size_t n = (size_t)(o->at - from), most = 31;
    if (n > most)
        o->at = from + (n = most);
    s->width = n > s->width ? n : s->width;
    out_blanks(o, n, s->width);
}

static void show_switch(struct sched *s, uint32_t cpu, uint64_t time, struct task *k, char letter)
{
    uint64_t since = s->since[cpu], run = 0, waited = 0, lain = 0;
    struct out *o = s->o;
    if (since) {
        run = time - since;
        waited = k->ready && k->ready <= since ? since - k->ready : 0;
        lain = k->left && k->left <= since ? since - k->left : 0;
    }
    k->n++;
    k->run += run;
    k->waited += waited;
    k->lain += lain;
    out_room(o);
    out_number(o, time / 1000000000, 8);
    out_char(o, '.');
    out_digits(o, time / 1000, 6);
    out_bytes(o, " [", 2);
    out_digits(o, cpu, 4);
    out_bytes(o, "]  ", 3);
    add_name(s, k->thread);
    out_char(o, ' ');
    add_ms(o, lain);
    add_ms(o, waited);
    add_ms(o, run);
    out_char(o, '\n');
    k->left = time;
    k->ready = letter == 'R' ? time : 0;
    s->since[cpu] = time;
}

void views_timehist(struct capture *c, struct out *o)
{
    struct sched *s = table_new(1, sizeof(*s));
    uint64_t lines = 0;
    begin(s, c, o);
    for (const struct moment *m; (m = state_next_sample(&s->state, c)) != NULL;) {
        const uint8_t *p = m->p;
        const struct layout *l = capture_event(c, p);
        const struct tracepoint *t = &s->points[l - c->events];
        const uint8_t *raw = t->kind ? tracepoint_raw(l, t, p) : NULL;
        uint32_t cpu = u32(p + l->cpu) % CPUS;
        struct task *k;
        if (t->kind == SWITCH) {
            uint32_t prev = (uint32_t)tracepoint_number(t, SWITCH_PREV, raw);
            k = prev ? task_of(s, u32(p + l->tid), u32(p + l->tid + 4)) : &s->idle[cpu];
            if (!k->thread)
                k->thread = state_thread(&s->state, 0, 0);
            show_switch(s, cpu, m->time, k, tracepoint_number(t, SWITCH_STATE, raw) & 0xff ? 'S' : 'R');
            lines++;
        } else if (t->kind == WAKING || (t->kind == WAKEUP && !s->has_waking)) {
            k = task_of(s, 0, (uint32_t)tracepoint_number(t, 0, raw));
            k->ready = k->ready ? k->ready : m->time;
        }
    }
    views_found("rows", lines);
}
