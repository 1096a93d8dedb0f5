/*
 * run_paths: stacks of one-letter functions, written from the outermost caller inwards with a weight behind, of four
 * runs: which of their paths are rows of a comparison, what these cost, and what their parts are; and what functions cost
 * with what they call. A capital is a part of the function that a compiler split off it.
 */
#include "core/compare/runs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = 4, BEFORE = 2, LETTERS = 26, FUNCTIONS = 2 * LETTERS };

struct test {
    const char *name, *stacks[2]; /* of the runs before and after */
    const char *asked;            /* a path that is a row in any case */
    const char *rows;             /* with what they cost before and after */
    const char *of, *parts;       /* a path of these, or a function: its parts */
    const char *functions;        /* with what they call; NULL: not asked */
};

static const struct test tests[] = {
    { .name = "what one callee brings is its own row, and no caller's",
      .stacks = { "abc 40, abd 40, e 20", "abc 60, abd 40, e 20" },
      .rows = "a;b;c 40 60, a;b;d 40 40, e 20 20",
      .functions = "a 80 100, b 80 100, c 40 60, d 40 40, e 20 20" },
    { .name = "what two callees bring is a row, too",
      .stacks = { "abc 40, abd 40", "abc 60, abd 60" },
      .rows = "a;b 80 120, a;b;c 40 60, a;b;d 40 60",
      .of = "a;b",
      .parts = "calls c 40 60, calls d 40 60, itself 0 0" },
    { .name = "who has nearly all of its caller's cost stands for it",
      .stacks = { "ab 99, a 1", "ab 98, a 2" },
      .rows = "a;b 99 98" },
    { .name = "a path that is asked for is a row",
      .stacks = { "ab 99, a 1", "ab 98, a 2" },
      .asked = "a",
      .rows = "a 100 100, a;b 99 98",
      .of = "a",
      .parts = "calls b 99 98, itself 1 2" },
    { .name = "what is too small to be a row",
      .stacks = { "ab 9960, ac 40, a 5000, d 5000", "ab 9960, ac 40, a 5000, d 5000" },
      .rows = "a 15000 15000, a;b 9960 9960, d 5000 5000",
      .of = "a",
      .parts = "calls b 9960 9960, calls c 40 40, itself 5000 5000" },
    { .name = "what is too small to be told apart",
      .stacks = { "ab 9000, ac 2, ad 1, adz 1, e 9000, a 996", "ab 9000, ac 2, adz 2, e 9000, a 996" },
      .rows = "a 10000 10000, a;b 9000 9000, e 9000 9000",
      .of = "a",
      .parts = "calls b 9000 9000, itself 996 996, rest 4 4" },
    { .name = "what is there on one side alone",
      .stacks = { "ab 50, e 50", "ac 50, e 50" },
      .rows = "a 50 50, a;b 50 0, a;c 0 50, e 50 50" },
    { .name = "a function that calls itself counts where it is first called",
      .stacks = { "fafb 10, gf 5, e 50", "fafb 10, gf 25, e 50" },
      .rows = "e 50 50, f;a;f;b 10 10, g;f 5 25",
      .of = "f",
      .parts = "by g 5 25, by outermost 10 10, calls a 10 10, itself 5 25",
      .functions = "a 10 10, b 10 10, e 50 50, f 15 35, g 5 25" },
    { .name = "functions of one name count once in a chain",
      .stacks = { "afg 50, af 30, F 20", "afFg 50, afF 10, aF 10, Ff 10, FgfF 20" },
      .functions = "a 80 70, f 100 100, g 50 70" },
    { .name = "parts of a function are one step, until it is called again",
      .stacks = { "afg 50, af 10, fFfg 40, gffF 10", "aFg 30, afFg 30, fFfFg 30, gfFfF 10, ffg 10" },
      .rows = "a;f 60 60, a;f;g 50 60, f;f;g 40 40, g;f;f 10 10" },
};

static const char *letter(char c)
{
    static const char *const names[LETTERS] = { "a", "b", "c", "d", "e", "f", "g", "h", "i",
                                                "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                                "s", "t", "u", "v", "w", "x", "y", "z" };
    return names[c - 'a'];
}

/* The number of a function or of its part. */
static uint32_t function_of(char c)
{
    return (uint32_t)(c >= 'a' ? c - 'a' : c - 'A' + LETTERS);
}

static struct cell no_cell(const struct view *v)
{
    (void)v;
    return (struct cell){ 0 };
}

/* A run of these stacks. */
static void add_run(struct runs *r, struct run_paths *t, uint32_t run, const char *stacks)
{
    static const struct key key = { .name = "letter", .get = no_cell };
    static const struct key *const keys[] = { &key };
    static const uint32_t event_of[] = { 0 };
    struct run_names names[FUNCTIONS];
    struct profile p;
    profile_init(&p, keys, 1, 1, false);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const struct cell cell = { .v = f };
        names[profile_find_or_add_row(&p, 0, &cell)] =
            (struct run_names){ .object = "o",
                                .function = letter((char)('a' + f % LETTERS)),
                                .linked = f < LETTERS ? "whole" : "part" };
    }
    while (*stacks) {
        uint32_t path = PATH_OUTSIDE, row = 0;
        for (; *stacks >= 'A'; stacks++) {
            row = function_of(*stacks);
            const struct path_frame frame = { .avma = row + 1 };
            path = paths_add_step(&p.paths, path,
                                  paths_kind_number(&p.paths, paths_frame_number(&p.paths, &frame), row));
        }
        for (unsigned long n = strtoul(stacks, (char **)(void *)&stacks, 10); n; n--) {
            const struct sample s = { .when = { n, n } };
            paths_count_sample(&p.paths, path, row, &s, 1);
            profile_count(&p, row, &s, 1, true);
            p.totals[0].samples++;
            p.totals[0].period++;
        }
        stacks += strspn(stacks, ", ");
    }
    profile_settle(&p, true, 0, 1);
    const struct run_counted counted = { &p, NULL, event_of, run, NULL, NULL };
    run_paths_add(t, &counted, names);
    runs_add_cost(r, run, &(struct run_row){ .section = RUN_TOTAL }, (double)p.totals[0].period,
                  p.totals[0].samples);
    run_callees_add(r, &counted, names);
    profile_free(&p);
}

static bool is_asked(const void *arg, uint32_t event, const char *path)
{
    const struct test *test = arg;
    return !event && test->asked && !strcmp(path, test->asked);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Texts in their order, freed. */
static void join(char **texts, size_t n, struct text *out)
{
    qsort(texts, n, sizeof(*texts), by_text);
    text_add(out, "");
    for (size_t i = 0; i < n; i++) {
        text_printf(out, "%s%s", i ? ", " : "", texts[i]);
        free(texts[i]);
    }
}

/* Rows of a section in the order of their names, of linked functions alone. */
static void rows_text(const struct runs *r, enum run_section section, struct text *out)
{
    char *texts[2 * FUNCTIONS];
    size_t n = 0;
    for (size_t i = 0; i < r->nrows && n < COUNT(texts); i++) {
        const double *cost = &r->cost[i * RUNS];
        struct text row = { 0 };
        if (r->rows[i].section != section || r->rows[i].inlined)
            continue;
        text_printf(&row, "%s %.0f %.0f", r->rows[i].function, (cost[0] + cost[1]) / 2,
                    (cost[2] + cost[3]) / 2);
        texts[n++] = row.s;
    }
    join(texts, n, out);
}

/* In the order of their texts, as paths may stand in another one by another number of workers. */
static void parts_text(const struct run_paths *t, const struct test *test, const struct path_rows_opts *o,
                       struct text *out)
{
    static const char *const words[] = { "by ", "calls ", "itself", "rest" };
    const bool path = strchr(test->of, ';') || test->asked || !strcmp(test->of, "a");
    struct run_row row = { .section = path ? RUN_PATH : RUN_WITH_CALLEES, .object = "o" };
    struct path_means m = path_rows_means(t, 0, o, RUNS);
    char *texts[LETTERS];
    size_t n;
    row.function = path ? NULL : letter(*test->of);
    for (size_t i = 1; i < t->n && path; i++)
        if (t->v[i].row && !strcmp(t->v[i].row, test->of))
            row.function = t->v[i].row;
    for (size_t i = 1; i < t->n && !path; i++)
        if (t->v[i].object)
            row.object = t->v[i].object; /* one text has one address */
    struct path_part *parts = path_rows_parts(t, &m, &row, &n);
    for (size_t i = 0; i < n; i++) {
        struct text part = { 0 };
        text_add(&part, words[parts[i].kind]);
        text_add(&part, parts[i].path && parts[i].kind < PATH_ITSELF ? parts[i].path->function
                        : parts[i].kind == PATH_CALLER               ? "outermost"
                                                                     : NULL);
        text_printf(&part, " %.0f %.0f", parts[i].before, parts[i].after);
        texts[i] = part.s;
    }
    join(texts, n, out);
    free(parts);
    path_rows_means_free(&m);
}

static void test_rows(void **state)
{
    static const double factors[RUNS] = { 1, 1, 1, 1 };
    (void)state;
    for (const struct test *test = tests; test < tests + COUNT(tests); test++) {
        const struct path_rows_opts o = { 1, BEFORE, factors, is_asked, test };
        struct runs r;
        struct run_paths t = { .n = 0 };
        struct text rows = { 0 }, parts = { 0 }, functions = { 0 };
        runs_init(&r, RUNS, false);
        for (uint32_t run = 0; run < RUNS; run++)
            add_run(&r, &t, run, test->stacks[run >= BEFORE]);
        path_rows_add(&r, &t, 0, &o);
        rows_text(&r, RUN_PATH, &rows);
        if (test->rows && strcmp(rows.s, test->rows) != 0)
            fail_msg("%s: %s instead of %s", test->name, rows.s, test->rows);
        rows_text(&r, RUN_WITH_CALLEES, &functions);
        if (test->functions && strcmp(functions.s, test->functions) != 0)
            fail_msg("%s: %s instead of %s", test->name, functions.s, test->functions);
        if (test->of) {
            parts_text(&t, test, &o, &parts);
            if (strcmp(parts.s, test->parts) != 0)
                fail_msg("%s: %s instead of %s", test->name, parts.s, test->parts);
        }
        text_free(&rows);
        text_free(&parts);
        text_free(&functions);
        run_paths_free(&t);
        runs_free(&r);
    }
}

static bool call_b_a(const void *arg, struct run_path *path)
{
    (void)arg;
    path->function = *path->function == 'b' ? letter('a') : path->function;
    return *path->function != 'i';
}

/* Names that become one make paths one, and what is left out is a part of what it goes on from. */
static void test_rename(void **state)
{
    static const double factors[RUNS] = { 1, 1, 1, 1 };
    const struct test nothing = { .name = "" };
    const struct path_rows_opts o = { 1, BEFORE, factors, is_asked, &nothing };
    struct runs r;
    struct run_paths t = { .n = 0 };
    struct text rows = { 0 };
    (void)state;
    runs_init(&r, RUNS, false);
    for (uint32_t run = 0; run < RUNS; run++)
        add_run(&r, &t, run, run < BEFORE ? "axc 10, e 5" : "bxc 4, bxic 8, ei 5");
    run_paths_rename(&t, call_b_a, NULL);
    path_rows_add(&r, &t, 0, &o);
    rows_text(&r, RUN_PATH, &rows);
    assert_string_equal(rows.s, "a;x;c 10 12, e 5 5");
    text_free(&rows);
    run_paths_free(&t);
    runs_free(&r);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_rename) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
