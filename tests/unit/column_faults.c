/* The problems of call chains by their samples: what is taken from the counts comes back to them, in the order of samples, and
   where there are too many for the list the rest stays in the counts. */
#include "lib/columns/column_faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

static void test_there_and_back(void **state)
{
    (void)state;
    static const struct {
        enum problem_kind kind;
        uint32_t sample, n;
        const char *text;
    } in[] = { { PROBLEM_UNWOUND_NO_MAP, 0, 1, "0x10" },
               { PROBLEM_NOT_UNWOUND, 1, 2, "dump" },
               { PROBLEM_UNWOUND_NO_MAP, 1, 3, "0x20" },
               { PROBLEM_DEFERRED, 2, 1, "late" } };
    static const uint32_t turned[] = { 2, 1, 0 };
    for (int turns = 0; turns < 2; turns++) {
        struct column_faults f = { 0 }, copy = { 0 };
        struct problems p = { 0 };
        for (size_t i = 0; i < COUNT(in); i++) {
            problem_add(&p, in[i].kind, in[i].n, "%s", in[i].text);
            assert_true(column_faults_any(&p));
            if (i + 1 == COUNT(in) || in[i + 1].sample != in[i].sample)
                column_faults_take(&f, &p, in[i].sample);
        }
        assert_false(column_faults_any(&p));
        assert_false(f.exceed);
        assert_int_equal(f.n, COUNT(in));
        column_faults_renumber(&f, turns ? turned : NULL);
        uint64_t sums[PROBLEM_COUNT] = { 0 };
        for (size_t i = 0; i < f.n; i++) {
            const struct column_fault *v = &f.v[i];
            size_t was = 0;
            while (was < COUNT(in) && (in[was].kind != v->kind || in[was].n != v->n))
                was++;
            assert_true(was < COUNT(in));
            assert_int_equal(v->sample, turns ? turned[in[was].sample] : in[was].sample);
            assert_true(!i || f.v[i - 1].sample < v->sample ||
                        (f.v[i - 1].sample == v->sample && f.v[i - 1].kind < v->kind));
            struct problems again = { 0 };
            column_faults_copy(&copy, &f, i, 7);
            column_faults_count(&copy, i, &again);
            assert_int_equal(again.of[v->kind].n, in[was].n);
            assert_string_equal(again.of[v->kind].first, in[was].text);
            assert_int_equal(copy.v[i].sample, 7);
            sums[v->kind] += v->n;
            column_faults_forget(&again);
            assert_false(column_faults_any(&again));
        }
        assert_int_equal(sums[PROBLEM_UNWOUND_NO_MAP], 4);
        column_faults_free(&f);
        column_faults_free(&copy);
        assert_int_equal(f.n, 0);
    }
}

/* More than the list takes, or in one sample more than a number takes, are in the counts still. */
static void test_too_many(void **state)
{
    (void)state;
    struct column_faults f = { 0 };
    struct problems p = { 0 };
    problem_add(&p, PROBLEM_DEFERRED, 1ULL << 32, "many");
    column_faults_take(&f, &p, 0);
    assert_true(f.exceed);
    assert_int_equal(f.n, 0);
    assert_int_equal(p.of[PROBLEM_DEFERRED].n, 1ULL << 32);
    column_faults_take(&f, &p, 1); /* nothing more is taken */
    assert_int_equal(f.n, 0);
    column_faults_free(&f);

    p = (struct problems){ 0 };
    for (uint32_t i = 0; i <= COLUMN_FAULTS_MOST; i++) {
        assert_false(f.exceed);
        problem_add(&p, PROBLEM_NOT_UNWOUND, 1, "dump");
        column_faults_take(&f, &p, i);
    }
    assert_true(f.exceed);
    assert_int_equal(f.n, COLUMN_FAULTS_MOST);
    assert_int_equal(p.of[PROBLEM_NOT_UNWOUND].n, 1);
    column_faults_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_there_and_back),
                                        cmocka_unit_test(test_too_many) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
