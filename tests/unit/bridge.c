/* bridge: requests in words, and the JSON that answers them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/remote/bridge.h"

#define FOLIO "fixtures/amd64/dwarf.folio"
#define ROWS  "fixtures/hppa/lost.data" /* two thousand samples */

static int made(void **state)
{
    *state = bridge_new();
    return !*state;
}

static int freed(void **state)
{
    bridge_free(*state);
    return 0;
}

/* Splits `line` at blanks and sends its words; a blank inside of a word is written as ~. */
static const char *sent(struct bridge *b, const char *line)
{
    char bytes[1024];
    const size_t n = strlen(line);
    assert_true(n < sizeof(bytes));
    for (size_t i = 0; i <= n; i++)
        bytes[i] = line[i] == ' ' ? 0 : line[i];
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '~')
            bytes[i] = ' ';
    return bridge_request(b, bytes, n + 1);
}

static void answers_requests(void **state)
{
    /* one after the other; `has` is a part of the answer */
    static const struct {
        const char *line, *has;
    } rows[] = {
        { "open " FOLIO " --isolated", "{\"file\": 1, \"events\": [\"cpu-clock\"], \"samples\": 32}\n" },
        { "open " FOLIO " --isolated --objects=fixtures/amd64 --objects=fixtures/hppa --home=c",
          "{\"file\": 2, " },
        { "close 2", "{}\n" },
        { "close 2", "{\"error\": \"close: word 2 is no open file\", \"kind\": 4, \"at\": 0}\n" },
        { "open nothing.data", "\"kind\": 1, " },
        { "open " FOLIO " --other", "\"error\": \"open: word 3 is no option of open\"" },
        { "open", "is no word: it is missing" },
        { "", "there is no request ''" },
        { "other", "there is no request 'other'" },
        { "ask 1 0 report --no-children -s comm -g caller,0", "{\"view\": 1, \"status\": 0, " },
        { "ask 1 0 report -g none -s dso", "\"events.0.samples\": [\"32\", 32]" },
        { "ask 1 1 report -g none -s dso", "\"more\": true" },
        { "ask 1 0 report --no-such", "report: --no-such: unknown option" },
        { "ask 1 0 nothing", "there is no question 'nothing'\"" },
        { "ask 1 0 rebort", "there is no question 'rebort', but 'report'\"" },
        { "ask 1 x report", "word 3 is no number of rows" },
        { "ask 7 0 report", "word 2 is no open file" },
        { "rows 1 0 top 0 1",
          "{\"rows\": [{\"row\": 0, \"parent\": null, \"children\": 1, \"depth\": 0, \"cells\": [[0, \"78.12%\", 78.125000], "
          "[1, \"25\", 25], [2, \"167785225\", 167785225], " },
        { "rows 1 0 0 0 1", "\"parent\": 0, " },
        { "rows 1 0 0 0 1", "\"0x7fd1641b78eb\"" },
        { "row 1 0 1", "{\"rows\": [{\"row\": 1, \"parent\": null, \"children\": 1, " },
        { "row 1 0 9999999", "{\"rows\": []}\n" },
        { "rows 1 0 9999999 0 1", "{\"rows\": []}\n" },
        { "rows 1 9 top 0 1", "word 3 is no table" },
        { "rows 1 0 top 0 -1", "word 6 is no number of rows" },
        { "rows 1 0 top 0 99999999999999999999", "word 6 is no number of rows" },
        { "sort 1 0 4 down", "{}\n" },
        { "rows 1 0 top 0 1", "\"workload\"" },
        { "sort 1 0 none up", "{}\n" },
        { "sort 1 0 99 up", "word 5 is no column" },
        { "sort 1 0 0 left", "word 5 is no direction" },
        { "find 1 0 0 workload", "{\"place\": 1}\n" },
        { "find 1 0 0 a~b", "{\"place\": null}\n" },
        { "flame 1 0 top 0 0",
          "{\"texts\": [\"\", \"wl-fib\", \"workload\"], \"nodes\": [[0, -1, 1, 0, 0, 167785225, 25, 0, 1], "
          "[1, -1, 2, 0, 0, 46979863, 7, 0, 1]], \"cut\": false}\n" },
        { "flame 1 0 top 100000000 1", "\"nodes\": [[0, -1, " },
        { "flame 1 0 top 0 99", "\"kernel\"" },
        { "open fixtures/amd64/sched.data --isolated", "{\"file\": 2, " },
        { "ask 2 0 report --no-children -s dso,sym", "{\"view\": 4, " },
        { "flame 4 0 top 0 1", "[\"\", \"[k] 0xffffffffba0474c8\", \"[kernel.kallsyms]\", \"kernel\"], "
                               "\"nodes\": [[0, -1, 1, 2, 3, 38, 38, 0, 0]]" },
        { "free 1", "{}\n" },
        { "free 1", "word 2 is no open view" },
        { "rows 1 0 top 0 1", "word 2 is no open view" },
        { "note f+0x1c:~a~miss",
          "{\"place\": \"f+0x1c\", \"function\": \"f\", \"offset\": \"0x1c\", \"file\": null, \"line\": null, \"from\": null, \"to\": null, \"text\": \"a miss\"}\n" },
        { "note 1.5,2:~x", "\"from\": \"1.500000000\", \"to\": \"2.000000000\", \"text\": \"x\"}" },
        { "note 2,1:~x", "\"error\": \"--note 2,1: x: the time of a note ends before it begins\"" },
        { "note", "is no word: it is missing" },
        { "options report", "{\"name\": \"sort\", \"letter\": \"s\", \"argument\": \"KEY,...\"" },
        { "problems 1", "{\"problems\": [" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *answer = sent(*state, rows[i].line);
        if (!strstr(answer, rows[i].has))
            fail_msg("%s: %.600s", rows[i].line, answer);
        if (strchr(answer, '\n') != answer + strlen(answer) - 1)
            fail_msg("%s: is not one line", rows[i].line);
    }
}

struct node {
    uint64_t row, period, self, below;
    int64_t up;
};

/* Reads the nodes of an answer; returns their number. */
static size_t nodes_of(const char *answer, struct node *v, size_t max)
{
    size_t n = 0;
    const char *at = strstr(answer, "\"nodes\": [");
    assert_non_null(at);
    for (at += strlen("\"nodes\": ["); *at == '['; at += strcspn(at, "]"), at += strspn(at, "], ")) {
        struct node *k = &v[n++];
        assert_true(n <= max);
        *k = (struct node){ .row = 0 };
        assert_int_equal(sscanf(at, "[%" SCNu64 ", %" SCNd64 ", %*u, %*u, %*u, %" SCNu64 ", %*u, %" SCNu64,
                                &k->row, &k->up, &k->period, &k->self),
                         4);
    }
    return n;
}

/* All of a tree: each node is what ends in it and what goes on below. Part of it: no node is lighter than asked. */
static void flames_add_up(void **state)
{
    enum { MOST = 1000 };
    static struct node v[MOST];
    uint64_t sum = 0;
    sent(*state, "open " FOLIO " --isolated");
    assert_non_null(strstr(sent(*state, "ask 1 0 report --no-children -s comm -g caller,0"), "\"view\": 1"));
    const size_t n = nodes_of(sent(*state, "flame 1 0 top 0 1000"), v, MOST);
    for (size_t i = 0; i < n; i++) {
        if (v[i].up < 0)
            sum += v[i].period;
        else
            v[v[i].up].below += v[i].period;
        assert_true(v[i].up < (int64_t)i);
    }
    assert_int_equal(sum, 214765088);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(v[i].period, v[i].self + v[i].below);
    const size_t heavy = nodes_of(sent(*state, "flame 1 0 top 20000000 1000"), v, MOST);
    assert_true(heavy > 5 && heavy < n);
    for (size_t i = 0; i < heavy; i++)
        assert_true(v[i].period >= 20000000);
    char line[64];
    snprintf(line, sizeof(line), "flame 1 0 %" PRIu64 " 0 1", v[2].row);
    assert_int_equal(nodes_of(sent(*state, line), v, MOST), 1); /* what is below a frame */
}

static void limits_what_is_open(void **state)
{
    char line[64];
    sent(*state, "open " FOLIO " --isolated");
    for (int i = 1; i <= BRIDGE_VIEWS; i++) {
        snprintf(line, sizeof(line), "\"view\": %d,", i);
        assert_non_null(strstr(sent(*state, "ask 1 1 evlist"), line));
    }
    assert_non_null(strstr(sent(*state, "ask 1 1 evlist"), "64 views are open, which is the limit"));
    sent(*state, "free 7");
    assert_non_null(strstr(sent(*state, "ask 1 1 evlist"), "\"view\": 7,"));
    sent(*state, "close 1"); /* and its views */
    assert_non_null(strstr(sent(*state, "free 1"), "no open view"));
    for (int i = 1; i <= BRIDGE_FILES; i++)
        assert_non_null(strstr(sent(*state, "open " FOLIO " --isolated"), "\"file\""));
    assert_non_null(strstr(sent(*state, "open " FOLIO), "16 files are open, which is the limit"));
    assert_non_null(strstr(bridge_request(*state, "ab", 2), "there is no request ''")); /* without its end */
}

static bool counts_down(void *left)
{
    return --*(int *)left > 0;
}

/* What was cancelled can be asked again. */
static void cancels(void **state)
{
    int left = 1 << 20;
    bridge_watch(*state, counts_down, &left);
    assert_non_null(strstr(sent(*state, "open " FOLIO " --isolated"), "\"file\": 1"));
    left = 0;
    assert_non_null(strstr(sent(*state, "ask 1 0 report -s comm -g none"),
                           "{\"error\": \"it was cancelled\", \"kind\": 6, "));
    left = 1 << 20;
    assert_non_null(
        strstr(sent(*state, "ask 1 0 report -s comm -g none"), "\"events.0.samples\": [\"32\", 32]"));
    assert_true(left < 1 << 20);
}

/* Work on samples and rows that are in memory can be cancelled, too. */
static void cancels_what_reads_nothing(void **state)
{
    static const char *const requests[] = { "sort 1 0 0 down", "find 1 0 0 no-such-name" };
    int left = 1 << 20;
    bridge_watch(*state, counts_down, &left);
    assert_non_null(strstr(sent(*state, "open " ROWS " --isolated"), "\"file\": 1"));
    assert_non_null(strstr(sent(*state, "ask 1 0 script"), "\"view\": 1"));
    for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
        left = 1;
        assert_string_equal(sent(*state, requests[i]),
                            "{\"error\": \"it was cancelled\", \"kind\": 6, \"at\": 0}\n");
        left = 1 << 20;
        assert_null(strstr(sent(*state, requests[i]), "error"));
        assert_true(left < 1 << 20);
    }
    assert_non_null(strstr(sent(*state, "sort 1 0 9999 up"), "is no column"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_requests, made, freed),
        cmocka_unit_test_setup_teardown(flames_add_up, made, freed),
        cmocka_unit_test_setup_teardown(limits_what_is_open, made, freed),
        cmocka_unit_test_setup_teardown(cancels, made, freed),
        cmocka_unit_test_setup_teardown(cancels_what_reads_nothing, made, freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
