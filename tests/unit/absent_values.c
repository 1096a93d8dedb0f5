/* What was not recorded, or did not happen, reads as zero or as nothing, and not as what lies beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/model/timeline/namespaces.h"
#include "core/replay/replay.h"
#include "core/replay/sched/latency.h"
#include "lib/question/lock/lock_view.h"
#include "lib/question/script/scribe.h"

static void test_namespaces(void **state)
{
    (void)state;
    static const uint8_t links[] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
                                     3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4 };
    static const struct {
        size_t n, bytes, at; /* how many were announced, and recorded; which is asked for */
        enum byte_order order;
        uint64_t dev, ino;
    } rows[] = {
        { 2, 32, 0, ORDER_LITTLE, 1, 2ULL << 56 },
        { 2, 32, 1, ORDER_LITTLE, 3, 4ULL << 56 },
        { 2, 32, 1, ORDER_BIG, 3ULL << 56, 4 },
        { 2, 32, 2, ORDER_LITTLE, 0, 0 },
        { 1, 32, 1, ORDER_LITTLE, 0, 0 }, /* not what lies behind the last */
        { 2, 31, 1, ORDER_LITTLE, 0, 0 }, /* cut off */
        { SIZE_MAX, 32, SIZE_MAX - 1, ORDER_LITTLE, 0, 0 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct namespaces n = { rows[i].n, rows[i].order, { links, rows[i].bytes } };
        const struct namespace_link got = namespaces_link(&n, rows[i].at);
        assert_int_equal(got.dev, rows[i].dev);
        assert_int_equal(got.ino, rows[i].ino);
    }
}

static void test_fields(void **state)
{
    (void)state;
    const struct moment m = { .has = { false } }; /* nothing else of it may be read */
    assert_int_equal(moment_bytes(&m, 0).n, 0);
    assert_null(moment_bytes(&m, 0).p);
}

static void test_waits(void **state)
{
    (void)state;
    static const struct lock_column shortest = { .at = offsetof(struct lock_row, shortest) };
    static const struct lock_column longest = { .at = offsetof(struct lock_row, longest) };
    const struct lock_row none = { .shortest = UINT64_MAX, .longest = 0 },
                          one = { .shortest = 7, .longest = 9 };
    assert_int_equal(lock_number(&shortest, &none), 0);
    assert_int_equal(lock_number(&shortest, &one), 7);
    assert_int_equal(lock_number(&longest, &one), 9);
    assert_int_equal(latency_average(&(struct latency_row){ .waits = 0, .total = 5 }), 0);
    assert_int_equal(latency_average(&(struct latency_row){ .waits = 2, .total = 5 }), 2);
}

/* Words that are longer than the blocks by which short ones are copied are whole, too. */
static void test_words(void **state)
{
    (void)state;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    for (size_t n = 0; n < sizeof(letters); n++) {
        struct text t = { 0 };
        text_add(&t, "<");
        script_word(&t, letters, n);
        text_add(&t, ">");
        assert_int_equal(t.n, n + 2);
        assert_memory_equal(t.s + 1, letters, n);
        assert_int_equal(t.s[n + 1], '>');
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_namespaces),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
