/* The cause of an error survives, its context stands in front of it, and nothing runs over. */
#include "core/base/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_first_wins(void **state)
{
    (void)state;
    struct err e = { 0 };
    assert_false(err_set(&e, ERR_FORMAT, 104, "%u bytes are less than %u", 3u, 8u));
    assert_false(err_set(&e, ERR_IO, 7, "later"));
    assert_string_equal(e.msg, "3 bytes are less than 8");
    assert_int_equal(e.kind, ERR_FORMAT);
    assert_int_equal(e.at, 104);
    assert_false(err_prefix(&e, "header of %s", "x.data"));
    assert_false(err_prefix(&e, "open"));
    assert_string_equal(e.msg, "open: header of x.data: 3 bytes are less than 8");
    assert_int_equal(e.kind, ERR_FORMAT);
}

/* Context and sentence of every length around the size of the message: what fits is kept from the front. */
static void test_truncation(void **state)
{
    (void)state;
    enum { MAX = sizeof(((struct err *)0)->msg) };
    for (int context = 0; context < MAX + 5; context++)
        for (int sentence = 0; sentence < MAX + 5; sentence += 53) {
            struct err e = { 0 };
            char want[2 * MAX + 16];
            size_t kept = sentence < MAX ? (size_t)sentence : MAX - 1;
            memset(want, '0', sizeof(want));
            memcpy(want + context, ": ", 2);
            want[(size_t)context + 2 + kept] = 0;
            want[MAX - 1] = 0;
            err_set(&e, ERR_IO, 0, "%.*d", sentence, 0);
            assert_int_equal(strlen(e.msg), kept);
            err_prefix(&e, "%.*d", context, 0);
            assert_string_equal(e.msg, want);
        }
}

static void test_harmless(void **state)
{
    static const struct {
        const char *quoted, *said;
    } rows[] = {
        { "a\x1b]0;b\a\n\x7f", "a\\x1b]0;b\\x07\\x0a\\x7f" },
        { "\xc2\x9b\xc3\xa9", "\\xc2\\x9b\xc3\xa9" },
        { "\x80\x9f\xa0\xff", "\\x80\\x9f\xa0\xff" },    /* not UTF-8 */
        { "w\xe2\x80\xaeload", "w\\xe2\\x80\\xaeload" }, /* U+202E */
        { "\xe2\x80\xa8\xe2\x81\xa6\xe2\x82\xac",
          "\\xe2\\x80\\xa8\\xe2\\x81\\xa6\xe2\x82\xac" },             /* U+2028, U+2066, U+20AC */
        { "\xd8\x9c\xf0\x9f\x8d\x8e", "\\xd8\\x9c\xf0\x9f\x8d\x8e" }, /* U+061C, U+1F34E */
        { "cut \xe2\x80", "cut \xe2\\x80" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        char want[sizeof(e.msg)];
        err_set(&e, ERR_FORMAT, 0, "record '%s'", rows[i].quoted);
        snprintf(want, sizeof(want), "record '%s'", rows[i].said);
        assert_string_equal(e.msg, want);
        err_prefix(&e, "%s", rows[i].quoted);
        snprintf(want, sizeof(want), "%s: record '%s'", rows[i].said, rows[i].said);
        assert_string_equal(e.msg, want);
    }
}

/* An escape that does not fit into the message is left out as a whole. */
static void test_harmless_at_the_end(void **state)
{
    (void)state;
    for (int room = 0; room <= 9; room++) {
        struct err e = { 0 };
        const int zeros = (int)sizeof(e.msg) - 1 - room;
        err_set(&e, ERR_FORMAT, 0, "%0*d%s", zeros, 0, "\x1b\x1b");
        assert_int_equal(strlen(e.msg), zeros + room / 4 * 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_wins),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_harmless),
        cmocka_unit_test(test_harmless_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
