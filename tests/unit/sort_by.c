/* Stable sorting, of what lies in no order and of what nearly is in order: long runs, and runs that reach into each other. */
#include "core/base/sort_by.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/base/cur.h"
#include "core/base/mem.h"

struct item {
    uint64_t by;
    uint32_t at;
};

static int forwards(const void *a, const void *b, const void *unused)
{
    const struct item *x = a, *y = b;
    (void)unused;
    return (x->by > y->by) - (x->by < y->by);
}

static int backwards(const void *a, const void *b, const void *arg)
{
    const struct item *x = a, *y = b;
    const uint64_t mask = *(const uint64_t *)arg;
    return ((x->by & mask) < (y->by & mask)) - ((x->by & mask) > (y->by & mask));
}

/* Runs of `run` that ascend by `step`, each of which begins `back` before the end of the last one. */
static void fill(struct item *v, size_t n, size_t run, uint64_t step, uint64_t back, uint64_t *random)
{
    for (size_t i = 0; i < n; i++) {
        *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
        v[i] = (struct item){ (i + 1) * step - i / run * back + (*random >> 62), (uint32_t)i };
    }
}

static void test_sort(void **state)
{
    (void)state;
    enum { MOST = 5000 };
    static const size_t sizes[] = { 0, 1, 2, 3, 64, 1023, MOST }, runs[] = { 1, 2, 7, 100, MOST };
    static const struct {
        uint64_t step, back;
    } shapes[] = { { 4, 0 }, { 0, 0 }, { 4, 3 }, { 4, 390 }, { 4, 60 }, { 1, 2 } };
    struct item *v = mem_new(MOST, sizeof(*v));
    uint64_t random = 1;
    for (size_t i = 0; i < 2 * COUNT(sizes) * COUNT(runs) * COUNT(shapes); i++) {
        const size_t n = sizes[i / 2 % COUNT(sizes)], shape = i / 2 / COUNT(sizes) % COUNT(shapes);
        const size_t run = runs[i / 2 / COUNT(sizes) / COUNT(shapes)];
        fill(v, n, run, shapes[shape].step, shapes[shape].back, &random);
        if (i % 2)
            sort_by_first(v, n, sizeof(*v));
        else
            sort_runs(v, n, sizeof(*v), forwards, NULL);
        for (size_t k = 1; k < n; k++)
            assert_true(v[k - 1].by < v[k].by || (v[k - 1].by == v[k].by && v[k - 1].at < v[k].at));
        const uint64_t mask = ~UINT64_C(7);
        fill(v, n, run, shapes[shape].step, shapes[shape].back, &random);
        (i % 2 ? sort_by : sort_runs)(v, n, sizeof(*v), backwards, &mask);
        for (size_t k = 1; k < n; k++) {
            const uint64_t a = v[k - 1].by & mask, b = v[k].by & mask;
            assert_true(a > b || (a == b && v[k - 1].at < v[k].at));
        }
    }
    free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sort) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
