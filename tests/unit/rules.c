/* Limits as they are written: what is one, which rows it is about, and what is refused, with the reason. */
#include "lib/question/diff/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct {
    const char *text;
    const char *expected; /* section, percent and patterns; else a part of why it is refused */
    bool refused;
} cases[] = {
    { "+3%", "0 3", false },
    { "-5%", "0 -5", false },
    { "+0.25%", "0 0.25", false },
    { "-99.9%", "0 -99.9", false },
    { "+999999999%", "0 1e+09", false },
    { "comm=a:+1%", "1 1 comm=a", false },
    { "dso=a:+1%", "2 1 dso=a", false },
    { "sym=a:+1%", "3 1 sym=a", false },
    { "sym=std::map::find:+1%", "3 1 sym=std::map::find", false },
    { "sym=a,comm=b:+1%", "4 1 comm=b sym=a", false },
    { "sym=a,comm=b,dso=c,event=d:+1%", "4 1 comm=b dso=c sym=a event=d", false },
    { "children=a:+1%", "5 1 sym=a", false },
    { "dso=b,children=a,event=e:-1%", "5 -1 dso=b sym=a event=e", false },
    { "path=a;b:+1%", "6 1 path=a;b", false },
    { "event=e:+1%", "0 1 event=e", false },
    { "sym=\"a, b\":+1%", "3 1 sym=a, b", false },
    { "sym=\"\"\"a\"\"\":+1%", "3 1 sym=\"a\"", false },
    { "", "not a limit", true },
    { "3", "not a limit", true },
    { "3%", "not a limit", true },
    { "+3", "not a limit", true },
    { "+", "not a limit", true },
    { "%", "not a limit", true },
    { "+%", "not a limit", true },
    { "+.%", "not a limit", true },
    { "+.5%", "not a limit", true },
    { "+5.%", "not a limit", true },
    { "+5.5.5%", "not a limit", true },
    { "+ 3%", "not a limit", true },
    { "+3 %", "not a limit", true },
    { "+3%%", "not a limit", true },
    { "++3%", "not a limit", true },
    { "+-3%", "not a limit", true },
    { "+3,5%", "not a limit", true },
    { "+0%", "not a limit", true },
    { "-0%", "not a limit", true },
    { "-0", "not a limit", true },
    { "+0.000%", "not a limit", true },
    { "+1e999", "not a limit", true },
    { "+1e999%", "not a limit", true },
    { "+1e2%", "not a limit", true },
    { "+0x10%", "not a limit", true },
    { "+nan%", "not a limit", true },
    { "NaN", "not a limit", true },
    { "+inf%", "not a limit", true },
    { "-inf%", "not a limit", true },
    { "+1000000000%", "not a limit", true },
    { "+99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999%",
      "not a limit", true },
    { "-100%", "a cost cannot shrink", true },
    { "-1000%", "a cost cannot shrink", true },
    { "sym=a:+1e999%", "'+1e999%' is not a limit", true },
    { "sym=a", "not a limit", true },
    { "sym=a:", "not a limit", true },
    { ":+3%", "is not one of", true },
    { "sym=:+3%", "is not one of", true },
    { "=a:+3%", "is not one of", true },
    { "Sym=a:+3%", "is not one of", true },
    { "symbol=a:+3%", "is not one of", true },
    { ",sym=a:+3%", "is not one of", true },
    { "sym=a,:+3%", "is not one of", true },
    { "sym=a,,dso=b:+3%", "is not one of", true },
    { "sym=a, dso=b:+3%", "is not one of", true },
    { "sym=\"a:+3%", "quotation mark", true },
    { "sym=\"\":+3%", "quotation mark", true },
    { "sym=\"a\"b:+3%", "quotation mark", true },
    { "sym=a,sym=b:+3%", "two patterns", true },
    { "sym=a,children=b:+3%", "two patterns", true },
    { "event=a,event=b:+3%", "two patterns", true },
    { "path=a,sym=b:+3%", "event= only", true },
    { "path=a,children=b:+3%", "event= only", true },
    { "comm=a,dso=b:+3%", "sym= only", true },
    { "comm=a,children=b:+3%", "children= goes together", true },
};

static void add_pattern(struct text *t, const char *word, const char *pattern)
{
    if (pattern)
        text_printf(t, " %s=%s", word, pattern);
}

static void test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rules r = { .n = 0 };
        struct err e = { 0 };
        struct text t = { 0 };
        print_message("%s\n", cases[i].text);
        assert_int_equal(rules_add(&r, cases[i].text, &e), !cases[i].refused);
        if (cases[i].refused) {
            assert_int_equal(r.n, 0);
            assert_non_null(strstr(e.msg, cases[i].expected));
        } else {
            const struct gate_rule *v = r.v;
            text_printf(&t, "%d %g", (int)v->section, v->percent);
            add_pattern(&t, "comm", v->command);
            add_pattern(&t, "dso", v->object);
            add_pattern(&t, "sym", v->function);
            add_pattern(&t, "path", v->path);
            add_pattern(&t, "event", v->event);
            assert_string_equal(t.s, cases[i].expected);
            assert_int_equal(v->shrinks, v->percent < 0);
            assert_string_equal(v->text, cases[i].text);
        }
        text_free(&t);
        rules_free(&r);
    }
}

/* Rows of what is guessed to be one under two names are meant by either, each kind of name by its own guesses. */
static void test_guesses(void **state)
{
    static const struct guess guesses[] = {
        { .before = "f", .after = "g", .joined = "f, g", .what = "function", .object = "o" },
        { .before = "old", .after = "new", .joined = "old, new", .what = "object" },
        { .before = "c", .after = "d", .joined = "c, d", .what = "command" },
    };
    static const struct {
        const char *rule;
        struct run_row row;
        bool about;
    } rows[] = {
        { "sym=f:+1%", { .section = RUN_FUNCTION, .object = "o", .function = "f, g" }, true },
        { "sym=g:+1%", { .section = RUN_FUNCTION, .object = "o", .function = "f, g" }, true },
        { "sym=\"f, g\":+1%", { .section = RUN_FUNCTION, .object = "o", .function = "f, g" }, true },
        { "sym=f:+1%", { .section = RUN_FUNCTION, .object = "another", .function = "f, g" }, false },
        { "children=g:+1%", { .section = RUN_WITH_CALLEES, .object = "o", .function = "f, g" }, true },
        { "children=g:+1%", { .section = RUN_FUNCTION, .object = "o", .function = "f, g" }, false },
        { "dso=new:+1%", { .section = RUN_OBJECT, .object = "old, new" }, true },
        { "dso=f:+1%", { .section = RUN_OBJECT, .object = "f, g" }, false },
        { "comm=d:+1%", { .section = RUN_COMMAND, .command = "c, d" }, true },
        { "comm=new:+1%", { .section = RUN_COMMAND, .command = "old, new" }, false },
        { "path=main;f;[old]:+1%", { .section = RUN_PATH, .function = "main;f, g;[old, new]" }, true },
        { "path=main;g;[new]:+1%", { .section = RUN_PATH, .function = "main;f, g;[old, new]" }, true },
        { "path=main;f;[new]:+1%", { .section = RUN_PATH, .function = "main;f, g;[old, new]" }, false },
        { "path=main;old:+1%", { .section = RUN_PATH, .function = "main;old, new" }, false },
        { "path=main;c:+1%", { .section = RUN_PATH, .function = "main;c, d" }, false },
    };
    struct guess v[COUNT(guesses)];
    struct run_event event = { .name = "cycles", .runs = 2 };
    const struct replicates r = {
        .n = 2, .events = &event, .nevents = 1, .guesses = v, .nguesses = COUNT(v)
    };
    (void)state;
    memcpy(v, guesses, sizeof(v));
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rules rules = { .n = 0 };
        struct err e = { 0 };
        print_message("%s\n", rows[i].rule);
        assert_true(rules_add(&rules, rows[i].rule, &e));
        assert_int_equal(rule_matches_row(rules.v, &r, &rows[i].row), rows[i].about);
        rules_free(&rules);
    }
}

/* No text but what the table above has is one: each prefix of a good one, and each with a byte too many, ends, and what is
   accepted has a number that a change can be held against. */
static void test_pieces(void **state)
{
    static const char bytes[] = "\"%+-.,:;=0e #a\xff";
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t at = 0; at <= strlen(cases[i].text); at++)
            for (const char *b = bytes; b < bytes + sizeof(bytes); b++) {
                struct rules r = { .n = 0 };
                struct err e = { 0 };
                struct text t = { 0 };
                text_add_n(&t, cases[i].text, at);
                text_add(&t, *b ? (char[]){ *b, 0 } : "");
                text_add(&t, *b ? cases[i].text + at : "");
                if (rules_add(&r, text_str(&t), &e))
                    assert_true((r.v->percent > 0 || r.v->percent > -100) && r.v->percent < 1e9 &&
                                (r.v->percent < 0) == r.v->shrinks && r.v->percent != 0);
                else
                    assert_true(*e.msg);
                text_free(&t);
                rules_free(&r);
            }
}

/* A bad line of a file is named by its number. */
static void test_lines(void **state)
{
    static const struct {
        const char *line, *expected;
    } lines[] = {
        { "sym=a:+1e999% # x", "line 2: '+1e999%' is not a limit" },
        { "+0% # x", "line 2: '+0%' is not a limit" },
        { "-0 # x", "line 2: '-0' is not a limit" },
        { "NaN # x", "line 2: 'NaN' is not a limit" },
        { "+3% until=2026-02-30 # x", "line 2: 'until=2026-02-30' is not until=" },
        { "+3% until=2026-02-03 x # x", "is not until=" },
        { "+3%", "line 2: an accepted change needs a reason" },
        { "+3% #", "line 2: an accepted change needs a reason" },
        { "+3% # x", NULL },
        { "", NULL },
        { "# +1e999", NULL },
    };
    char path[] = "/tmp/perfolio-rules-XXXXXX";
    const int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct rules r = { .n = 0 };
        struct err e = { 0 };
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fprintf(f, "sym=b:+2%% # why\n%s\n", lines[i].line);
        fclose(f);
        assert_int_equal(rules_add_accepted(&r, path, &e), !lines[i].expected);
        assert_true(!lines[i].expected || strstr(e.msg, lines[i].expected));
        rules_free(&r);
    }
    close(fd);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
