/* Problems are counted in full, and the first of each kind is told. */
#include "core/base/problem.h"
#include "lib/session/session.h"

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

/* Names from a file may contain what a terminal acts on. */
static void test_harmless_problem(void **state)
{
    (void)state;
    struct problems p = { 0 };
    problem_add(&p, PROBLEM_NO_OBJECT, 1, "/opt/%s", "w\xe2\x80\xaeload");
    problem_add_at(&p, PROBLEM_NO_SYMBOL, 1, 8, "%s", "\x1b[2J\x9b\xc2\x85\xc3\xa9");
    assert_string_equal(p.of[PROBLEM_NO_OBJECT].first, "/opt/w\\xe2\\x80\\xaeload");
    assert_string_equal(p.of[PROBLEM_NO_SYMBOL].first, "\\x1b[2J\\x9b\\xc2\\x85\xc3\xa9");
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

/* Where a capture was cut off, mappings may be missing with the rest. */
static void test_line(void **state)
{
    (void)state;
    struct problems all = { 0 };
    struct text t = { 0 };
    problem_add(&all, PROBLEM_NO_MAP, 3, "0x1000");
    assert_true(session_problem_line(&all, PROBLEM_NO_MAP, 4, &t));
    assert_string_equal(t.s, "3 samples lie outside of every mapping, 75.00% of all (first: 0x1000)");
    problem_add(&all, PROBLEM_TRUNCATED, 8, "at the end");
    t.n = 0;
    assert_true(session_problem_line(&all, PROBLEM_NO_MAP, 0, &t));
    assert_string_equal(
        t.s, "3 samples lie outside of every mapping (first: 0x1000); their mappings may be in the part "
             "of the capture that could not be read");
    t.n = 0;
    assert_false(session_problem_line(&all, PROBLEM_NO_SYMBOL, 0, &t));
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add),   cmocka_unit_test(test_harmless_problem),
        cmocka_unit_test(test_merge), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
