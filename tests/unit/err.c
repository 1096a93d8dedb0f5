/* The cause of an error survives, its context stands in front of it, and nothing runs over. */
#include "core/base/err.h"

#include <setjmp.h>
#include <stdarg.h>
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
    (void)state;
    struct err e = { 0 };
    err_set(&e, ERR_FORMAT, 0, "record '%s'", "a\x1b]0;b\a\n\x7f\xc2\x9b\xc3\xa9");
    err_prefix(&e, "%s", "\tx");
    assert_string_equal(e.msg, "\\x09x: record 'a\\x1b]0;b\\x07\\x0a\\x7f\\xc2\\x9b\xc3\xa9'");
    struct err long_one = { 0 };
    err_set(&long_one, ERR_FORMAT, 0, "%0*d%s", (int)sizeof(e.msg) - 4, 0, "\x1b\x1b");
    assert_true(strlen(long_one.msg) < sizeof(long_one.msg));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_wins),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
