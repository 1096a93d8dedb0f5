/*
 * sample_columns: samples of real captures are read by one worker and by several. What comes out is the same, numbers of dictionaries
 * included; weights are the file's; each number is one of its dictionary.
 */
#include "lib/columns/sample_columns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/session/session.h"

static const char *const captures[] = { "fixtures/amd64/fp.data",   "fixtures/amd64/sysg.data",
                                        "fixtures/arm64/pipe.data", "fixtures/hppa/threads.data",
                                        "fixtures/s390x/fp.data",   "fixtures/amd64/multi.data",
                                        "fixtures/amd64/dir.data",  "fixtures/amd64/mixed.data" };

static struct sample_columns read_by(struct session *s, unsigned workers, bool stacks)
{
    const struct sample_columns_opts o = { .stacks = stacks, .workers = workers };
    struct sample_columns c;
    struct err e = { 0 };
    assert_true(sample_columns_read(&c, s->capture, s->timeline, s->resolver, &o, &e));
    return c;
}

static void same(const struct sample_columns *a, const struct sample_columns *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->nthreads, b->nthreads);
    assert_int_equal(a->nplaces, b->nplaces);
    assert_int_equal(a->nstacks, b->nstacks);
    assert_memory_equal(a->time, b->time, a->n * SAMPLE_COLUMNS_BYTES); /* all columns are one piece */
    for (size_t i = 0; i < a->nthreads; i++) {
        assert_int_equal(a->threads[i].pid, b->threads[i].pid);
        assert_int_equal(a->threads[i].tid, b->threads[i].tid);
        assert_ptr_equal(a->threads[i].comm, b->threads[i].comm);
    }
    for (size_t i = 0; i < a->nplaces; i++) {
        assert_ptr_equal(a->places[i].object, b->places[i].object);
        assert_ptr_equal(a->places[i].symbol, b->places[i].symbol);
        assert_int_equal(a->places[i].at, b->places[i].at);
        assert_int_equal(a->places[i].addr, b->places[i].addr);
        assert_int_equal(a->alike[i], b->alike[i]);
        assert_int_equal(a->places[i].level, b->places[i].level);
        assert_int_equal(a->places[i].how, b->places[i].how);
    }
    assert_memory_equal(a->stacks, b->stacks, a->nstacks * sizeof(*a->stacks));
    for (int k = 0; k < PROBLEM_COUNT; k++) {
        assert_int_equal(a->problems.of[k].n, b->problems.of[k].n);
        assert_string_equal(a->problems.of[k].first, b->problems.of[k].first);
    }
}

static void sound(const struct sample_columns *c, const struct session *s)
{
    bool reads = false; /* a sample that read counters is one of each that counted */
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        reads = reads || s->capture->events.v[i].attr.sample_type & PERF_SAMPLE_READ;
    assert_true(c->n == s->capture->nsamples || reads);
    for (size_t i = 0; i < c->n; i++) {
        assert_true(!i || c->time[i - 1] <= c->time[i]);
        assert_true(c->thread[i] < c->nthreads);
        assert_true(c->place[i] < c->nplaces);
        assert_true(c->stack[i] < c->nstacks);
        assert_true(c->event[i] < s->capture->events.n);
        if (c->nstacks > 1) { /* of these captures all have chains that begin where the sample was, or none */
            const struct column_place *inner = &c->places[c->stacks[c->stack[i]].place],
                                      *own = &c->places[c->place[i]];
            assert_ptr_equal(inner->object, own->object);
            assert_ptr_equal(inner->symbol, own->symbol);
            assert_int_equal(inner->at, own->at);
        }
    }
    for (size_t i = 1; i < c->nstacks; i++) {
        assert_true(c->stacks[i].parent < i);
        assert_true(c->stacks[i].place && c->stacks[i].place < c->nplaces);
    }
}

static void test_workers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(captures); i++)
        for (int stacks = 0; stacks < 2; stacks++) {
            const struct session_opts o = { .path = captures[i], .isolated = true };
            struct session s;
            struct err e = { 0 };
            assert_true(session_open(&s, &o, &e));
            assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
            struct sample_columns one = read_by(&s, 1, stacks), several = read_by(&s, 3, stacks);
            sound(&one, &s);
            same(&one, &several);
            sample_columns_free(&one);
            sample_columns_free(&several);
            session_close(&s);
        }
}

static void test_most(void **state)
{
    (void)state;
    const struct session_opts o = { .path = captures[0], .isolated = true };
    struct session s;
    struct sample_columns c;
    struct err e = { 0 };
    assert_true(session_open(&s, &o, &e));
    assert_true(session_deepen(&s, SESSION_RESOLVE, &e));
    assert_false(sample_columns_read(&c, s.capture, s.timeline, s.resolver,
                                     &(struct sample_columns_opts){ .most = 1541 }, &e));
    assert_string_equal(e.msg, "it has 1542 samples, more than 1541");
    sample_columns_free(&c);
    e = (struct err){ 0 };
    assert_true(sample_columns_read(&c, s.capture, s.timeline, s.resolver,
                                    &(struct sample_columns_opts){ .most = 1542 }, &e));
    sample_columns_free(&c);
    session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_workers), cmocka_unit_test(test_most) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
