/* Every string is in the table, once, inside a longer one where that ends with it; the order of adding does
 * not show. */
#include "archive/folio/folio_symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

static void test_tables(void **state)
{
    (void)state;
    static const struct {
        const char *strings[8];
        const char *table; /* with a dot for each NUL */
    } rows[] = {
        { { NULL }, "." },
        { { "" }, "." },
        { { "a" }, ".a." },
        { { "a", "a", "", "a" }, ".a." },
        { { "printf", "vprintf" }, ".vprintf." },
        { { "vprintf", "printf", "f", "tf", "intf" }, ".vprintf." },
        { { "fprintf", "printf", "vprintf", "sprintf" }, ".fprintf.sprintf.vprintf." },
        { { "ab", "b", "cb", "xab", "b2" }, ".b2.xab.cb." },
        { { "12345678", "x12345678", "yx12345678" }, ".yx12345678." }, /* as long as what is sorted first */
        { { "a12345678", "b12345678", "12345678" },
          ".a12345678.b12345678." }, /* the first is the end of neither */
        { { "bb12345678", "ab12345678", "b12345678", "cc12345678" }, ".ab12345678.bb12345678.cc12345678." },
        { { "\xff", "\x7f", "\xff\x80" }, ".\x7f.\xff\x80.\xff." }, /* bytes, not characters */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (unsigned turn = 0; turn < 8; turn++) {
            struct err e = { 0 };
            struct strings *s = strings_new();
            for (unsigned k = 0; k < 8; k++)
                if (rows[i].strings[(k * 3 + turn) % 8])
                    strings_add(s, rows[i].strings[(k * 3 + turn) % 8]);
            assert_true(strings_seal(s, UINT32_MAX, &e));
            struct span table = strings_bytes(s);
            char *shown = mem_copy(table.p, table.n);
            for (size_t k = 0; k < table.n; k++)
                shown[k] = (char)(shown[k] ? shown[k] : '.');
            assert_string_equal(shown, rows[i].table);
            for (unsigned k = 0; k < 8; k++)
                if (rows[i].strings[k])
                    assert_string_equal((const char *)table.p + strings_at(s, rows[i].strings[k]),
                                        rows[i].strings[k]);
            assert_int_equal(strings_at(s, ""), 0);
            assert_int_equal(strings_at(s, "nobody added it"), 0);
            free(shown);
            strings_free(s);
        }
    strings_free(NULL);
}

/* Many names out of few pieces, some of them alike for longer than they differ. */
static void name_of(char name[256], unsigned i)
{
    unsigned h = i * 2654435761U;
    snprintf(name, 256, "%s%u%.*s%s", h & 1 ? "_ZN4core" : "sys_", h % 5000, (int)(h >> 8 & 63),
             "abababababababababababababababababababababababababababababababababab",
             h & 0x10000   ? "17h0123456789abcdefE"
             : h & 0x20000 ? "E"
                           : "");
}

static void test_many(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct err e = { 0 };
    struct strings *forth = strings_new(), *back = strings_new();
    char name[256];
    size_t plain = 1;
    for (unsigned i = 0; i < N; i++) {
        name_of(name, i);
        strings_add(forth, name);
        plain += strlen(name) + 1;
        name_of(name, N - 1 - i);
        strings_add(back, name);
        strings_add(back, name + 3);
        strings_add(back, name);
        name_of(name, i);
        strings_add(forth, name + 3);
    }
    assert_true(strings_seal(forth, UINT32_MAX, &e));
    assert_true(strings_seal(back, UINT32_MAX, &e));
    struct span a = strings_bytes(forth), b = strings_bytes(back);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.p, b.p, a.n);
    assert_true(a.n <= plain); /* the ends took nothing */
    assert_int_equal(a.p[0], 0);
    assert_int_equal(a.p[a.n - 1], 0);
    for (unsigned i = 0; i < N; i++) {
        name_of(name, i);
        assert_string_equal((const char *)a.p + strings_at(forth, name), name);
        assert_string_equal((const char *)a.p + strings_at(forth, name + 3), name + 3);
        assert_true(strings_at(forth, name));
    }
    strings_free(forth);
    strings_free(back);
}

static void test_too_many(void **state)
{
    (void)state;
    static const struct {
        uint32_t most;
        bool ok;
    } rows[] = { { UINT32_MAX, true }, { 12, true }, { 11, false }, { 1, false }, { 0, false } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct strings *s = strings_new();
        strings_add(s, "one");
        strings_add(s, "bone");
        strings_add(s, "three");
        assert_int_equal(strings_seal(s, rows[i].most, &e), rows[i].ok);
        assert_int_equal(e.kind, rows[i].ok ? ERR_NONE : ERR_UNSUPPORTED);
        assert_int_equal(strings_bytes(s).n, rows[i].ok ? 12 : 0);
        if (!rows[i].ok)
            assert_non_null(strstr(e.msg, "3 strings take 12 bytes"));
        strings_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
