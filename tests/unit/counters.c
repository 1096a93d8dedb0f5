/*
 * counters: records of perf stat record by hand, and what their rounds are when they were added up: each row
 * is one recording, and the text it must become. What the metrics make of counts the recordings of
 * tests/fixture/make.py tell.
 */
#include "core/replay/stat/counters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "core/replay/stat/formulas.h"
#include "tests/unit/perf_make.h"

enum { CPUS = PERF_RECORD_CPU_MAP, THREADS = PERF_RECORD_THREAD_MAP, CONFIG = PERF_RECORD_STAT_CONFIG };
enum { STAT = PERF_RECORD_STAT, ROUND = PERF_RECORD_STAT_ROUND };

/* A capture with events of the ids 1 to n, four CPUs on two sockets, and a recorder of a version. */
struct made {
    struct capture capture;
    struct problems problems;
    struct counters counters;
    struct env_cpu cpus[4];
};

static void make(struct made *m, unsigned nevents, const char *version)
{
    *m = (struct made){ .cpus = { { 0, 0, 0, 0 }, { 0, 0, 1, 0 }, { 1, 0, 0, 2 }, { 1, 0, 1, 2 } } };
    m->capture.env.version = version;
    m->capture.env.cpus = m->cpus;
    m->capture.env.ncpus = 4;
    for (unsigned i = 0; i < nevents; i++) {
        struct attr a = { .config = i };
        events_add(&m->capture.events, &a);
        event_add_id(&m->capture.events, i, i + 1);
    }
    counters_init(&m->counters, &m->capture, &m->problems);
}

static void drop(struct made *m)
{
    counters_free(&m->counters);
    events_free(&m->capture.events);
}

/* A record as the reader would hand it over. */
static bool see(struct made *m, uint32_t type, const uint64_t v[5])
{
    struct record r = { .type = type, .order = ORDER_LITTLE };
    struct bytes b = { .order = ORDER_LITTLE };
    put(&b, 8, 0);
    if (type == CPUS) { /* a range */
        put_fields(&b, (const struct field[]){ U16(2), U16(0), U16(v[0]), U16(v[1]), { 0, 0, NULL } });
    } else if (type == THREADS) { /* so many */
        for (uint64_t i = 0; i < v[0]; i++)
            put_fields(&b,
                       (const struct field[]){ U64(100 + i), RAW("sixteen letters.", 16), { 0, 0, NULL } });
        r.thread_map.n = v[0];
        r.thread_map.threads = (struct span){ b.p + 8, b.n - 8 };
    } else if (type == CONFIG) { /* mode, interval, scale, whether there is a level */
        put_fields(&b, (const struct field[]){
                           U64(0), U64(v[0]), U64(1), U64(v[1]), U64(2), U64(v[2]), { 0, 0, NULL } });
        if (v[3])
            put_fields(&b, (const struct field[]){ U64(3), U64(0), { 0, 0, NULL } });
        r.stat_config.terms = (struct span){ b.p + 8, b.n - 8 };
    } else if (type == STAT) { /* id, CPU or thread, value, enabled, running */
        r.stat.id = v[0];
        r.stat.cpu = m->counters.nthreads ? CPU_ANY : (int32_t)v[1];
        r.stat.thread = m->counters.nthreads ? (int32_t)v[1] : 0;
        r.stat.value = v[2];
        r.stat.enabled = v[3];
        r.stat.running = v[4];
    } else {
        r.stat_round.time = v[0];
    }
    r.bytes = span_of(&b);
    bool ended = counters_add_record(&m->counters, &r);
    free(b.p);
    return ended;
}

static void add_rows(const struct stat_aggregate *t, struct text *out)
{
    for (size_t i = 0; i < t->nrows; i++) {
        const struct stat_aggregate_row *r = &t->rows[i];
        const struct stat_aggregate_place *p = &t->places[r->place];
        text_printf(out, "%u", r->event);
        if (p->cpu >= 0)
            text_printf(out, "@%d", p->cpu);
        if (p->socket >= 0)
            text_printf(out, "S%d", p->socket);
        if (p->core >= 0)
            text_printf(out, "C%d", p->core);
        if (p->node >= 0)
            text_printf(out, "N%d", p->node);
        if (p->thread >= 0)
            text_printf(out, "T%d", p->thread);
        if (r->ncpus)
            text_printf(out, "/%u", r->ncpus);
        if (stat_aggregate_is_counted(r))
            text_printf(out, "=%u ", (unsigned)r->counts.value);
        else
            text_add(out, "=? ");
    }
    text_add(out, "| ");
}

struct step {
    uint32_t type;
    uint64_t v[5];
};

#define FOUR_CPUS(n)                                                                                         \
    { STAT, { 1, 0, 1 * (n), 10 * (n), 10 * (n) } }, { STAT, { 1, 1, 2 * (n), 10 * (n), 10 * (n) } },        \
        { STAT, { 1, 2, 4 * (n), 10 * (n), 5 * (n) } }, { STAT, { 1, 3, 8 * (n), 10 * (n), 10 * (n) } },     \
    {                                                                                                        \
        ROUND,                                                                                               \
        {                                                                                                    \
            9 * (n)                                                                                          \
        }                                                                                                    \
    }

static const struct row {
    unsigned nevents;
    enum counters_by asked;
    struct step steps[14];
    const char *rows;
    unsigned bad; /* records */
} rows[] = {
    /* all of them: scaled once, after they were added up; each round what came to it */
    { 1, BY_UNSET, { { CPUS, { 0, 3 } }, FOUR_CPUS(1), FOUR_CPUS(3) }, "0=17 | 0=34 | ", 0 },
    { 1, BY_UNSET, { { CPUS, { 0, 3 } }, { CONFIG, { 1, 5, 0 } }, FOUR_CPUS(1) }, "0=15 | ", 0 },
    /* as it was recorded, and as it is asked for: scaled each */
    { 1,
      BY_UNSET,
      { { CPUS, { 0, 3 } }, { CONFIG, { 0, 5, 1 } }, FOUR_CPUS(1) },
      "0@0=1 0@1=2 0@2=8 0@3=8 | ",
      0 },
    { 1, BY_SOCKET, { { CPUS, { 0, 3 } }, FOUR_CPUS(1) }, "0S0/2=3 0S1/2=16 | ", 0 },
    { 1,
      BY_CORE,
      { { CPUS, { 0, 1 } }, { STAT, { 1, 1, 5, 1, 1 } }, { ROUND, { 1 } } },
      "0S0C0/1=? 0S0C1/1=5 | ",
      0 },
    { 1, BY_NODE, { { CPUS, { 2, 3 } }, { STAT, { 1, 2, 5, 1, 1 } }, { ROUND, { 1 } } }, "0N2/2=? | ", 0 },
    /* CPUs that the header does not know are of one place */
    { 1, BY_SOCKET, { { CPUS, { 3, 5 } }, FOUR_CPUS(1) }, "0/1=? 0S1/1=8 | ", 3 },
    /* threads, those that counted most first; no CPUs to tell apart */
    { 1,
      BY_THREAD,
      { { THREADS, { 3 } }, { STAT, { 1, 0, 1, 1, 1 } }, { STAT, { 1, 2, 7, 1, 1 } }, { ROUND, { 1 } } },
      "0T2=7 0T0=1 0T1=? | ",
      0 },
    { 1, BY_CPU, { { THREADS, { 2 } }, { STAT, { 1, 1, 7, 1, 1 } }, { ROUND, { 1 } } }, "0=7 | ", 0 },
    /* what was not counted has a row, too; a counter that goes back is what it is */
    { 2,
      BY_UNSET,
      { { CPUS, { 0, 0 } },
        { STAT, { 2, 0, 5, 1, 1 } },
        { ROUND, { 1 } },
        { ROUND, { 2 } },
        { STAT, { 2, 0, 6, 2, 1 } },
        { ROUND, { 2 } } },
      "0=? 1=5 | 0=? 1=? | 0=? 1=? | ",
      0 },
    /* of a CPU or a thread that is in no map */
    { 1, BY_UNSET, { { CPUS, { 0, 1 } }, { STAT, { 1, 2, 5, 1, 1 } }, { ROUND, { 1 } } }, "0=? | ", 1 },
    { 1,
      BY_UNSET,
      { { THREADS, { 2 } }, { STAT, { 1, 2, 5, 1, 1 } }, { STAT, { 1, -1, 5, 1, 1 } }, { ROUND, { 1 } } },
      "0=? | ",
      2 },
};

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct made m;
        struct stat_aggregate t = { 0 };
        struct text out = { 0 };
        make(&m, rows[i].nevents, "6.1");
        text_add(&out, "");
        for (const struct step *s = rows[i].steps; s->type; s++)
            if (see(&m, s->type, s->v)) {
                if (!t.counters)
                    stat_aggregate_init(&t, &m.counters, rows[i].asked);
                stat_aggregate_round(&t);
                add_rows(&t, &out);
            }
        assert_string_equal(out.s, rows[i].rows);
        assert_int_equal(m.problems.of[PROBLEM_BAD_RECORD].n, rows[i].bad);
        text_free(&out);
        stat_aggregate_free(&t);
        drop(&m);
    }
}

/* A header that tells nodes alone: no sockets are made of that. */
static void test_nodes_alone(void **state)
{
    (void)state;
    static const struct {
        enum counters_by asked, by;
    } asks[] = { { BY_NODE, BY_NODE }, { BY_CORE, BY_ALL }, { BY_SOCKET, BY_ALL } };
    for (size_t i = 0; i < sizeof(asks) / sizeof(*asks); i++) {
        struct made m;
        struct stat_aggregate t;
        make(&m, 1, "6.1");
        for (int cpu = 0; cpu < 4; cpu++)
            m.cpus[cpu] = (struct env_cpu){ .socket = -1, .core = -1, .node = cpu / 2 };
        see(&m, CPUS, (const uint64_t[5]){ 0, 3 });
        stat_aggregate_init(&t, &m.counters, asks[i].asked);
        assert_int_equal(t.by, asks[i].by);
        assert_int_equal(m.problems.of[PROBLEM_NO_AGGREGATION].n, asks[i].by != asks[i].asked);
        stat_aggregate_free(&t);
        drop(&m);
    }
}

/* What a number meant to the perf that wrote it. */
static void test_modes(void **state)
{
    static const struct {
        uint64_t mode;
        bool has_level;
        const char *version;
        enum counters_by by;
    } modes[] = {
        { 4, false, "6.1.1", BY_CORE }, { 7, false, "6.4", BY_NODE },     { 6, false, "6.1", BY_UNSET },
        { 4, true, "6.5", BY_CACHE },   { 6, true, "6.8.12", BY_THREAD }, { 4, true, "6.9", BY_CLUSTER },
        { 9, true, "6.12", BY_NODE },   { 6, true, NULL, BY_CORE },       { 99, true, "7.0", BY_UNSET },
        { 7, true, "6.50", BY_THREAD },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
        struct made m;
        make(&m, 1, modes[i].version);
        see(&m, CONFIG, (const uint64_t[5]){ modes[i].mode, 0, 1, modes[i].has_level });
        assert_int_equal(m.counters.by, modes[i].by);
        drop(&m);
    }
}

/* Rounds that cost nothing in the file print no more than was paid for. */
static void test_blanks(void **state)
{
    (void)state;
    struct made m;
    struct stat_aggregate t;
    uint64_t nrows = 0;
    make(&m, 1000, "6.1");
    see(&m, CPUS, (const uint64_t[5]){ 0, 1023 });
    stat_aggregate_init(&t, &m.counters, BY_CPU);
    for (uint64_t round = 0; round < 1000; round++) {
        assert_true(see(&m, ROUND, (const uint64_t[5]){ round }));
        stat_aggregate_round(&t);
        nrows += t.nrows;
    }
    assert_int_equal(nrows, 1024000); /* the first round's */
    assert_int_equal(m.problems.of[PROBLEM_LEFT_OUT].n, 999 * UINT64_C(1024000));
    stat_aggregate_free(&t);
    drop(&m);
}

static void test_scaled(void **state)
{
    static const struct {
        struct counts counts;
        uint64_t value;
    } scaled[] = {
        { { 7, 10, 10 }, 7 },
        { { 7, 10, 5 }, 14 },
        { { 7, 10, 0 }, 0 },
        { { 7, 5, 10 }, 7 }, /* more than all the time is all the time */
        { { UINT64_MAX, UINT64_MAX, 1 }, UINT64_MAX },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(scaled) / sizeof(*scaled); i++)
        assert_int_equal(counters_scale(scaled[i].counts).value, scaled[i].value);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_nodes_alone),
                                        cmocka_unit_test(test_modes), cmocka_unit_test(test_blanks),
                                        cmocka_unit_test(test_scaled) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
