/* cpus: each row is a set as its bytes in either byte order, and the ranges it must become. */
#include "core/model/cpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

static const struct row {
    struct field fields[10];
    const char *shown; /* NULL: has to be refused */
} rows[] = {
    { { U16(0), U16(0) }, "" },
    { { U16(0), U16(1), U16(-1) }, "-1" },
    { { U16(0), U16(5), U16(9), U16(3), U16(2), U16(3), U16(65534) }, "2-3 9 65534" },
    { { U16(0), U16(2), U16(1) }, NULL },
    { { U16(1), U16(1), U16(4), U32(0x80000005) }, "0 2 31" },
    { { U16(1), U16(2), U16(4), U32(1u << 31), U32(3) }, "31-33" },
    { { U16(1), U16(1), U16(8), U32(0), U64(UINT64_C(0x8000000000000001)) }, "0 63" },
    { { U16(1), U16(2), U16(8), U32(0), U64(1) }, NULL },
    { { U16(1), U16(1), U16(3), U64(1), U64(1) }, NULL },
    { { U16(1), U16(0), U16(0) }, NULL },
    { { U16(2), RAW("\0\0", 2), U16(4), U16(7) }, "4-7" },
    { { U16(2), RAW("\1\0", 2), U16(0), U16(65535) }, "-1-65535" },
    { { U16(2), RAW("\1\0", 2), U16(4), U16(4) }, "-1 4" },
    { { U16(2), RAW("\0\0", 2), U16(7), U16(4) }, NULL },
    { { U16(3), U64(0) }, NULL },
    { { U16(0) }, NULL },
};

static void show(const struct cpus *s, char *out, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n && n < size; i++) {
        n += (size_t)snprintf(out + n, size - n, "%s%d", i ? " " : "", s->v[i].first);
        if (s->v[i].last != s->v[i].first && n < size)
            n += (size_t)snprintf(out + n, size - n, "-%d", s->v[i].last);
    }
}

static void test_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(*rows); i++) {
        const struct row *row = &rows[i / 2];
        struct bytes b = { .order = i % 2 ? ORDER_BIG : ORDER_LITTLE };
        put_fields(&b, row->fields);
        struct cur c = cur_of(span_of(&b), b.order);
        struct cpus s;
        char shown[200] = "";
        assert_int_equal(cpus_read(&c, &s), row->shown != NULL);
        show(&s, shown, sizeof(shown));
        assert_string_equal(shown, row->shown ? row->shown : "");
        cpus_free(&s);
        free(b.p);
    }
}

/* The CPU beyond which there is none. */
static void test_most(void **state)
{
    (void)state;
    struct bytes b = { .order = ORDER_LITTLE };
    put_fields(&b, (const struct field[]){ U16(1), U16(CPUS_MOST / 64 + 1), U16(8), U32(0), { 0, 0, NULL } });
    for (unsigned i = 0; i <= CPUS_MOST / 64; i++)
        put(&b, 8, i + 1 == CPUS_MOST / 64 ? UINT64_C(1) << 63 : 0);
    struct cpus s;
    struct cur c = cur_of(span_of(&b), b.order);
    assert_true(cpus_read(&c, &s));
    assert_int_equal(s.v[0].first, CPUS_MOST - 1);
    cpus_free(&s);
    b.p[b.n - 8] = 1;
    c = cur_of(span_of(&b), b.order);
    assert_false(cpus_read(&c, &s));
    free(b.p);
}

static void test_ask(void **state)
{
    (void)state;
    struct cpus s = { 0 }, more = { .v = (struct cpu_range[]){ { 2, 3 }, { 8, 9 } }, .n = 2 };
    assert_true(cpus_are_any(&s));
    cpus_add(&s, &more);
    cpus_add(&s, &(struct cpus){ .v = (struct cpu_range[]){ { 0, 0 }, { 3, 5 } }, .n = 2 });
    cpus_settle(&s);
    const char *have = "0.2345..89.";
    for (int32_t cpu = 0; have[cpu]; cpu++)
        assert_int_equal(cpus_has(&s, cpu), have[cpu] != '.');
    assert_false(cpus_has(&s, CPU_ANY));
    assert_int_equal(cpus_count(&s), 7);
    assert_false(cpus_are_any(&s));
    cpus_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_read), cmocka_unit_test(test_most),
                                        cmocka_unit_test(test_ask) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
