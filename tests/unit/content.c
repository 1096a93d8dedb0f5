/* What a file is told to be by its first bytes: by lines of text that others' programs write, and by near misses of them. */
#include "archive/content.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"

#define SYMBOLS "a list of a kernel's symbols"
#define MAP     "a perf map"
#define SCRIPT  "what perf script printed"
#define REPORT  "what perf report printed"
#define FOLDED  "folded call stacks"

static const struct {
    const char *text, *what; /* what NULL: nothing that is known */
} rows[] = {
    { "ffffffff81000000 T _text\n", SYMBOLS },
    { "c0008000 t stext\n", SYMBOLS },
    { "# a comment\n\n0000000000000000 A per_cpu_start\n", SYMBOLS },
    { "ffffffff81000000 T\n", NULL },
    { "ffffffff81000000 T_text\n", NULL },
    { "ffffffff81000000-T _text\n", NULL },
    { "ffffffff8100000 T _text\n", NULL }, /* neither 8 digits nor 16 */
    { "ffffffff81000000 X _text\n", NULL },
    { "ffffffff81000000 T _text", NULL }, /* no whole line */
    { "7f0000001000 40 name\n", MAP },
    { "7f0000001000 40 \n", NULL },
    { "7f0000001000 40name\n", NULL },
    { "7f0000001000 name\n", NULL },
    { "7f0000001000\n", NULL },
    { "7f 40 name\n", NULL }, /* too short for an address */
    { "7f0000001000-40 name\n", NULL },
    { "workload  4242 [000]   22.951750: cpu-clock: \n", SCRIPT },
    { "# captured on\n#\na  1   1.123456789:  x\n", SCRIPT },
    { "workload  4242 [000]   22.95175: cpu-clock\n", NULL },
    { "workload  4242 [000]   22,951750: cpu-clock\n", NULL },
    { "workload  4242 [000]   22.951750 cpu-clock\n", NULL },
    { "workload  4242 [000]   x22.951750: cpu-clock\n", NULL },
    { "workload  4242   22.951750\n", NULL },
    { "# To display the perf.data header info, please use\n", REPORT },
    { "#\n# Total Lost Samples: 0\n", REPORT },
    { "# ========\n# captured on\n", REPORT },
    { "# =======\n", NULL },
    { "main;work;inner 12\n", FOLDED },
    { "main;work;inner12\n", NULL },
    { "main work 12\n", NULL },
    { "12\n", NULL },
    { "main;work;inner x\n", NULL },
    { "\n Performance counter stats for 'ls':\n", "what perf stat printed" },
    { "{\"a\": 1}", "JSON" },
    { " \n{ \"a\": 1}", "JSON" },
    { "[ 1]", NULL },
    { "[[1]]", "JSON" },
    { "[ {\"a\": 1}]", "JSON" },
    { "[\"a\"]", "JSON" },
    { "{ a: 1}", NULL },
    { "{", NULL },
    { "", "empty" },
    { "<?xml version=\"1.0\"?>\n<svg>", "an SVG image" },
    { "<html>", "an HTML page" },
    { "<!DOCTYPE html>", "an HTML page" },
    { "<!doctype html>", "an HTML page" },
    { "<htm>", NULL },
    { "SIMPLEPER", NULL },
    { "SIMPLEPERF", "a report of simpleperf" },
    { "hello", NULL },
};

/* The bytes lie in memory of their own, so that a sanitizer sees who reads behind them. */
static void test_texts(void **state)
{
    (void)state;
    size_t bad = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t n = strlen(rows[i].text);
        uint8_t *copy = malloc(n + !n);
        struct err e = { 0 };
        struct text expected = { 0 };
        memcpy(copy, rows[i].text, n);
        assert_false(content_is_capture((struct span){ copy, n }, &e));
        text_printf(&expected, "it is %s", rows[i].what ? rows[i].what : "");
        const bool is_told = !strncmp(e.msg, expected.s, expected.n);
        if (is_told != (rows[i].what != NULL) || (!rows[i].what && !strstr(e.msg, "not a perf.data file"))) {
            print_error("%s: \"%s\"\n", rows[i].text, e.msg);
            bad++;
        }
        text_free(&expected);
        free(copy);
    }
    assert_int_equal(bad, 0);
}

/* Every beginning of every text: something is told, and nothing behind the end is read. */
static void test_cut_off(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t n = 0; n < strlen(rows[i].text); n++) {
            uint8_t *copy = malloc(n + !n);
            struct err e = { 0 };
            memcpy(copy, rows[i].text, n);
            assert_false(content_is_input((struct span){ copy, n }, &e));
            assert_true(e.kind != ERR_NONE && e.msg[0]);
            free(copy);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_texts), cmocka_unit_test(test_cut_off) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
