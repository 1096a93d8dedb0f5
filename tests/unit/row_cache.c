/* What is remembered of code is what was put there: no address of another context, block or stretch is found by it,
   however many there are. */
#include "core/profile/places/row_cache.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct row_wanted wanted(struct row_cache *c, const struct row_context *x, uint64_t at)
{
    return row_cache_want(c, row_cache_context_number(c, x, at), at);
}

/* The row at an address, -1: nothing is known of it. */
static int64_t row_of(struct row_cache *c, const struct row_context *x, uint64_t at)
{
    const struct row_wanted w = wanted(c, x, at);
    const struct cached_row *known = row_cache_find(&w);
    return known ? (int64_t)known->row : -1;
}

static void put(struct row_cache *c, const struct row_context *x, uint64_t at, uint64_t before,
                uint64_t behind, uint32_t row)
{
    const struct row_wanted w = wanted(c, x, at);
    row_cache_put(&w, before, behind, row, ROW_LACKS_NOTHING);
}

static void test_stretches(void **state)
{
    static const uint64_t bases[] = { 0, 0xffffffff81000000, 0xc000000000000000, UINT64_MAX - 63,
                                      0x100000000000000 };
    (void)state;
    for (size_t b = 0; b < sizeof(bases) / sizeof(*bases); b++) {
        struct row_cache c = { 0 };
        const struct row_context x = { .where = &c, .who = 7 };
        uint64_t base = bases[b];
        row_cache_init(&c);
        put(&c, &x, base + 20, 3, 4, 1);          /* 17 to 24 */
        put(&c, &x, base + 30, 0, UINT64_MAX, 2); /* 30 to the end of the block */
        put(&c, &x, base + 5, UINT64_MAX, 0, 3);  /* its beginning to 5 */
        for (uint64_t i = 0; i < 64; i++)
            assert_int_equal(row_of(&c, &x, base + i), i <= 5               ? 3
                                                       : i >= 17 && i <= 24 ? 1
                                                       : i >= 30            ? 2
                                                                            : -1);
        assert_int_equal(row_of(&c, &x, base - 1), -1);
        assert_int_equal(row_of(&c, &x, base + 64), -1);
        assert_int_equal(row_of(&c, &x, (base ^ UINT64_C(1) << 56) + 20), -1);
        row_cache_free(&c);
    }
}

static void test_contexts(void **state)
{
    (void)state;
    struct row_cache c = { 0 };
    row_cache_init(&c);
    const struct row_context all[] = { { .where = &c },
                                       { .where = &all },
                                       { .where = &c, .who = 1 },
                                       { .where = &c, .event = 1 },
                                       { .where = &c, .use = ROW_USE_CALLER },
                                       { .where = &c, .level = 'k' } };
    enum { N = sizeof(all) / sizeof(*all) };
    struct row_contexts recent[2] = { { .turn = 0 } }; /* by who */
    for (uint32_t i = 0; i < N; i++)
        put(&c, &all[i], 0x1234, 0, 0, i);
    for (uint32_t i = 0; i < N; i++) /* more than a line has room for: what is there is right */
        assert_true(row_of(&c, &all[i], 0x1234) == -1 || row_of(&c, &all[i], 0x1234) == i);
    for (uint32_t i = 0; i < 4 * N; i++)
        assert_int_equal(row_cache_context_of(&c, &recent[all[i % N].who], &all[i % N], 0x1234),
                         row_cache_context_number(&c, &all[i % N], 0x1234));
    row_cache_free(&c);
}

/* More contexts than there is room for: some have no number, and once there is room again nothing old is found. */
static void test_room(void **state)
{
    (void)state;
    struct row_cache c = { 0 };
    struct row_context x = { .where = &c };
    struct row_contexts recent = { 0 };
    row_cache_init(&c);
    uint32_t refused = 0;
    put(&c, &x, 0, 0, 0, 9);
    assert_int_equal(row_cache_context_of(&c, &recent, &x, 0), row_cache_context_number(&c, &x, 0));
    for (x.who = 1; !refused && x.who < 1000000; x.who++) {
        uint32_t number = row_cache_context_number(&c, &x, 0);
        const struct row_wanted w = row_cache_want(&c, number, 0);
        if (number)
            row_cache_put(&w, 0, 0, x.who, ROW_LACKS_SYMBOL);
        else
            assert_null(row_cache_find(&w));
        refused += !number;
    }
    assert_int_equal(refused, 1);
    row_cache_make_room(&c);
    for (uint32_t i = 0; i < 1000; i++) {
        x.who = 1000000 + i;
        assert_int_equal(row_of(&c, &x, 0), -1);
    }
    x.who = 0;
    const struct row_wanted w = row_cache_want(&c, row_cache_context_of(&c, &recent, &x, 0), 0);
    row_cache_put(&w, 0, 0, 5, ROW_LACKS_SYMBOL);
    assert_int_equal(row_cache_lack(row_cache_find(&w)), ROW_LACKS_SYMBOL);
    assert_int_equal(row_of(&c, &x, 0), 5);
    row_cache_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_stretches), cmocka_unit_test(test_contexts),
                                        cmocka_unit_test(test_room) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
