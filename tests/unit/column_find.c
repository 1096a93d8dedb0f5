/* column_find: which samples of one time are told apart, and how far a look-up goes. */
#include "lib/columns/column_find.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/mem.h"

enum { TIME = 7, EVENT = 1, MANY = 3 * COLUMN_FIND_LOOKS };

/* n samples of one time and no CPU; sample i is of thread i and has stack i + 1. */
static struct sample_columns at_once(size_t n)
{
    struct sample_columns c = { .n = n, .nthreads = n, .nstacks = n + 1, .has_stacks = true };
    c.time = mem_new(n, sizeof(*c.time));
    c.thread = mem_new(n, sizeof(*c.thread));
    c.stack = mem_new(n, sizeof(*c.stack));
    c.cpu = mem_new(n, sizeof(*c.cpu));
    c.event = mem_new(n, sizeof(*c.event));
    c.threads = mem_new(n, sizeof(*c.threads));
    for (size_t i = 0; i < n; i++) {
        c.time[i] = TIME;
        c.thread[i] = (uint32_t)i;
        c.stack[i] = (uint32_t)i + 1;
        c.cpu[i] = SAMPLE_COLUMNS_NO_CPU;
        c.event[i] = EVENT;
        c.threads[i] = (struct column_thread){ .pid = (int32_t)(i / 2), .tid = (int32_t)i };
    }
    return c;
}

static void at_once_free(struct sample_columns *c)
{
    free(c->time);
    free(c->thread);
    free(c->stack);
    free(c->cpu);
    free(c->event);
    free(c->threads);
}

static uint32_t stack_of(struct column_find *f, int32_t tid)
{
    const struct sample s = { .has = PERF_SAMPLE_TID, .pid = tid / 2, .tid = tid, .when.time = TIME };
    return column_find_stack(f, &s, EVENT);
}

static void test_thread(void **state)
{
    (void)state;
    struct sample_columns c = at_once(5);
    const struct sample nobody = { .when.time = TIME };
    const struct sample other = { .has = PERF_SAMPLE_TID, .pid = 9, .tid = 4, .when.time = TIME };
    struct column_find f = { .columns = &c };
    assert_int_equal(stack_of(&f, 2), 3);
    assert_int_equal(column_find_stack(&f, &other, EVENT), 0);
    assert_int_equal(stack_of(&f, 4), 5);
    assert_int_equal(stack_of(&f, 5), 0);
    f.next = 0;
    assert_int_equal(column_find_stack(&f, &nobody, EVENT), 1);
    at_once_free(&c);
}

/* One look-up gives up; those after it go on behind what it looked at. */
static void test_bound(void **state)
{
    (void)state;
    struct sample_columns c = at_once(MANY);
    struct column_find f = { .columns = &c };
    assert_int_equal(stack_of(&f, COLUMN_FIND_LOOKS), 0);
    assert_int_equal(f.next, COLUMN_FIND_LOOKS);
    for (int32_t tid = COLUMN_FIND_LOOKS + 1; tid < MANY; tid++)
        assert_int_equal(stack_of(&f, tid), tid + 1);
    f.next = 0;
    assert_int_equal(stack_of(&f, COLUMN_FIND_LOOKS - 1), COLUMN_FIND_LOOKS);
    at_once_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_thread), cmocka_unit_test(test_bound) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
