/* Records as they are written and read; values that escape, numbers up to their ends, lines that are none. */
#include "archive/folio/folio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"

static void test_written(void **state)
{
    (void)state;
    static const uint8_t bytes[] = { 0x00, 0xa5, 0xff };
    static const char want[] =
        "object name=/a%20b%25=%0a%c3%bc number=18446744073709551615 zero=0 at=0xffffffff81000000 "
        "id=00a5ff none=\0capture\0";
    struct text t = { 0 };
    text_add(&t, "object");
    manifest_add_text(&t, "name", "/a b%=\n\xc3\xbc");
    manifest_add_number(&t, "number", UINT64_MAX);
    manifest_add_number(&t, "zero", 0);
    manifest_add_address(&t, "at", 0xffffffff81000000);
    manifest_add_bytes(&t, "id", bytes, sizeof(bytes));
    manifest_add_text(&t, "none", "");
    text_char(&t, 0, 1);
    text_add(&t, "capture");
    text_char(&t, 0, 1);
    assert_int_equal(t.n, sizeof(want) - 1);
    assert_memory_equal(t.s, want, t.n);

    struct span rest = { (uint8_t *)t.s, t.n };
    struct record_line r;
    struct text value = { 0 };
    uint64_t number;
    uint8_t back[8];
    size_t n;
    assert_true(manifest_next(&rest, &r));
    assert_true(manifest_record_is(&r, "object"));
    assert_true(manifest_get_text(&r, "name", &value));
    assert_string_equal(value.s, "/a b%=\n\xc3\xbc");
    assert_true(manifest_get_number(&r, "number", &number));
    assert_true(number == UINT64_MAX);
    assert_true(manifest_get_number(&r, "zero", &number));
    assert_int_equal(number, 0);
    assert_true(manifest_get_number(&r, "at", &number));
    assert_true(number == 0xffffffff81000000);
    assert_true(manifest_get_bytes(&r, "id", back, sizeof(back), &n));
    assert_int_equal(n, sizeof(bytes));
    assert_memory_equal(back, bytes, n);
    value.n = 0;
    assert_true(manifest_get_text(&r, "none", &value));
    assert_int_equal(value.n, 0);
    assert_true(manifest_next(&rest, &r));
    assert_true(manifest_record_is(&r, "capture"));
    assert_false(manifest_next(&rest, &r));
    text_free(&value);
    text_free(&t);
}

/* Every byte but NUL comes back, and none of them ends a value or a record. */
static void test_every_byte(void **state)
{
    (void)state;
    char all[256];
    struct text t = { 0 }, value = { 0 };
    for (int i = 0; i < 255; i++)
        all[i] = (char)(i + 1);
    all[255] = 0;
    text_add(&t, "r");
    manifest_add_text(&t, "k", all);
    manifest_add_number(&t, "after", 7);
    text_char(&t, 0, 1);
    for (size_t i = 0; i + 1 < t.n; i++)
        assert_true(t.s[i] >= ' ' && t.s[i] < 0x7f);
    struct span rest = { (uint8_t *)t.s, t.n };
    struct record_line r;
    uint64_t after;
    assert_true(manifest_next(&rest, &r));
    assert_true(manifest_get_text(&r, "k", &value));
    assert_string_equal(value.s, all);
    assert_true(manifest_get_number(&r, "after", &after));
    assert_int_equal(after, 7);
    text_free(&value);
    text_free(&t);
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const char *line, *value; /* of `k`; NULL: has none */
    } rows[] = {
        { "r k=v", "v" },       { "r k=", "" },
        { "r kk=1 k=2", "2" },  { "r k=1 k=2", "1" }, /* the first */
        { "r a=k=1", NULL },                          /* a value is no key */
        { "r ak=1", NULL },     { "r k", NULL },
        { "k=1", NULL }, /* the word is no key */
        { "r", NULL },          { "", NULL },
        { " k=1", "1" },        { "r  k=1", "1" },
        { "r k=a=b", "a=b" },   { "r k=%41%7a", "Az" },
        { "r k=%", NULL },      { "r k=%4", NULL },
        { "r k=%4 a=1", NULL }, /* not the blank and what is behind it */
        { "r k=a%4", NULL },    { "r k=%4g", NULL },
        { "r k=%g4", NULL },    { "r k=%4A", NULL }, /* one spelling: lower-case */
        { "r k=%00", NULL },                         /* no value has a NUL */
        { "r k=%ff", "\xff" },  { "r k=\xff\x01", "\xff\x01" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char *line = mem_copy(rows[i].line, strlen(rows[i].line)); /* with nothing behind it */
        struct record_line r = { line, strlen(line) };
        struct text value = { 0 };
        text_add(&value, "had ");
        bool got = manifest_get_text(&r, "k", &value);
        if (got != (rows[i].value != NULL))
            fail_msg("'%s'", rows[i].line);
        assert_string_equal(value.s + 4, rows[i].value ? rows[i].value : "");
        text_free(&value);
        free(line);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        uint64_t value;
    } rows[] = {
        { "0", true, 0 },
        { "007", true, 7 },
        { "18446744073709551615", true, UINT64_MAX },
        { "18446744073709551616", false, 0 },
        { "18446744073709551620", false, 0 },
        { "99999999999999999999999999", false, 0 },
        { "0x0", true, 0 },
        { "0xffffffffffffffff", true, UINT64_MAX },
        { "0x10000000000000000", false, 0 },
        { "0x00000000000000000001", true, 1 },
        { "0xA", false, 0 },
        { "0X1", false, 0 },
        { "0x", false, 0 },
        { "x1", false, 0 },
        { "a", false, 0 },
        { "", false, 0 },
        { "-1", false, 0 },
        { "+1", false, 0 },
        { "1.", false, 0 },
        { "1%30", false, 0 },
        { "1\t", false, 0 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        text_printf(&t, "r k=%s", rows[i].text);
        struct record_line r = { t.s, t.n };
        uint64_t value = 12345;
        if (manifest_get_number(&r, "k", &value) != rows[i].ok)
            fail_msg("'%s'", rows[i].text);
        assert_true(value == (rows[i].ok ? rows[i].value : 12345)); /* untouched when it is none */
        text_free(&t);
    }
}

static void test_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ok;
        size_t n;
    } rows[] = {
        { "", true, 0 },       { "00", true, 1 },   { "00ff10ab", true, 4 }, { "00ff10ab5c", false, 0 },
        { "0", false, 0 },     { "000", false, 0 }, { "0g", false, 0 },      { "AB", false, 0 },
        { "00%30", false, 0 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        text_printf(&t, "r k=%s", rows[i].text);
        struct record_line r = { t.s, t.n };
        uint8_t value[4] = { 1, 2, 3, 4 };
        size_t n = 99;
        if (manifest_get_bytes(&r, "k", value, sizeof(value), &n) != rows[i].ok)
            fail_msg("'%s'", rows[i].text);
        assert_int_equal(n, rows[i].ok ? rows[i].n : 99);
        if (!rows[i].ok)
            assert_memory_equal(value, "\1\2\3\4", 4);
        text_free(&t);
    }
}

/* A record ends with a NUL: what has none behind it is no record. */
static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n;
        unsigned records;
    } rows[] = {
        { "", 0, 0 }, { "\0", 1, 1 }, { "a", 1, 0 }, { "a\0", 2, 1 }, { "a\0b", 3, 1 }, { "a\0\0b\0", 5, 3 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        uint8_t *copy = malloc(rows[i].n + !rows[i].n);
        memcpy(copy, rows[i].bytes, rows[i].n);
        struct span rest = { copy, rows[i].n };
        struct record_line r;
        unsigned n = 0;
        for (; manifest_next(&rest, &r); n++)
            assert_int_equal(strlen(r.s), r.n);
        assert_int_equal(n, rows[i].records);
        free(copy);
    }
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *line, *word;
        bool is;
    } rows[] = {
        { "file", "file", true },       { "file a=1", "file", true }, { "files a=1", "file", false },
        { "fil", "file", false },       { "", "file", false },        { "\xff file", "file", false },
        { "file\ta=1", "file", false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_int_equal(
            manifest_record_is(&(struct record_line){ rows[i].line, strlen(rows[i].line) }, rows[i].word),
            rows[i].is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written), cmocka_unit_test(test_every_byte), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_bytes),      cmocka_unit_test(test_ends),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
