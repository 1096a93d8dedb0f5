/* waits: those of perf record --off-cpu begin as long before their samples as they took, and are in the order of their starts; problems of records
   stay, those of places are counted anew. */
#include "lib/columns/waits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/profile/keys/key.h"

static void test_starts(void **state)
{
    (void)state;
    enum { USUAL, OFF_CPU };
    static const struct {
        uint64_t time, weight;
        uint16_t event;
    } rows[] = { { 10, 3, OFF_CPU },
                 { 11, 1, USUAL },
                 { 12, 9, OFF_CPU },
                 { 13, 20, OFF_CPU }, /* a damaged one: longer than the clock ran */
                 { 14, 7, OFF_CPU },
                 { OFF_CPU_TIMESTAMP, 5, OFF_CPU },
                 { OFF_CPU_TIMESTAMP + 1, 4, OFF_CPU } };
    static const struct {
        uint64_t start, weight;
        uint32_t thread;
    } waits[] = { { 0, 20, 3 },
                  { 3, 9, 2 },
                  { 7, 3, 0 },
                  { 7, 7, 4 },
                  { OFF_CPU_TIMESTAMP, 5, 5 },
                  { OFF_CPU_TIMESTAMP + 1, 4, 6 } };
    struct event v[] = { [USUAL] = { .name = "cycles" }, [OFF_CPU] = { .name = "offcpu-time" } };
    v[OFF_CPU].attr.type = PERF_TYPE_SOFTWARE;
    v[OFF_CPU].attr.config = PERF_COUNT_SW_BPF_OUTPUT;
    const struct events events = { .v = v, .n = COUNT(v) };
    struct sample_columns of = { .n = COUNT(rows) }, c;
    of.places = mem_new(COUNT(rows), sizeof(*of.places)); /* none has a symbol */
    of.problems.of[PROBLEM_BAD_RECORD].n = 2;
    of.problems.of[PROBLEM_NO_OBJECT].n = of.problems.of[PROBLEM_NOT_UNWOUND].n = 5;
    sample_columns_allocate(&of);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        of.time[i] = rows[i].time;
        of.weight[i] = rows[i].weight;
        of.event[i] = rows[i].event;
        of.thread[i] = of.place[i] = of.stack[i] = i;
        of.cpu[i] = (uint16_t)i;
    }
    waits_of_samples(&c, &of, &events);
    assert_int_equal(c.n, COUNT(waits));
    for (size_t i = 0; i < c.n; i++) {
        assert_int_equal(c.time[i], waits[i].start);
        assert_int_equal(c.weight[i], waits[i].weight);
        assert_int_equal(c.thread[i], waits[i].thread);
        assert_int_equal(c.stack[i], waits[i].thread);
        assert_int_equal(c.cpu[i], waits[i].thread);
        assert_int_equal(c.event[i], 0);
    }
    assert_int_equal(c.problems.of[PROBLEM_BAD_RECORD].n, 2);
    assert_int_equal(c.problems.of[PROBLEM_NO_OBJECT].n, 0);
    assert_int_equal(c.problems.of[PROBLEM_NOT_UNWOUND].n, 0);
    assert_int_equal(c.nnameless, COUNT(waits) - 1); /* thread 0's wait has no place */
    for (size_t i = 0; i < c.nnameless; i++)
        assert_int_not_equal(c.place[c.nameless[i].sample], 0);
    waits_free(&c);
    sample_columns_free(&of);
}

/* Samples of an event are put among waits by time; a wait comes before a sample of its time. */
static void test_samples(void **state)
{
    (void)state;
    enum { CLOCK, OTHER };
    static const struct {
        uint64_t time, weight;
        uint16_t event;
        uint32_t thread;
    } rows[] = {
        { 10, 3, CLOCK, 1 }, { 11, 5, OTHER, 1 }, { 12, 7, CLOCK, 2 /* idle */ }, { 20, 4, CLOCK, 3 }
    };
    static const struct {
        uint64_t time, weight;
        uint32_t thread, waker;
        char state;
    } waits[] = { { 5, 2, 1, 3, 'S' }, { 10, 6, 3, 0, 'R' }, { 30, 9, 1, 0, 'D' } },
      both[] = { { 5, 2, 1, 3, 'S' },
                 { 10, 6, 3, 0, 'R' },
                 { 10, 3, 1, 0, STATE_ON_CPU },
                 { 20, 4, 3, 0, STATE_ON_CPU },
                 { 30, 9, 1, 0, 'D' } };
    struct column_thread threads[] = { { 0 }, { 7, 7, "a" }, { 0, 0, "swapper" }, { 7, 8, "b" } };
    struct sample_columns of = { .n = COUNT(rows), .threads = threads, .nthreads = COUNT(threads) };
    struct column_place places[] = { { 0 }, { .addr = 1 } };
    of.places = places;
    sample_columns_allocate(&of);
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        of.time[i] = rows[i].time;
        of.weight[i] = rows[i].weight;
        of.event[i] = rows[i].event;
        of.thread[i] = rows[i].thread;
        of.place[i] = 1;
        of.stack[i] = of.cpu[i] = 0;
    }
    struct sample_columns c = of;
    c.n = COUNT(waits);
    sample_columns_allocate(&c);
    c.state = mem_new(c.n, sizeof(*c.state));
    c.waker = mem_new(c.n, sizeof(*c.waker));
    for (uint32_t i = 0; i < COUNT(waits); i++) {
        c.time[i] = waits[i].time;
        c.weight[i] = waits[i].weight;
        c.thread[i] = waits[i].thread;
        c.waker[i] = waits[i].waker;
        c.state[i] = waits[i].state;
        c.event[i] = c.cpu[i] = 0;
        c.place[i] = c.stack[i] = 0;
    }
    waits_add_samples(&c, &of, CLOCK);
    assert_int_equal(c.n, COUNT(both));
    for (size_t i = 0; i < c.n; i++) {
        assert_int_equal(c.time[i], both[i].time);
        assert_int_equal(c.weight[i], both[i].weight);
        assert_int_equal(c.thread[i], both[i].thread);
        assert_int_equal(c.waker[i], both[i].waker);
        assert_int_equal(c.state[i], both[i].state);
        assert_int_equal(c.event[i], 0);
    }
    assert_int_equal(c.nnameless, 2);
    waits_free(&c);
    free(of.time);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_starts), cmocka_unit_test(test_samples) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
