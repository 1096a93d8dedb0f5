/* deferred: parts of chains are found by thread and cookie, as they stand in records of either byte order. */
#include "core/model/deferred.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 4 };

struct told {
    int32_t tid;
    uint64_t cookie;
    size_t n;
    uint64_t ips[MAX];
};

static void add(struct deferred *d, const struct told *t, enum byte_order order)
{
    uint8_t bytes[8 * MAX];
    for (size_t i = 0; i < 8 * t->n; i++)
        bytes[i] = (uint8_t)(t->ips[i / 8] >> 8 * (order == ORDER_BIG ? 7 - i % 8 : i % 8));
    struct record r = { .type = PERF_RECORD_CALLCHAIN_DEFERRED, .order = order };
    r.id.tid = t->tid;
    r.deferred.cookie = t->cookie;
    r.deferred.n = t->n;
    r.deferred.ips = (struct span){ bytes, 8 * t->n };
    deferred_add(d, &r);
    memset(bytes, 0xff, sizeof(bytes)); /* records do not stay */
}

static const struct told told[] = {
    { 5, 7, 3, { PERF_CONTEXT_USER, 0x1000, 0x2000 } },
    { 6, 7, 2, { PERF_CONTEXT_USER, 0x3000 } },
    { 5, 8, 3, { PERF_CONTEXT_USER, 0x1000, 0x2000 } },
    { 5, 9, 2, { PERF_CONTEXT_USER, 0x1000 } },
    { -1, UINT64_MAX, 0, { 0 } },
    { 0, 0, 1, { 0 } },
};

static void test_found_by_thread_and_cookie(void **state)
{
    (void)state;
    for (int order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct deferred d = { 0 };
        assert_null(deferred_find(&d, 5, 7).v);
        for (size_t i = 0; i < sizeof(told) / sizeof(*told); i++)
            add(&d, &told[i], (enum byte_order)order);
        for (size_t i = 0; i < sizeof(told) / sizeof(*told); i++) {
            struct deferred_chain c = deferred_find(&d, told[i].tid, told[i].cookie);
            assert_non_null(c.v);
            assert_int_equal(c.n, told[i].n);
            for (size_t k = 0; k < c.n; k++)
                assert_int_equal(c.v[k], told[i].ips[k]);
        }
        assert_null(deferred_find(&d, 6, 8).v);
        assert_null(deferred_find(&d, 5, 10).v);
        assert_ptr_equal(deferred_find(&d, 5, 7).v, deferred_find(&d, 5, 8).v);
        deferred_free(&d);
    }
}

static void test_the_first_stays(void **state)
{
    struct deferred d = { 0 };
    const struct told other = { 5, 7, 1, { 0x4000 } };
    (void)state;
    add(&d, &told[0], ORDER_LITTLE);
    add(&d, &other, ORDER_LITTLE);
    assert_int_equal(deferred_find(&d, 5, 7).n, 3);
    deferred_free(&d);
}

/* The square of these would take minutes. */
static void test_a_cookie_of_many_threads(void **state)
{
    enum { MANY = 1 << 18 };
    struct deferred d = { 0 };
    (void)state;
    for (int tid = 1; tid <= MANY; tid++)
        add(&d, &(struct told){ tid, 7, 1, { 0x1000 + (uint64_t)tid } }, ORDER_LITTLE);
    for (int tid = 1; tid <= MANY; tid++)
        assert_true(deferred_find(&d, tid, 7).v[0] == 0x1000 + (uint64_t)tid);
    deferred_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_found_by_thread_and_cookie),
                                        cmocka_unit_test(test_the_first_stays),
                                        cmocka_unit_test(test_a_cookie_of_many_threads) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
