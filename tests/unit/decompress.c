/* What is compressed, within a budget: all of it, or whether something is in it. */
#include "archive/decompress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

enum { PLAIN = 300000 };

/* Compressed: "head", bytes that do not repeat, and `part` at an offset. */
static struct span make(uint8_t *packed, size_t size, const char *part, size_t at)
{
    uint8_t *plain = malloc(PLAIN);
    for (uint32_t i = 0, x = 1; i < PLAIN; i++, x = x * 1664525 + 1013904223)
        plain[i] = (uint8_t)(x >> 24);
    memcpy(plain, "head", 4);
    memcpy(plain + at, part, strlen(part));
    size_t n = ZSTD_compress(packed, size, plain, PLAIN, 1);
    free(plain);
    return (struct span){ packed, n };
}

static struct span text(const char *s)
{
    return (struct span){ (const uint8_t *)s, strlen(s) };
}

/* Blocks of zstd have 128 KiB: what stands across two of them is found. */
static void test_holds(void **state)
{
    (void)state;
    static const char part[] = "0123456789abcdefghij";
    static const size_t ats[] = { 4, 1000, 131071, 131072 - 19, 131072 - 10, 131072, 262144 - 1, PLAIN - 20 };
    uint8_t *packed = malloc(2 * PLAIN);
    for (size_t i = 0; i < sizeof(ats) / sizeof(*ats); i++) {
        struct span s = make(packed, 2 * PLAIN, part, ats[i]);
        struct budget b = budget_for_packed(s.n), little = b;
        struct err e = { 0 };
        little.left = ats[i] / 2;
        assert_true(decompress_holds(s, text("head"), text(part), &b, &e));
        assert_false(decompress_holds(s, text("tail"), text(part), &b, &e));
        assert_false(decompress_holds(s, text("head"), text("0123456789abcdefghik"), &b, &e));
        assert_false(decompress_holds(s, text("head"), text(""), &b, &e));
        assert_int_equal(e.kind, ERR_NONE);
        assert_false(decompress_holds(s, text("head"), text(part), &little, &e));
        assert_int_equal(e.kind, ERR_UNSUPPORTED);
    }
    free(packed);
}

static void test_bytes(void **state)
{
    (void)state;
    static const struct {
        uint64_t left;
        enum err_kind kind;
    } rows[] = {
        { PLAIN, ERR_NONE }, { PLAIN + 1, ERR_NONE }, { PLAIN - 1, ERR_UNSUPPORTED }, { 0, ERR_UNSUPPORTED }
    };
    uint8_t *packed = malloc(2 * PLAIN);
    struct span s = make(packed, 2 * PLAIN, "x", 100), plain;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct budget b = { .most = rows[i].left, .left = rows[i].left };
        struct err e = { 0 };
        assert_int_equal(decompress_bytes(s, &b, &plain, &e), rows[i].kind == ERR_NONE);
        assert_int_equal(e.kind, rows[i].kind);
        assert_int_equal(plain.n, rows[i].kind == ERR_NONE ? PLAIN : 0);
        free((void *)(uintptr_t)plain.p);
    }
    for (size_t n = 0; n < s.n; n += n < 64 ? 1 : 9973) { /* cut off anywhere */
        struct budget b = budget_for_packed(n);
        struct err e = { 0 };
        assert_false(decompress_bytes((struct span){ s.p, n }, &b, &plain, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
    }
    free(packed);
}

static void test_budget(void **state)
{
    (void)state;
    struct budget b = budget_for_packed(2);
    assert_int_equal(b.most, (64 << 20) + 128);
    assert_true(budget_spend(&b, b.most - 1));
    assert_true(budget_spend(&b, 1));
    assert_true(budget_spend(&b, 0));
    assert_false(budget_spend(&b, 1));
    assert_false(budget_spend(&b, 0)); /* over is over */
    struct budget all = budget_for_packed(UINT64_MAX / 2);
    assert_true(budget_spend(&all, UINT64_MAX));
    assert_int_equal(budget_for_records(2, 0).most, (64 << 20) + 512);
    assert_int_equal(budget_for_records(2, 7).most, 7);
    assert_int_equal(budget_for_files(2, 0).most, (64 << 20) + 32768);
    assert_int_equal(budget_for_files(2, 7).most, 7);
    assert_true(budget_for_records(UINT64_MAX / 2, 0).most == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_holds), cmocka_unit_test(test_bytes),
                                        cmocka_unit_test(test_budget) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
