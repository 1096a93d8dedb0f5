/* align: both sequences stand in the lines, in order, and as much as can be is in both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/annotate/match/match.h"

enum { MOST = 40 };

/* The length of the longest common subsequence, the slow way. */
static size_t longest(const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
    size_t best[MOST + 1][MOST + 1] = { { 0 } };
    for (size_t i = 1; i <= na; i++)
        for (size_t k = 1; k <= nb; k++)
            best[i][k] = a[i - 1] == b[k - 1]              ? best[i - 1][k - 1] + 1
                         : best[i - 1][k] > best[i][k - 1] ? best[i - 1][k]
                                                           : best[i][k - 1];
    return best[na][nb];
}

static size_t check(const uint32_t *a, size_t na, const uint32_t *b, size_t nb)
{
    struct alignment out;
    int64_t x = 0, y = 0;
    align_make(&out, a, na, b, nb);
    for (size_t i = 0; i < out.n; i++) {
        const struct align_line *l = &out.v[i];
        assert_true(l->a >= 0 || l->b >= 0);
        if (l->a >= 0)
            assert_int_equal(l->a, x++);
        if (l->b >= 0)
            assert_int_equal(l->b, y++);
        if (l->a >= 0 && l->b >= 0)
            assert_int_equal(a[l->a], b[l->b]);
    }
    assert_int_equal(x, na);
    assert_int_equal(y, nb);
    size_t same = out.same;
    align_free(&out);
    return same;
}

static void test_small(void **state)
{
    static const uint32_t a[] = { 1, 2, 3, 1, 2, 2, 1 }, b[] = { 3, 2, 1, 2, 1, 3 };
    (void)state;
    assert_int_equal(check(a, 7, b, 6), 4); /* Myers' own example */
    assert_int_equal(check(a, 7, b, 0), 0);
    assert_int_equal(check(a, 0, b, 6), 0);
    assert_int_equal(check(a, 0, b, 0), 0);
    assert_int_equal(check(a, 7, a, 7), 7);
}

static void test_best(void **state)
{
    uint32_t a[MOST], b[MOST], seed = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t n[2];
        for (int which = 0; which < 2; which++) {
            seed = seed * 1103515245 + 12345;
            n[which] = seed >> 16 & 31;
            for (size_t i = 0; i < n[which]; i++) {
                seed = seed * 1103515245 + 12345;
                (which ? b : a)[i] = (seed >> 16) % (2 + (uint32_t)round % 5);
            }
        }
        assert_int_equal(check(a, n[0], b, n[1]), longest(a, n[0], b, n[1]));
    }
}

/* What differs wholly is given up, and costs no more than that. */
static void test_large(void **state)
{
    enum { N = 100000 };
    uint32_t *a = malloc(N * sizeof(*a)), *b = malloc(N * sizeof(*b));
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i + (i > 500 && i < N - 500 ? N : 0);
    }
    assert_int_equal(check(a, N, b, N), 1001);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_small), cmocka_unit_test(test_best),
                                        cmocka_unit_test(test_large) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
