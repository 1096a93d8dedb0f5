/*
 * bridge_asks: questions of every kind asked of files that stay open (what kept_answer.c keeps of them), with options that the open
 * session has, and with others, for which another is opened; and the page that is served with them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "archive/package/page.h"
#include "cli/desk.h"
#include "lib/remote/bridge.h"
#include "lib/remote/served_page.h"

/* Splits `line` at blanks and sends its words. */
static const char *sent_words(struct bridge *b, const char *line)
{
    char bytes[1024];
    const size_t n = strlen(line);
    assert_true(n < sizeof(bytes));
    for (size_t i = 0; i <= n; i++)
        bytes[i] = line[i] == ' ' ? 0 : line[i];
    return bridge_request(b, bytes, n + 1);
}

#define ASKS_SCHED    "ask 1 0 "
#define ASKS_CALLS    "ask 2 0 "
#define ASKS_ANNOTATE "ask 3 0 "

static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *line, *has;
    } rows[] = {
        { "open fixtures/amd64/sched.data --isolated",
          "{\"file\": 1, \"events\": [\"sched:sched_switch\", " },
        { "open fixtures/s390x/trace.data --isolated",
          "{\"file\": 2, \"events\": [\"raw_syscalls:sys_enter\", " },
        { "open fixtures/amd64/annotate.data --isolated --objects=fixtures/amd64/annotate",
          "{\"file\": 3, \"events\": [\"cpu-clock:u\", \"task-clock:u\"], \"samples\": 1022}" },
        /* lines, sums behind them, and sums alone */
        { ASKS_SCHED "sched timehist -IS --time 38.92,38.925",
          "\"tables\": [{\"name\": \"lines\", \"rows\": 7, \"more\": false, " },
        { "rows 1 0 top 0 1", "[5, \"271:workload\", 271], [6, \"271\", 271], [7, \"0:swapper\", 0], " },
        { "sort 1 0 1 down", "" },
        { "find 1 0 0 workload", "{\"place\": 6}" }, /* the last by time */
        { ASKS_SCHED "sched latency -p",
          "\"facts\": {\"unordered_wakeups\": [\"0\", 0], \"wakeups\": [\"18\", 18], " },
        { ASKS_SCHED "sched map --compact", "{\"name\": \"switches\", \"rows\": 38, " },
        { "ask 1 3 script", "{\"name\": \"lines\", \"rows\": 3, \"more\": true, " },
        { ASKS_CALLS "trace -s", "{\"name\": \"lines\", \"rows\": 1, \"more\": false, " },
        { "ask 2 5 trace", "{\"name\": \"lines\", \"rows\": 5, \"more\": true, " },
        { ASKS_CALLS "trace -S --errno-summary", "{\"name\": \"lines\", \"rows\": 723, " },
        { "ask 2 5 trace -S", "\"rows\": 6, \"more\": true, " }, /* and the sum */
        { ASKS_ANNOTATE "annotate --top 1 --inlines --blocks --objdump=",
          "\"functions.0.symbol\": [\"mixed\", \"mixed\"], " },
        { ASKS_ANNOTATE "dump --stage header", "{\"name\": \"lines\", \"rows\": 26, " },
        { ASKS_ANNOTATE "buildid-list", "{\"name\": \"objects\", \"rows\": 2, " },
        { ASKS_ANNOTATE "evlist -v", "{\"name\": \"events\", \"rows\": 2, " },
        { ASKS_ANNOTATE "doctor", "\"verdict\": [\"good: every sample has a name\", \"good\"]" },
        { ASKS_ANNOTATE "explain main", "\"status\": 2, " },
        { ASKS_ANNOTATE "report --mmaps", "\"tasks.1.comm\": [\"first\", \"first\"]" },
        { ASKS_ANNOTATE "report --tasks", "{\"name\": \"tasks\", \"rows\": 2, " },
        { ASKS_ANNOTATE "report --stats", "{\"name\": \"records\", \"rows\": 10, " },
        { ASKS_ANNOTATE "export folded",
          "\"text\": \"first;_start 87500000\\u000afirst;choose 230000000\\u000a" },
        /* the open session has all that is asked for, or another is opened with what it has not */
        { ASKS_ANNOTATE "report -s sym --isolated", "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -s sym --objects fixtures/amd64/debug",
          "\"said\": \"perfolio: 1022 samples lie in objects that were not found" },
        { ASKS_ANNOTATE "report -s sym --symfs fixtures/amd64", "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -s sym --kallsyms fixtures/synthetic/kcore.data/kcore_dir/kallsyms",
          "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -s sym --vmlinux fixtures/amd64/annotate/vmlinux", "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -s sym --demangle=full", "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -s sym --demangle-kernel", "\"said\": \"\", " },
        { ASKS_ANNOTATE "report -i fixtures/hppa/user.data -s dso", "\"events.0.samples\": [\"332\", 332]" },
        { ASKS_ANNOTATE
          "diff --before fixtures/amd64/annotate.data --after fixtures/amd64/annotate-second.data",
          "\"status\": 2, " },
        { ASKS_ANNOTATE "report --debuginfod",
          "{\"error\": \"debuginfod: no server is asked from here\", \"kind\": 4, \"at\": 0}" },
        { ASKS_ANNOTATE "report --capture 1",
          "is not a folio: --capture chooses a capture of a folio\", \"kind\": 4, " },
        { ASKS_ANNOTATE "report --latency -s comm", "this capture does not record which threads ran" },
        { ASKS_ANNOTATE "stat report",
          "the capture has no counts: perf stat record records them\", \"kind\": 4, " },
        { ASKS_ANNOTATE "lock report", "no events of locks: perf lock record records them\", \"kind\": 4, " },
        { ASKS_ANNOTATE "kmem stat",
          "no events of the slab allocator: perf kmem --slab record records them\", " },
        { ASKS_ANNOTATE "timechart", "the capture has no context switches" },
        { "open fixtures/amd64/multi.data --isolated", "{\"file\": 4, " },
        { "ask 4 0 report -s comm", "\"status\": 0, " },
        { "ask 4 0 report --latency -s comm", "\"status\": 0, " }, /* who ran is counted in another session */
        { "open fixtures/amd64/dwarf.folio --isolated", "{\"file\": 5, " },
        { "ask 5 0 info", "\"folio\": [\"fixtures/amd64/dwarf.folio\", " },
        { "ask 5 0 info --capture 1", "\"container.kind\": " },
        { "ask 5 0 verify", "\"status\": 0, " },
        { "ask 5 0 report -s dso --capture 1", "\"events.0.samples\": [\"32\", 32]" },
    };
    struct bridge *b = bridge_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *answer = sent_words(b, rows[i].line);
        if (!strstr(answer, rows[i].has))
            fail_msg("%s: %.600s", rows[i].line, answer);
    }
    bridge_free(b);
}

static void test_hosts(void **state)
{
    (void)state;
    static const struct {
        const char *host;
        bool is;
    } hosts[] = {
        { NULL, false },
        { "", false },
        { "127.0.0.1", true },
        { "127.0.0.1:8080", true },
        { "localhost", true },
        { "localhost:1", true },
        { "[::1]:80", true },
        { "localhost:", false },
        { "localhost:x", false },
        { "localhost:1x", false },
        { "localhost.evil.example", false },
        { "127.0.0.11", false },
        { "evil.example", false },
    };
    static const struct {
        const char *origin, *host;
        bool is;
    } origins[] = {
        { NULL, "localhost", false },
        { "http://localhost", NULL, false },
        { "http://localhost:1", "localhost:1", true },
        { "http://localhost:1", "localhost:2", false },
        { "https://localhost", "localhost", false },
        { "null", "localhost", false },
    };
    for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
        assert_int_equal(served_page_is_host(hosts[i].host), hosts[i].is);
    for (size_t i = 0; i < sizeof(origins) / sizeof(origins[0]); i++)
        assert_int_equal(served_page_is_origin(origins[i].origin, origins[i].host), origins[i].is);
}

/* What the page has in the place of an embedded folio; a name cannot end the element. */
static void test_page(void **state)
{
    (void)state;
    static char capture[] = "c", symfs[] = "s", kallsyms[] = "k", vmlinux[] = "v";
    static const char *const inputs[] = { "a.data", "</script>\"b" }, *const objects[] = { "o1", "o2" };
    static const struct {
        const char *page, *out; /* NULL: an error */
        bool isolated, more;
    } cases[] = {
        { "<x>default-src 'none';</x>" PAGE_PLACE "<y>",
          "<x>default-src 'none'; connect-src 'self';</x><script type=\"application/json\" id=\"served\">"
          "[[\"open\",\"a.data\",\"--home=h\"],[\"open\",\"\\u003c/script>\\\"b\",\"--home=h\"]]</script><y>",
          false, false },
        { "default-src 'none';" PAGE_PLACE,
          "default-src 'none'; connect-src 'self';<script type=\"application/json\" id=\"served\">"
          "[[\"open\",\"a.data\",\"--objects=o1\",\"--objects=o2\",\"--capture=c\",\"--symfs=s\",\"--kallsyms=k\",\"--vmlinux=v\",\"--isolated\"],"
          "[\"open\",\"\\u003c/script>\\\"b\",\"--objects=o1\",\"--objects=o2\",\"--capture=c\",\"--symfs=s\",\"--kallsyms=k\",\"--vmlinux=v\",\"--isolated\"]]</script>",
          true, true },
        { "default-src 'none';", NULL, false, false },
        { PAGE_PLACE, NULL, false, false },
    };
    const struct desk desk = { .home = "h" };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct common_opts files = { .desk = &desk, .isolated = cases[i].isolated };
        struct text page = { 0 }, out = { 0 };
        struct err e = { 0 };
        for (size_t k = 0; k < 2; k++)
            value_words_add(&files.inputs, inputs[k], strlen(inputs[k]));
        for (size_t k = 0; cases[i].more && k < 2; k++)
            value_words_add(&files.objects, objects[k], strlen(objects[k]));
        if (cases[i].more) {
            files.capture = capture;
            files.symfs = symfs;
            files.kallsyms = kallsyms;
            files.vmlinux = vmlinux;
        }
        text_add(&page, cases[i].page);
        assert_int_equal(served_page_make(&page, &files, &out, &e), cases[i].out != NULL);
        if (cases[i].out)
            assert_string_equal(text_str(&out), cases[i].out);
        else
            assert_non_null(strstr(e.msg, "it is not the page that ./dev wasm makes: it has no "));
        value_words_free(&files.inputs);
        value_words_free(&files.objects);
        text_free(&page);
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_kinds), cmocka_unit_test(test_hosts),
                                        cmocka_unit_test(test_page) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
