/* Problems are counted in full, and the first of each kind is told. */
#include "core/base/problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_add(void **state)
{
    (void)state;
    struct problems p = { 0 };
    problem_add(&p, PROBLEM_BAD_RECORD, 0, "nothing happened");
    assert_string_equal(p.of[PROBLEM_BAD_RECORD].first, "");
    problem_add(&p, PROBLEM_BAD_RECORD, 2, "at %d", 17);
    problem_add(&p, PROBLEM_BAD_RECORD, 3, "at %d", 18);
    problem_add(&p, PROBLEM_NO_MAP, 1, "%0400d", 7);
    assert_int_equal(p.of[PROBLEM_BAD_RECORD].n, 5);
    assert_string_equal(p.of[PROBLEM_BAD_RECORD].first, "at 17");
    assert_int_equal(strlen(p.of[PROBLEM_NO_MAP].first), PROBLEM_FIRST - 1);
}

static void test_merge(void **state)
{
    (void)state;
    struct problems a = { 0 }, b = { 0 };
    problem_add(&a, PROBLEM_NO_MAP, 1, "a");
    problem_add(&b, PROBLEM_NO_MAP, 2, "b");
    problem_add(&b, PROBLEM_NO_SYMBOL, 4, "c");
    problems_merge(&a, &b);
    assert_int_equal(a.of[PROBLEM_NO_MAP].n, 3);
    assert_string_equal(a.of[PROBLEM_NO_MAP].first, "a");
    assert_int_equal(a.of[PROBLEM_NO_SYMBOL].n, 4);
    assert_string_equal(a.of[PROBLEM_NO_SYMBOL].first, "c");
}

/* Keys are for scripts: stable, unique, without blanks. */
static void test_keys(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        assert_int_equal(strspn(problem_key(i), "abcdefghijklmnopqrstuvwxyz-"), strlen(problem_key(i)));
        assert_true(strlen(problem_sentence(i, 1)) > 0);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(problem_key(i), problem_key(k));
            for (uint64_t n = 1; n < 3; n++)
                assert_string_not_equal(problem_sentence(i, n), problem_sentence(k, n));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
