/* waits: those of perf record --off-cpu begin as long before their samples as they took, and are in the order of their starts; problems of records
   stay, those of places are counted anew. */
#include "lib/columns/waits.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "core/base/mem.h"

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

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_starts) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
