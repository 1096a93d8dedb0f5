/*
 * schedule: events by hand through the views: who counts as which thread, CPUs that no machine has, states,
 * SWITCH records; how long threads wait and run; pixels of the chart, which add up.
 */
#include "core/replay/sched/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/replay/sched/chart.h"
#include "core/replay/sched/latency.h"
#include "core/replay/sched/timehist.h"
#include "tests/unit/timeline_make.h"

/* ---- a capture of events ---- */

enum { SWITCH, WAKING, WAKEUP, RUNTIME, MIGRATE, IDLE, CLOCK, TRACEPOINTS, LOST, RECORD_OUT, RECORD_WIDE };
enum { STATE_R_PLUS = 0x100, ARGUMENTS = 3 };

static const char *const names[TRACEPOINTS] = { "sched_switch",       "sched_waking",       "sched_wakeup",
                                                "sched_stat_runtime", "sched_migrate_task", "cpu_idle",
                                                "cpu_frequency" };
static const char *const arguments[TRACEPOINTS][ARGUMENTS] = {
    { "prev_pid", "prev_state", "next_pid" },
    { "pid" },
    { "pid" },
    { "pid", "runtime" },
    { "pid", "orig_cpu", "dest_cpu" },
    { "state", "cpu_id" },
    { "state", "cpu_id" },
};

struct happened {
    unsigned what;
    uint64_t time;
    uint32_t cpu;
    int32_t tid; /* that ran */
    int64_t v[ARGUMENTS];
};

struct fake {
    struct capture capture; /* first: what the ops are handed */
    struct event events[TRACEPOINTS];
    const struct happened *v;
    size_t n, next;
};

static bool start_over(struct capture *c, struct err *e)
{
    (void)e;
    ((struct fake *)c)->next = 0;
    return true;
}

/* A record holds the number of what happened. */
static bool next_block(struct capture *c, struct block *b, struct err *e)
{
    struct fake *f = (struct fake *)c;
    (void)e;
    b->bytes.n = b->next = 0;
    b->seq = b->at = 16 * f->next;
    if (f->next == f->n)
        return false;
    uint32_t type = f->v[f->next].what < TRACEPOINTS ? PERF_RECORD_SAMPLE : PERF_RECORD_LOST;
    capture_block_add(b, (const uint8_t[16]){ (uint8_t)type, 0, 0, 0, 0, 0, 16, 0, (uint8_t)f->next }, 16);
    capture_heads_clear(b->heads);
    capture_heads_add(b->heads, (struct record_head){ f->v[f->next++].time, 0, type });
    return true;
}

static const struct happened *at(const struct capture *c, const struct block *b, size_t place)
{
    return &((const struct fake *)c)->v[b->bytes.p[place + 8]];
}

static bool read_sample(const struct capture *c, const struct block *b, size_t place, struct sample *s,
                        struct problems *problems)
{
    const struct happened *h = at(c, b, place);
    (void)problems;
    *s = (struct sample){ .event = &((const struct fake *)c)->events[h->what],
                          .has = PERF_SAMPLE_RAW,
                          .when = { h->time, b->seq },
                          .pid = h->tid,
                          .tid = h->tid,
                          .cpu = h->cpu,
                          .raw = { (const uint8_t *)h->v, sizeof(h->v) } };
    return true;
}

static bool read_record(const struct capture *c, const struct block *b, size_t place, struct record *r)
{
    const struct happened *h = at(c, b, place);
    *r =
        (struct record){ .when = { h->time, b->seq }, .id = { .pid = h->tid, .tid = h->tid, .cpu = h->cpu } };
    if (h->what == LOST) {
        r->type = PERF_RECORD_LOST;
        r->lost.lost = (uint64_t)h->v[0];
        return true;
    }
    r->type = h->what == RECORD_WIDE ? PERF_RECORD_SWITCH_CPU_WIDE : PERF_RECORD_SWITCH;
    r->context_switch.out = h->v[0];
    r->misc = h->v[1] ? PERF_RECORD_MISC_SWITCH_PREEMPT : 0;
    r->context_switch.other_pid = r->context_switch.other_tid = (int32_t)h->v[2];
    return true;
}

static const struct capture_ops ops = {
    .rewind = start_over, .next_block = next_block, .read_sample = read_sample, .read_record = read_record
};

/* ---- its tracing data ---- */

struct traces {
    struct trace_field fields[TRACEPOINTS][ARGUMENTS];
    struct trace_event events[TRACEPOINTS];
};

static const struct trace_event *event_at(struct traces *t, uint64_t id)
{
    return id < TRACEPOINTS ? &t->events[id] : NULL;
}

/* As a kernel might that calls 2 "D" and knows no other state. */
static bool print(struct traces *t, uint64_t id, struct span raw, struct text *out)
{
    int64_t state;
    (void)t, (void)id;
    memcpy(&state, raw.p + 8, sizeof(state));
    if (state != 2)
        return false;
    text_add(out, "prev_comm=a prev_state=S prev_pid=1 prev_prio=120 prev_state=D ==> next_comm=b");
    return true;
}

static const struct trace_reader reader = { .event = event_at, .print = print };

static void traces_init(struct traces *t)
{
    memset(t, 0, sizeof(*t));
    for (unsigned i = 0; i < TRACEPOINTS; i++) {
        t->events[i] = (struct trace_event){ i < IDLE ? "sched" : "power", names[i], t->fields[i], 0,
                                             (union {
                                                 uint16_t v;
                                                 uint8_t b;
                                             }){ 1 }
                                                     .b
                                                 ? ORDER_LITTLE
                                                 : ORDER_BIG };
        for (unsigned k = 0; k < ARGUMENTS && arguments[i][k]; k++)
            t->fields[i][t->events[i].n++] =
                (struct trace_field){ .name = arguments[i][k], .offset = 8 * k, .size = 8, .negative = true };
    }
}

/* ---- a replay of both ---- */

struct rig {
    struct fake fake;
    struct traces traces;
    struct made made;
    struct address_cache addresses;
    struct replay replay;
};

static void rig_init(struct rig *r, const struct record *records, size_t nrecords, const struct happened *v,
                     size_t n)
{
    *r = (struct rig){ .fake = { .v = v, .n = n } };
    bool by_records = n && v[0].what >= RECORD_OUT;
    r->fake.capture = (struct capture){ .ops = &ops, .order = ORDER_LITTLE, .env = { .cpus_online = 2 } };
    for (uint32_t i = 0; i < TRACEPOINTS; i++)
        r->fake.events[i].attr =
            (struct attr){ .type = by_records ? PERF_TYPE_SOFTWARE : PERF_TYPE_TRACEPOINT,
                           .config = i,
                           .flags = UINT64_C(1) << ATTR_CONTEXT_SWITCH,
                           .sample_type = PERF_SAMPLE_RAW };
    r->fake.capture.events = (struct events){ .v = r->fake.events, .n = TRACEPOINTS };
    traces_init(&r->traces);
    r->made = make(records, nrecords);
    address_cache_init(&r->addresses, r->made.t, NULL);
    r->replay = (struct replay){
        .capture = &r->fake.capture, .reader = &reader, .traces = &r->traces, .addresses = &r->addresses
    };
}

static void rig_free(struct rig *r)
{
    address_cache_free(&r->addresses);
    timeline_free(r->made.t);
}

/* ---- events as text ---- */

struct told {
    char text[1000];
    size_t n;
};

static void tell(struct told *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void tell(struct told *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->n += (size_t)vsnprintf(t->text + t->n, sizeof(t->text) - t->n, fmt, ap);
    va_end(ap);
}

static void tell_switch(void *arg, const struct sched_event *e)
{
    tell(arg, "%d:%d#%d>%d#%d%c ", (int)e->cpu->number, e->task->tid, (int)e->task->number, e->next->tid,
         (int)e->next->number, e->letter);
}

static void tell_wakeup(void *arg, const struct sched_event *e)
{
    tell(arg, "%d!%d ", e->by->tid, e->task->tid);
}

static void tell_migration(void *arg, const struct sched_event *e)
{
    tell(arg, "%d@%d>%d ", e->task->tid, (int)e->from_cpu, (int)e->to_cpu);
}

static void tell_lost(void *arg, const struct sched_event *e)
{
    tell(arg, "-%d ", (int)e->amount);
}

static const struct schedule_view teller = {
    .switched = tell_switch, .woken = tell_wakeup, .migrated = tell_migration, .lost = tell_lost
};

static uint64_t told(const struct record *records, size_t nrecords, const struct happened *v, size_t n,
                     struct told *t)
{
    struct rig r;
    struct err e = { 0 };
    t->n = 0;
    t->text[0] = 0;
    rig_init(&r, records, nrecords, v, n);
    struct schedule s = { .replay = &r.replay, .view = &teller, .arg = t };
    assert_true(schedule_run(&s, &e));
    schedule_free(&s);
    rig_free(&r);
    return r.replay.problems.of[PROBLEM_NO_CPU].n;
}

static void test_events(void **state)
{
    (void)state;
    static const struct {
        struct happened v[6];
        uint64_t without_cpu;
        const char *text;
    } rows[] = {
        { { { SWITCH, 1, 0, 10, { 10, 0, 20 } }, { SWITCH, 2, 0, 20, { 20, STATE_R_PLUS, 10 } } },
          0,
          "0:10#0>20#1R 0:20#1>10#0R " },
        /* the kernel's own letters, then the usual ones; -2 is no bit of these */
        { { { SWITCH, 1, 3, 10, { 10, 2, 0 } },
            { SWITCH, 2, 3, 0, { 0, 0x10, 10 } },
            { SWITCH, 3, 3, 10, { 10, 0x200, 0 } } },
          0,
          "3:10#0>0#1D 3:0#1>10#0X 3:10#0>0#1? " },
        /* no machine has such CPUs */
        { { { SWITCH, 1, UINT32_MAX, 10, { 10, 0, 20 } },
            { SWITCH, 2, SCHEDULE_CPUS, 10, { 10, 0, 20 } },
            { SWITCH, 3, SCHEDULE_CPUS - 1, 10, { 10, 1, 20 } } },
          2,
          "65535:10#0>20#1S " },
        /* one of sched_waking and sched_wakeup, which the capture both has */
        { { { WAKING, 1, 0, 10, { 20 } }, { WAKEUP, 2, 0, 10, { 30 } } }, 0, "10!20 " },
        { { { MIGRATE, 1, 0, 10, { 20, 0, 1 } }, { LOST, 2, 0, 0, { 7 } } }, 0, "20@0>1 -7 " },
        /* SWITCH records: of one CPU's tasks, which are named once for both sides; of some tasks alone */
        { { { RECORD_WIDE, 1, 0, 10, { true, true, 20 } }, { RECORD_WIDE, 1, 0, 20, { false, false, 10 } } },
          0,
          "0:10#0>20#1R " },
        { { { RECORD_OUT, 1, 0, 10, { true, false } }, { RECORD_OUT, 2, 0, 10, { false, false } } },
          0,
          "0:10#0>0#1S 0:0#1>10#0R " },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct told t;
        size_t n = 0;
        while (n < 6 && rows[i].v[n].time)
            n++;
        assert_int_equal(told(NULL, 0, rows[i].v, n, &t), rows[i].without_cpu);
        assert_string_equal(t.text, rows[i].text);
    }
}

/* A tid that is used again is another thread. */
static void test_lives(void **state)
{
    (void)state;
    const struct record records[] = { comm_of(0, 10, 10, "old", false), fork_of(50, 10, 1, 10, 1) };
    static const struct happened v[] = { { SWITCH, 10, 0, 10, { 10, 1, 0 } },
                                         { SWITCH, 40, 0, 0, { 0, 0, 10 } },
                                         { SWITCH, 60, 1, 10, { 10, 1, 0 } } };
    struct told t;
    told(records, 2, v, 3, &t);
    assert_string_equal(t.text, "0:10#0>0#1S 0:0#1>10#0R 1:10#2>0#1S ");
}

/* A sample calls who has exited -1. Known by who got the CPU, or by the switch itself; of nobody's CPU, and
 * where the timeline does not know the thread, it stands for all. */
static void test_exited(void **state)
{
    (void)state;
    const struct record records[] = { comm_of(0, 11, 11, "w7", false) };
    static const struct happened v[] = { { WAKING, 1, 0, -1, { 20 } },      { SWITCH, 2, 0, 0, { 0, 0, 11 } },
                                         { WAKING, 3, 0, -1, { 20 } },      { WAKING, 4, 1, -1, { 20 } },
                                         { SWITCH, 5, 0, 0, { 0, 0, 12 } }, { WAKING, 6, 0, -1, { 20 } } };
    struct told t;
    told(records, 1, v, 6, &t);
    assert_string_equal(t.text, "-1!20 0:0#2>11#3R 11!20 -1!20 0:0#2>12#4R -1!20 ");
}

static void test_nothing(void **state)
{
    (void)state;
    struct rig r;
    struct err e = { 0 };
    rig_init(&r, NULL, 0, NULL, 0);
    r.fake.capture.events.n = 0;
    struct schedule s = { .replay = &r.replay, .view = &teller };
    assert_false(schedule_run(&s, &e));
    assert_int_equal(e.kind, ERR_USAGE);
    schedule_free(&s);
    rig_free(&r);
}

/* ---- views ---- */

/* 10 sleeps at 100, is woken at 300, runs at 350; is preempted at 400 by 20, runs at 600. */
static const struct happened story[] = {
    { SWITCH, 100, 0, 10, { 10, 1, 0 } }, { WAKING, 300, 1, 30, { 10 } },
    { SWITCH, 350, 0, 0, { 0, 0, 10 } },  { SWITCH, 400, 0, 10, { 10, STATE_R_PLUS, 20 } },
    { RUNTIME, 400, 0, 10, { 10, 45 } },  { SWITCH, 600, 0, 20, { 20, 2, 10 } },
    { SWITCH, 700, 0, 10, { 10, 0, 0 } },
};
enum { STORY = sizeof(story) / sizeof(*story) };

static void test_latency(void **state)
{
    (void)state;
    struct rig r;
    struct err e = { 0 };
    rig_init(&r, NULL, 0, story, STORY);
    struct latency l = { .schedule = { .replay = &r.replay } };
    assert_true(latency_run(&l, &e));
    latency_list(&l);
    assert_int_equal(l.n, 3);
    const struct latency_row *ten = &l.rows[1];
    assert_int_equal(l.rows[0].task->tid, 20);
    assert_int_equal(ten->task->tid, 10);
    assert_int_equal(ten->runtime, 45);
    assert_int_equal(ten->waits, 2);
    assert_int_equal(ten->total, 250);
    assert_int_equal(ten->max, 200);
    assert_int_equal(ten->max_from, 400);
    assert_int_equal(l.out_of_place, 0);
    latency_free(&l);
    rig_free(&r);
}

/* CPUs that are asked for: waits that end on them, whoever and wherever the thread was before. */
static void test_latency_of_cpus(void **state)
{
    (void)state;
    static const struct happened v[] = {
        { SWITCH, 100, 1, 10, { 10, 1, 0 } }, { WAKING, 300, 1, 30, { 10 } },
        { SWITCH, 350, 0, 0, { 0, 0, 10 } },  { RUNTIME, 380, 0, 10, { 10, 45 } },
        { SWITCH, 400, 0, 10, { 10, 0, 0 } }, { SWITCH, 440, 1, 0, { 0, 0, 10 } },
        { RUNTIME, 450, 1, 10, { 10, 7 } },
    };
    static const struct {
        int64_t cpu;
        uint64_t waits, total, max_from, runtime, timed;
    } rows[] = { { 0, 1, 50, 300, 45, 0 }, { 1, 1, 40, 400, 7, 1 }, { 2, 0, 0, 0, 0, 0 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct rig r;
        struct err e = { 0 };
        int64_t cpu = rows[i].cpu;
        const struct filter filter = { .cpus = { &cpu, 1 } };
        rig_init(&r, NULL, 0, v, sizeof(v) / sizeof(*v));
        struct latency l = { .schedule = { .replay = &r.replay }, .filter = &filter };
        assert_true(latency_run(&l, &e));
        latency_list(&l);
        const struct latency_row *ten = &l.rows[0];
        assert_int_equal(ten->task->tid, 10);
        assert_int_equal(ten->waits, rows[i].waits);
        assert_int_equal(ten->total, rows[i].total);
        assert_int_equal(ten->max_from, rows[i].max_from);
        assert_int_equal(ten->runtime, rows[i].runtime);
        assert_int_equal(l.timed, rows[i].timed);
        latency_free(&l);
        rig_free(&r);
    }
}

static void test_timehist(void **state)
{
    (void)state;
    static const struct {
        uint64_t from, to, run, sleep, preempt, delay;
    } rows[] = { { 0, 0, 150, 250, 200, 250 }, { 375, 650, 75, 0, 200, 200 } };
    for (size_t i = 0; i < 4; i++) {
        const bool holds = i >= 2;
        struct rig r;
        struct err e = { 0 };
        const struct timehist_sink nobody = { 0 };
        const struct filter all = { 0 };
        rig_init(&r, NULL, 0, story, STORY);
        struct timehist t = { .schedule = { .replay = &r.replay, .holds = holds },
                              .filter = &all,
                              .from = rows[i % 2].from,
                              .to = rows[i % 2].to,
                              .sink = &nobody };
        assert_true(timehist_run(&t, &e));
        if (holds) {
            assert_int_equal(t.schedule.ntasks, 0); /* nothing was asked of the timeline */
            assert_false(r.replay.stopped);
            schedule_report_held_events(&t.schedule);
        }
        const struct timehist_row *ten = timehist_row(t.schedule.tasks[0]);
        assert_int_equal(t.schedule.tasks[0]->tid, 10);
        assert_int_equal(ten->total.run, rows[i % 2].run);
        assert_int_equal(ten->total.sleep, rows[i % 2].sleep);
        assert_int_equal(ten->total.preempt, rows[i % 2].preempt);
        assert_int_equal(ten->total.delay, rows[i % 2].delay);
        assert_int_equal(t.max_cpu, 2);
        schedule_free(&t.schedule);
        rig_free(&r);
    }
}

/* What migrated, and after whom a CPU was idle, counts where and when it happened. */
static void test_timehist_of_cpus(void **state)
{
    (void)state;
    static const struct happened v[] = {
        { SWITCH, 100, 0, 10, { 10, 1, 0 } },  { SWITCH, 110, 1, 11, { 11, 1, 0 } },
        { MIGRATE, 150, 0, 30, { 10, 0, 1 } }, { MIGRATE, 160, 1, 30, { 11, 1, 0 } },
        { SWITCH, 200, 0, 0, { 0, 0, 10 } },   { SWITCH, 300, 1, 0, { 0, 0, 11 } },
    };
    static const struct {
        int64_t cpu;
        uint64_t from, moves[2], idle[2], first;
    } rows[] = { { 0, 0, { 1, 0 }, { 100, 0 }, 100 },
                 { 1, 0, { 0, 1 }, { 0, 190 }, 100 },
                 { 0, 155, { 0, 0 }, { 45, 0 }, 155 } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct rig r;
        struct err e = { 0 };
        int64_t cpu = rows[i].cpu;
        const struct timehist_sink nobody = { 0 };
        const struct filter filter = { .cpus = { &cpu, 1 } };
        rig_init(&r, NULL, 0, v, sizeof(v) / sizeof(*v));
        struct timehist t = { .schedule = { .replay = &r.replay },
                              .filter = &filter,
                              .from = rows[i].from,
                              .idle_only = true,
                              .migrations = true,
                              .sink = &nobody };
        assert_true(timehist_run(&t, &e));
        assert_int_equal(t.first, rows[i].first);
        for (size_t k = 0; k < t.schedule.ntasks; k++) {
            const struct sched_task *task = t.schedule.tasks[k];
            if (task->tid != 10 && task->tid != 11)
                continue;
            assert_int_equal(timehist_row(task)->migrations, rows[i].moves[task->tid - 10]);
            assert_int_equal(timehist_row(task)->total.run, rows[i].idle[task->tid - 10]);
        }
        schedule_free(&t.schedule);
        rig_free(&r);
    }
}

static void stop(void *arg, const struct sched_event *e UNUSED)
{
    ((struct replay *)arg)->stopped = true;
}

/* Nothing is read in vain, and the next run begins at the beginning. */
static void test_stopped(void **state)
{
    (void)state;
    static const struct schedule_view stopper = { .switched = stop };
    struct rig r;
    struct err e = { 0 };
    rig_init(&r, NULL, 0, story, STORY);
    for (int i = 0; i < 2; i++) {
        struct schedule s = { .replay = &r.replay, .view = &stopper, .arg = &r.replay };
        assert_true(schedule_run(&s, &e));
        assert_int_equal(r.replay.delivered, 1);
        schedule_free(&s);
    }
    rig_free(&r);
}

static uint64_t parts(const struct chart *c, const struct chart_row *r, unsigned lane)
{
    uint64_t sum = 0;
    for (uint32_t x = 0; x < c->slices; x++)
        sum += chart_parts(r, x, lane);
    return sum;
}

/* What was spent, to a part of each pixel: exactly, where no pixel has several things. */
static void assert_spent(const struct chart *c, unsigned lane, uint64_t ns)
{
    uint64_t sum = (parts(c, &c->tasks[0].row, lane) + parts(c, &c->tasks[1].row, lane)) * c->per;
    uint64_t off = sum > ns * CHART_PARTS ? sum - ns * CHART_PARTS : ns * CHART_PARTS - sum;
    assert_true(off <= (c->per > 2 ? 2 * c->slices * c->per : 0));
}

/* Whatever the width, the pixels of a row add up to what was spent. */
static void test_chart(void **state)
{
    (void)state;
    static const uint32_t widths[] = { 1, 2, 7, 600, 5000 };
    for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
        struct rig r;
        struct err e = { 0 };
        rig_init(&r, NULL, 0, story, STORY);
        struct chart c = { .replay = &r.replay, .slices = widths[i], .named = 24, .most_tasks = 1 };
        assert_true(chart_read(&c, &e));
        assert_int_equal(c.first, 100);
        assert_int_equal(c.last, 700);
        assert_int_equal(c.ntasks, 1);
        assert_int_equal(c.tasks_left_out, 1);
        assert_int_equal(c.run_left_out, 150);
        assert_int_equal(c.tasks[0].task->tid, 20);
        chart_free(&c);

        c = (struct chart){
            .replay = &r.replay, .slices = widths[i], .named = 24, .most_tasks = 5, .mark_from = 101
        };
        assert_true(chart_read(&c, &e));
        assert_int_equal(c.ntasks, 2);
        assert_int_equal(c.tasks[0].spent[CHART_RUN], 150);
        assert_int_equal(c.tasks[0].spent[CHART_WAIT], 250);
        assert_int_equal(c.tasks[1].spent[CHART_RUN], 200);
        assert_int_equal(c.tasks[1].spent[CHART_BLOCK], 100);
        assert_spent(&c, CHART_RUN, 150);
        assert_spent(&c, CHART_MARKED, 200);
        assert_spent(&c, CHART_WAIT, 250);
        assert_spent(&c, CHART_BLOCK, 100);
        assert_int_equal(c.cpus[0].busy, 350);
        chart_free(&c);
        rig_free(&r);
    }
}

/* A recording as long as time itself. */
static void test_eternity(void **state)
{
    (void)state;
    static const struct happened v[] = { { SWITCH, 1, 0, 0, { 0, 0, 10 } },
                                         { SWITCH, UINT64_MAX - 1, 0, 10, { 10, 1, 0 } } };
    struct rig r;
    struct err e = { 0 };
    rig_init(&r, NULL, 0, v, 2);
    struct chart c = { .replay = &r.replay, .slices = 1000, .named = 24, .most_tasks = 5 };
    assert_true(chart_read(&c, &e));
    assert_int_equal(parts(&c, &c.tasks[0].row, CHART_RUN), 1000 * CHART_PARTS);
    chart_free(&c);
    rig_free(&r);
}

/* Idle states and frequencies are those of the CPU that they tell, whoever tells them. */
static void test_power(void **state)
{
    (void)state;
    static const struct happened v[] = {
        { SWITCH, 100, 0, 10, { 10, 1, 0 } }, { IDLE, 100, 0, 0, { 9, 1 } },
        { CLOCK, 100, 0, 0, { 3000, 1 } },    { CLOCK, 140, 0, 0, { 1000, 1 } },
        { IDLE, 160, 0, 0, { -1, 1 } },       { IDLE, 170, 0, 0, { 0, -1 } },
        { SWITCH, 200, 0, 0, { 0, 0, 10 } },
    };
    struct rig r;
    struct err e = { 0 };
    rig_init(&r, NULL, 0, v, sizeof(v) / sizeof(*v));
    struct chart c = { .replay = &r.replay, .slices = 10, .named = 24, .most_tasks = 5, .power = true };
    assert_true(chart_read(&c, &e));
    assert_int_equal(c.ncpus, 2);
    assert_false(c.cpus[0].has_power);
    assert_true(c.cpus[1].has_power);
    assert_int_equal(c.cpus[1].max_khz, 3000);
    assert_int_equal(c.cpus[1].khz[0], 3000);
    assert_int_equal(c.cpus[1].khz[9], 1000);
    assert_int_equal(parts(&c, &c.cpus[1].idle, 3), 5 * CHART_PARTS + 6); /* 60 ns, of 11 to a pixel */
    assert_int_equal(r.replay.problems.of[PROBLEM_NO_CPU].n, 1);
    chart_free(&c);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),          cmocka_unit_test(test_lives),
        cmocka_unit_test(test_exited),          cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_latency),         cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_timehist),        cmocka_unit_test(test_chart),
        cmocka_unit_test(test_power),           cmocka_unit_test(test_eternity),
        cmocka_unit_test(test_latency_of_cpus), cmocka_unit_test(test_timehist_of_cpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
