/* Turns tracepoints and records of the schedule into sightings. */
#include "core/replay/sched/schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

enum { EXITED = -1 };

/* Inlines all calls but SELDOM ones: the kind of the sighting is then a constant, and no sighting has to be in memory. */
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

/* The letter of a state, from the recorded kernel's print format: "... prev_state=R+ ==> ...". The bits of prev_state
   changed between kernels (4.14 moved most of them). A thread's name, of at most 15 characters, cannot contain both
   of the words that are looked for. 0: not found. */
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

/* The letter if the print format does not say: that of Linux 4.14 and later (linux/sched.h, TASK_REPORT and
   task_index_to_char()). */
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
        schedule_see(s, g, m);
}

/* Fill in what all sightings of tracepoints have. False: the CPU number is invalid. */
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

/* The name that a switch has for the thread that leaves; 0: none. */
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

/* Listen to all tracepoints, but look only at those that the view wants. */
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

/* Whether a SWITCH record is shown. CPU-wide records come in pairs, one from each side. */
static bool wants_switch(const struct schedule *s, const struct record *r)
{
    const bool is_first = r->type == PERF_RECORD_SWITCH || r->context_switch.out;
    return s->by_records && s->view->switched && is_first;
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
            schedule_fork_along(s, r);
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
        if (wants_switch(s, r) && cpu_is_known(s, r->id.cpu, r->at))
            schedule_see_record(s, r);
        break;
    default:
        break;
    }
}

void sighting_listen(struct schedule *s)
{
    choose_rows(s);
    s->replay->record = sighting_see_record;
    s->replay->takes = takes;
    s->by_records = !replay_listens(s->replay, &s->rows[ROW_SWITCH]);
}
