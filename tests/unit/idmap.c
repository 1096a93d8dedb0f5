/* A map of numbers keeps what was put in, whatever the keys are and however it grows. */
#include "core/base/idmap.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Keys as captures have them: small, consecutive, addresses, all ones; the i-th one. */
static uint64_t key_of(unsigned kind, uint64_t i)
{
    return kind == 0 ? i : kind == 1 ? i << 32 : kind == 2 ? UINT64_MAX - i : 0xffffffff81000000 + 4096 * i;
}

static void test_growth(void **state)
{
    (void)state;
    enum { N = 20000 };
    for (unsigned kind = 0; kind < 4; kind++) {
        struct idmap m = { 0 };
        assert_int_equal(idmap_get(&m, 5), 0);
        for (uint32_t i = 0; i < N; i++) {
            uint32_t *v = idmap_find_or_add(&m, key_of(kind, i));
            assert_int_equal(*v, 0);
            *v = i + 1;
        }
        for (uint32_t i = 0; i < N; i++) {
            assert_int_equal(idmap_get(&m, key_of(kind, i)), i + 1);
            assert_int_equal(*idmap_find_or_add(&m, key_of(kind, i)), i + 1);
        }
        assert_int_equal(idmap_get(&m, key_of(kind, N)), 0);
        assert_int_equal(m.n, N);
        idmap_free(&m);
        assert_int_equal(idmap_get(&m, key_of(kind, 1)), 0);
    }
}

/* A key that is asked for and never given a value stays absent, and takes no room for good. */
static void test_absent(void **state)
{
    (void)state;
    struct idmap m = { 0 };
    *idmap_find_or_add(&m, 1) = 11;
    for (uint64_t i = 2; i < 10000; i++)
        assert_int_equal(*idmap_find_or_add(&m, i), 0);
    for (uint64_t i = 2; i < 10000; i++)
        assert_int_equal(idmap_get(&m, i), 0);
    assert_int_equal(idmap_get(&m, 1), 11);
    *idmap_find_or_add(&m, 1) = 12;
    assert_int_equal(idmap_get(&m, 1), 12);
    idmap_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
