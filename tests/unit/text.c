/* What a text holds after it was added to, and what terminals are spared. */
#include "core/base/text.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_add(void **state)
{
    (void)state;
    struct text t = { 0 };
    assert_null(t.s);
    text_add(&t, "");
    assert_string_equal(t.s, "");
    text_add(&t, "one");
    text_add_n(&t, "two...", 3);
    text_char(&t, '-', 4);
    text_char(&t, '!', 0);
    text_printf(&t, "%s %05d", "three", 42);
    text_printf(&t, "%s", "");
    text_add_hex_bytes(&t, (const uint8_t *)"\0\x0f\xa5\xff", 4);
    text_add_hex_bytes(&t, NULL, 0);
    assert_string_equal(t.s, "onetwo----three 00042000fa5ff");
    assert_int_equal(t.n, strlen(t.s));
    text_free(&t);
    assert_null(t.s);
    assert_int_equal(t.n, 0);
}

static void add_nothing(struct text *t)
{
    text_add(t, NULL);
}

static void add_no_bytes(struct text *t)
{
    text_add_n(t, NULL, 0);
}

static void add_no_digits(struct text *t)
{
    text_add_hex_bytes(t, NULL, 0);
}

static void add_no_characters(struct text *t)
{
    text_char(t, 'x', 0);
}

static void add_clean_nothing(struct text *t)
{
    text_add_clean(t, NULL);
}

static void add_no_clean_bytes(struct text *t)
{
    text_add_clean_n(t, NULL, 0);
}

/* A text to which nothing was added may be added to another, which is a string then. */
static void test_nothing(void **state)
{
    (void)state;
    static void (*const adds[])(struct text *) = { add_nothing,       add_no_bytes,      add_no_digits,
                                                   add_no_characters, add_clean_nothing, add_no_clean_bytes };
    for (size_t i = 0; i < sizeof(adds) / sizeof(*adds); i++) {
        struct text t = { 0 };
        adds[i](&t);
        assert_string_equal(t.s, "");
        text_add(&t, "kept");
        adds[i](&t);
        assert_string_equal(t.s, "kept");
        text_free(&t);
    }
    struct text quoted = { 0 };
    text_add_quoted(&quoted, NULL, 0);
    assert_string_equal(quoted.s, "\"\"");
    text_free(&quoted);
}

/* Characters of XML 1.0 (2.2, Char) and no markup; the others are told by one that stands for them. */
static void test_xml(void **state)
{
    (void)state;
    static const struct {
        const char *given, *xml;
    } cases[] = {
        { NULL, "" },
        { "a<b>&\"'", "a&lt;b&gt;&amp;&quot;'" },
        { "\xc3\xa9 \xef\xbf\xbd \xf0\x9f\x98\x80", "\xc3\xa9 \xef\xbf\xbd \xf0\x9f\x98\x80" },
        { "\t\x1b\x7f", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
        { "\xef\xbf\xbe|\xef\xbf\xbf", "\xef\xbf\xbd|\xef\xbf\xbd" },
        { "\xc2\x85|\xff|\xed\xa0\x80", "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
        { "\xef\xbf", "\xef\xbf\xbd\xef\xbf\xbd" },
        { "a\xe2\x80\xae|\xe2\x80\xa9", "a\xef\xbf\xbd|\xef\xbf\xbd" },
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct text t = { 0 };
        text_add(&t, "");
        text_add_xml(&t, cases[i].given, SIZE_MAX);
        assert_string_equal(t.s, cases[i].xml);
        text_free(&t);
    }
    struct text few = { 0 };
    text_add_xml(&few, "\xc3\xa9<b>", 2);
    assert_string_equal(few.s, "\xc3\xa9&lt;");
    text_free(&few);
}

/* Growth by every kind of addition keeps what was there, and a NUL behind it. */
static void test_growth(void **state)
{
    (void)state;
    struct text t = { 0 };
    for (unsigned i = 0; i < 5000; i++) {
        if (i % 3 == 0)
            text_add_n(&t, "a", 1);
        else if (i % 3 == 1)
            text_char(&t, 'b', 1);
        else
            text_printf(&t, "%c", 'c');
        assert_int_equal(t.n, i + 1);
        assert_int_equal(t.s[t.n], 0);
    }
    for (size_t i = 0; i < t.n; i++)
        assert_int_equal(t.s[i], "abc"[i % 3]);
    text_free(&t);
}

static void test_numbers(void **state)
{
    (void)state;
    struct text t = { 0 };
    text_decimal(&t, 0, 0);
    text_decimal(&t, 42, 5);
    text_decimal(&t, 123456, 3);
    text_char(&t, ' ', 1);
    text_add_last_digits(&t, 5000000007, 1);
    text_add_last_digits(&t, 5000000016, 2);
    text_add_last_digits(&t, 7, 3);
    text_add_last_digits(&t, 123456789, 9);
    text_char(&t, ' ', 1);
    text_decimal(&t, UINT64_MAX, 22);
    assert_string_equal(t.s, "0   42123456 716007123456789   18446744073709551615");
    t.n = 0;
    for (uint64_t v = 1; v; v = v > UINT64_MAX / 10 ? 0 : v * 10) { /* where the number of digits grows */
        char expected[48];
        snprintf(expected, sizeof(expected), "%" PRIu64 " %" PRIu64 " ", v - 1, v);
        text_decimal(&t, v - 1, 0);
        text_char(&t, ' ', 1);
        text_decimal(&t, v, 0);
        text_char(&t, ' ', 1);
        assert_string_equal(t.s, expected);
        t.n = 0;
    }
    text_hexadecimal(&t, 0, 2);
    text_hexadecimal(&t, 0xabc, 0);
    text_hexadecimal(&t, UINT64_MAX, 17);
    assert_string_equal(t.s, " 0abc ffffffffffffffff");
    t.n = 0;
    for (uint64_t v = 1; v; v <<= 3) { /* digits that are all different, one more each time */
        char expected[TEXT_HEX16 + 1], shown[TEXT_HEX16];
        uint64_t digits = UINT64_C(0xfedcba9876543210) & (v - 1);
        snprintf(expected, sizeof(expected), "%*" PRIx64, TEXT_HEX16, digits);
        text_write_hex16(shown, digits);
        assert_memory_equal(shown, expected, TEXT_HEX16);
        text_hexadecimal(&t, digits, TEXT_HEX16);
        assert_string_equal(t.s, expected);
        t.n = 0;
    }
    text_add_last_digits(&t, 42, 6);
    text_add_last_digits(&t, 123456, 3);
    text_add_last_digits(&t, 7, 0);
    assert_string_equal(t.s, "000042456");
    text_free(&t);
}

static void test_clean(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } rows[] = {
        { "", "" },
        { "plain [k] 100%", "plain [k] 100%" },
        { "a\tb\nc", "a\\x09b\\x0ac" },
        { "\x1b[31mred", "\\x1b[31mred" },
        { "\x7f\x01", "\\x7f\\x01" },
        { "caf\xc3\xa9", "caf\xc3\xa9" }, /* UTF-8 is no control */
        { "\xc2\x9b"
          "31m|\x9b"
          "31m",
          "\\xc2\\x9b31m|\\x9b31m" }, /* CSI as UTF-8, and as a byte */
        { "\xc3\x9b|\xe2\x82\xac|\xf0\x9f\x98\x80", "\xc3\x9b|\xe2\x82\xac|\xf0\x9f\x98\x80" },
        { "caf\xe9 \xe2\x80", "caf\xe9 \xe2\\x80" },                     /* Latin-1; half a character */
        { "a\xe2\x80\xae|\xd8\x9c", "a\\xe2\\x80\\xae|\\xd8\\x9c" },     /* U+202E, U+061C turn directions */
        { "a\xe2\x81\xa6\xe2\x81\xaa", "a\\xe2\\x81\\xa6\xe2\x81\xaa" }, /* U+2066; U+206A does nothing */
        { "a\xe2\x80\xa8", "a\\xe2\\x80\\xa8" },                         /* U+2028 separates lines */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        text_add_clean(&t, rows[i].from);
        assert_string_equal(t.s ? t.s : "", rows[i].to);
        text_free(&t);
    }
}

static void test_quoted(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } rows[] = {
        { "a\"b\\", "\"a\\\"b\\\\\"" },
        { "\x1b\x7f\xc2\x9b", "\"\\u001b\\u007f\\u009b\"" },
        { "\x9b|caf\xe9", "\"\xef\xbf\xbd|caf\xef\xbf\xbd\"" },
        { "a\xe2\x80\xae\xe2\x80\xa8", "\"a\\u202e\\u2028\"" },
        { "\xf0\x9f\x98\x80\xef\xbf\xbf", "\"\xf0\x9f\x98\x80\xef\xbf\xbf\"" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct text t = { 0 };
        text_add_quoted(&t, rows[i].from, strlen(rows[i].from));
        assert_string_equal(t.s, rows[i].to);
        text_free(&t);
    }
}

static void test_untabbed(void **state)
{
    struct text t = { 0 };
    (void)state;
    text_add(&t, "12: ");
    text_add_untabbed(&t, "\ta\tb\x1b\t", 6);
    assert_string_equal(t.s, "12:         a       b\\x1b   ");
    t.n = 0;
    text_add_untabbed(&t, "\t", 0);
    text_add_untabbed(&t, "1234567\tx", 9);
    assert_string_equal(t.s, "1234567 x");
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_untabbed), cmocka_unit_test(test_add),    cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_xml),      cmocka_unit_test(test_growth), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_clean),    cmocka_unit_test(test_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
