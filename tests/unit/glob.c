/* Patterns of a shell, held to fnmatch() of this C library in the locale "C", with which every test begins. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/file/paths/glob.h"

/* Other C libraries' fnmatch() takes a backslash at the end for itself (musl), and knows no [[=a=]]. */
#ifdef __GLIBC__
enum { IS_GLIBC = true };
#else
enum { IS_GLIBC = false };
#endif

static void rows(void **state)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
    } t[] = {
        { "", "", true },
        { "", "a", false },
        { "*", "", true },
        { "parse*", "parse_line", true },
        { "parse*", "sparse", false },
        { "*a*b*c", "xxaxxbxxbc", true },
        { "*a*b*c", "xxaxxbxxb", false },
        { "a?c", "abc", true },
        { "a?c", "ac", false },
        { "*/x", "a/b/x", true }, /* '/' is a byte like others */
        { "[a-c]x", "bx", true },
        { "[!a-c]x", "bx", false },
        { "[^a-c]x", "dx", true },
        { "[]x]", "]", true },
        { "[a-]", "-", true },
        { "[[:digit:][:upper:]]", "7", true },
        { "[[:digit:]]", "x", false },
        { "operator[]", "operator[]", true }, /* no set: nothing ends it */
        { "a[b", "a[b", true },
        { "\\*", "*", true },
        { "\\*", "x", false },
        { "a\\", "a\\", false },
        { "[[.-.]]", "-", true },
        { "[[=a=]b]", "a", true },
        { "*.foo", ".foo", true },
        { "ab*ab*ab*ab*ab*ab*ab*ab*x", "abababababababababababababababababababababababab", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
        assert_int_equal(glob_match(t[i].pattern, t[i].text), t[i].matches);
        if (IS_GLIBC)
            assert_int_equal(fnmatch(t[i].pattern, t[i].text, 0) == 0, t[i].matches);
    }
}

/* The next of a sequence of numbers that looks like chance and is the same every time. */
static uint32_t next(uint32_t *x)
{
    *x = *x * 1664525 + 1013904223;
    return *x >> 16;
}

static void made_text(uint32_t *x, const char *of, char *s, size_t most)
{
    size_t n = next(x) % most;
    for (size_t i = 0; i < n; i++)
        s[i] = of[next(x) % strlen(of)];
    s[n] = 0;
}

static void like_fnmatch(void **state)
{
    uint32_t x = 1, matched = 0;
    (void)state;
    if (!IS_GLIBC)
        skip();
    for (int i = 0; i < 300000; i++) {
        char pattern[10], text[8];
        made_text(&x, "ab-*?[]!^\\ab*", pattern, sizeof(pattern));
        made_text(&x, "ab-[]!\\", text, sizeof(text));
        const bool expected = fnmatch(pattern, text, 0) == 0;
        matched += expected;
        if (glob_match(pattern, text) != expected)
            fail_msg("'%s' %s '%s'", pattern, expected ? "matches" : "does not match", text);
    }
    assert_true(matched > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows), cmocka_unit_test(like_fnmatch) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
