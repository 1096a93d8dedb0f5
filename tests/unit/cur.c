/* Numbers of every width in both orders, and what a cursor says when the bytes run out. */
#include "core/base/cur.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const uint8_t bytes[] = { 0x80, 0x01, 0xfe, 0x03, 0x84, 0x05, 0x06, 0xf7, 0x08 };

static struct cur cur(size_t n, enum byte_order order)
{
    return cur_of((struct span){ bytes, n }, order);
}

/* Calls the reader of a width. */
static uint64_t take(struct cur *c, unsigned width)
{
    return width == 1 ? cur_u8(c) : width == 2 ? cur_u16(c) : width == 4 ? cur_u32(c) : cur_u64(c);
}

static void test_widths(void **state)
{
    (void)state;
    static const struct {
        unsigned width;
        uint64_t little, big;
    } rows[] = {
        { 1, 0x80, 0x80 },
        { 2, 0x0180, 0x8001 },
        { 4, 0x03fe0180, 0x8001fe03 },
        { 8, 0xf706058403fe0180, 0x8001fe03840506f7 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct cur little = cur(sizeof(bytes), ORDER_LITTLE), big = cur(sizeof(bytes), ORDER_BIG);
        assert_true(take(&little, rows[i].width) == rows[i].little);
        assert_true(take(&big, rows[i].width) == rows[i].big);
        assert_int_equal(little.left, sizeof(bytes) - rows[i].width);
        assert_ptr_equal(big.p, bytes + rows[i].width);
        assert_false(little.bad || big.bad);
    }
}

/* A number that is cut off is 0, and everything after it is too, even what would still have fitted. */
static void test_short(void **state)
{
    (void)state;
    static const unsigned widths[] = { 1, 2, 4, 8 };
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 0; n < widths[i]; n++) {
            struct cur c = cur(n, ORDER_BIG);
            assert_true(take(&c, widths[i]) == 0);
            assert_true(c.bad);
            assert_int_equal(c.left, 0);
            assert_int_equal(cur_u8(&c), 0);
            assert_int_equal(cur_take(&c, 0).n, 0);
            assert_string_equal(cur_cstr(&c), "");
            assert_true(c.bad);
        }
}

static void test_take(void **state)
{
    (void)state;
    struct cur c = cur(5, ORDER_LITTLE);
    struct span s = cur_take(&c, 3);
    assert_ptr_equal(s.p, bytes);
    assert_int_equal(s.n, 3);
    assert_int_equal(cur_take(&c, 0).n, 0);
    assert_int_equal(cur_take(&c, 2).n, 2);
    assert_false(c.bad);
    assert_int_equal(cur_take(&c, 0).n, 0); /* nothing of nothing is no mistake */
    assert_false(c.bad);
    c = cur(5, ORDER_LITTLE);
    assert_null(cur_take(&c, UINT64_MAX).p); /* larger than any pointer may move */
    assert_true(c.bad);
}

/* Numbers of any length, as DWARF 5 gives them (figures 22 and 23), too long ones, and ones that are cut off.
 */
static void test_leb(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[12];
        size_t n;
        uint64_t u;
        int64_t s;
        bool bad;
    } rows[] = {
        { { 2 }, 1, 2, 2, false },
        { { 0x7f }, 1, 127, -1, false },
        { { 0x80, 0x01 }, 2, 128, 128, false },
        { { 0x80, 0x7f }, 2, 16256, -128, false },
        { { 0xff, 0x00 }, 2, 127, 127, false },
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 10, UINT64_MAX, -1, false },
        { { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f },
          10,
          UINT64_C(1) << 63,
          INT64_MIN,
          false },
        { { 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f }, 12, 1, 1, false },
        { { 0x85, 0x80 }, 2, 5, 5, true },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct cur u = cur_of((struct span){ rows[i].bytes, rows[i].n }, ORDER_LITTLE), s = u;
        assert_true(cur_uleb(&u) == rows[i].u);
        assert_true(cur_sleb(&s) == rows[i].s);
        assert_int_equal(u.left + s.left, 0);
        assert_int_equal(u.bad && s.bad, rows[i].bad);
    }
}

static void test_strings(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        bool bad;
        const char *text;
        size_t left;
    } rows[] = {
        { "ab\0cd", 5, false, "ab", 2 },
        { "\0cd", 3, false, "", 2 },
        { "abc", 3, true, "", 0 },
        { "", 0, true, "", 0 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct cur c = cur_of((struct span){ (const uint8_t *)rows[i].bytes, rows[i].n }, ORDER_LITTLE);
        const char *text = cur_cstr(&c);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(c.bad, rows[i].bad);
        assert_int_equal(c.left, rows[i].left);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths), cmocka_unit_test(test_short),   cmocka_unit_test(test_take),
        cmocka_unit_test(test_leb),    cmocka_unit_test(test_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
