/* Functions that one side alone has are one where they begin near each other, or have code that is alike and no other
   has as much. */
#include "core/compare/match_runs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Functions of two runs, one a side; their codes are what `alike` says of the two of a row. */
struct made {
    const char *name;     /* "lib:f" is f of another object */
    double before, after; /* costs */
    uint32_t line;        /* in a.c; 0: unknown */
    uint64_t samples;
    uint32_t code; /* 0: not at hand; REMAINS: under its name on the other side, too */
};

enum { REMAINS = 4 };
static const double alike[5][5] = { { 0 }, { 0, 1, .8, 0 }, { 0, .8, .9, .7 }, { 0, 0, .7, .9 } };

struct made_code {
    struct match_code match;
    uint64_t codes[8];
    size_t n;
};

static void read_code(struct match_code *m, const struct run_row *const *rows, size_t n, size_t before)
{
    struct made_code *c = (struct made_code *)m;
    assert_true((before && before < n && n <= COUNT(c->codes)) || (!before && !n));
    for (c->n = 0; c->n < n; c->n++)
        c->codes[c->n] = rows[c->n]->code.start;
}

static double compare_code(const struct match_code *m, size_t before, size_t after)
{
    const struct made_code *c = (const struct made_code *)m;
    assert_true(before < after && after < c->n);
    return alike[c->codes[before]][c->codes[after]];
}

static bool remains(const struct match_code *m, size_t before, size_t after)
{
    const struct made_code *c = (const struct made_code *)m;
    assert_true(before < after && after < c->n);
    return c->codes[before] == REMAINS || c->codes[after] == REMAINS;
}

/* An object was met in a run: "one" is of one build in all runs, "two" of another one in each, others have no build-id. */
static void meet(struct runs *r, const char *object, uint32_t run)
{
    struct run_met *met = MEM_ADD(r->met, r->nmet, r->cap_met);
    *met = (struct run_met){ .name = object, .run = run };
    if (!strcmp(object, "one") || !strcmp(object, "two"))
        met->id = (struct build_id){ .n = 20, .bytes = { 1 + (object[0] == 't') * run } };
}

/* Set what a row is of. */
static void name_row(struct runs *r, struct run_row *row, const char *name)
{
    const char *colon = strchr(name, ':');
    row->object = colon ? arena_names_printf(&r->names, "%.*s", (int)(colon - name), name)
                        : arena_names_intern(&r->names, "object");
    row->function = arena_names_intern(&r->names, colon ? colon + 1 : name);
}

/* The guesses about functions as text: "a=b by code 0.90;", where it is another object "lib:a=b by code 0.90;". Renames give
   each function the name that its row has. */
static void check(const struct made *v, size_t n, const char *expected)
{
    struct made_code code = { .match = { read_code, remains, compare_code } };
    struct runs r;
    struct text t = { 0 };
    size_t nguesses;
    runs_init(&r, 2, false);
    const char *file = arena_names_intern(&r.names, "a.c"), *object = arena_names_intern(&r.names, "object");
    for (size_t i = 0; i < n; i++)
        for (uint32_t run = 0; run < 2; run++) {
            const double cost = run ? v[i].after : v[i].before;
            struct run_row row = { .section = RUN_FUNCTION };
            name_row(&r, &row, v[i].name);
            if (v[i].line)
                row.first = row.last = (struct run_begin){ file, v[i].line, run };
            if (v[i].code)
                row.code = (struct run_code){ run + 1, 0, v[i].code, row.function };
            if (cost <= 0)
                continue;
            runs_add_cost(&r, run, &row, cost, v[i].samples);
            meet(&r, row.object, run);
        }
    struct guess *guesses = match_runs(&r, 1, &code.match, 50, &nguesses);
    text_add(&t, "");
    for (size_t i = 0; i < nguesses; i++)
        text_printf(&t, "%s%s%s=%s by %s %.2f;", guesses[i].object == object ? "" : guesses[i].object,
                    guesses[i].object == object ? "" : ":", guesses[i].before, guesses[i].after,
                    guesses[i].by == GUESS_BY_CODE ? "code" : "lines", guesses[i].common);
    assert_string_equal(t.s, expected);
    struct run_renames renames;
    run_renames_init(&renames, guesses, nguesses);
    for (size_t i = 0; i < n; i++) {
        struct run_row named = { .section = RUN_FUNCTION };
        name_row(&r, &named, v[i].name);
        const char *name = run_renames_function(&renames, named.object, named.function);
        size_t row = 0;
        while (row < r.nrows && (r.rows[row].object != named.object || r.rows[row].function != name))
            row++;
        assert_true(row < r.nrows);
    }
    run_renames_free(&renames);
    text_free(&t);
    free(guesses);
    runs_free(&r);
}

#define CHECK(expected, ...)                                                                                 \
    check((const struct made[]){ __VA_ARGS__ }, COUNT(((const struct made[]){ __VA_ARGS__ })), expected)

static void test_code(void **state)
{
    (void)state;
    CHECK("old=new by code 1.00;", { "both", 9, 9, 0, 99, 1 }, { "old", 5, 0, 0, 99, 1 },
          { "new", 0, 6, 0, 99, 1 });
    /* each other's best */
    CHECK("x=y by code 0.90;p=q by code 0.90;", { "p", 5, 0, 0, 99, 2 }, { "x", 6, 0, 0, 99, 3 },
          { "q", 0, 5, 0, 99, 2 }, { "y", 0, 6, 0, 99, 3 });
    /* two are as alike: neither is it */
    CHECK("", { "old", 5, 0, 0, 99, 1 }, { "new", 0, 5, 0, 99, 1 }, { "newer", 0, 5, 0, 99, 1 });
    CHECK("", { "old", 5, 0, 0, 99, 1 }, { "older", 5, 0, 0, 99, 1 }, { "new", 0, 5, 0, 99, 1 });
    /* however much slower */
    CHECK("old=new by code 1.00;", { "old", 5, 0, 0, 99, 1 }, { "new", 0, 50, 0, 99, 1 });
    /* too few samples, no code, none that is alike */
    CHECK("", { "old", 5, 0, 0, 49, 1 }, { "new", 0, 5, 0, 99, 1 });
    CHECK("", { "old", 5, 0, 0, 99, 0 }, { "new", 0, 5, 0, 99, 1 });
    CHECK("", { "old", 5, 0, 0, 99, 1 }, { "new", 0, 5, 0, 99, 3 });
}

/* What is still there under its name has no new one, be its code or its lines alike. */
static void test_there(void **state)
{
    (void)state;
    CHECK("old=new by lines 0.00;", { "old", 5, 0, 10, 99, 0 }, { "new", 0, 5, 20, 99, 0 });
    CHECK("", { "old", 5, 0, 10, 99, REMAINS }, { "new", 0, 5, 20, 99, 0 });
    CHECK("", { "old", 5, 0, 10, 99, 0 }, { "new", 0, 5, 20, 99, REMAINS });
    CHECK("", { "one:old", 5, 0, 10, 99, 0 }, { "one:new", 0, 5, 20, 99, 0 });
    CHECK("", { "one:old", 5, 0, 0, 99, 1 }, { "one:new", 0, 5, 0, 99, 1 });
    CHECK("two:old=new by lines 0.00;", { "two:old", 5, 0, 10, 99, 0 }, { "two:new", 0, 5, 20, 99, 0 });
}

static void test_objects(void **state)
{
    (void)state;
    /* one pair of names in two objects is two guesses; in the third the names are of two functions that stay */
    CHECK("a:old=new by code 1.00;b:old=new by code 0.90;", { "a:old", 6, 0, 0, 99, 1 },
          { "a:new", 0, 6, 0, 99, 1 }, { "b:old", 5, 0, 0, 99, 2 }, { "b:new", 0, 5, 0, 99, 2 },
          { "c:old", 9, 9, 0, 99, 3 }, { "c:new", 9, 9, 0, 99, 3 });
}

/* An object that stands alone is another one where most of what both cost lies in functions of the same names or of code that is
   alike; its functions are guessed in it, and its command by these. */
static void test_objects_by_code(void **state)
{
    static const struct {
        const char *what;
        struct made v[6];
        const char *expected;
    } cases[] = {
        { "code alone",
          { { "base:old", 6, 0, 0, 99, 1 }, { "slow:new", 0, 6, 0, 99, 1 } },
          "object base=slow 1.00;function old=new 1.00;command base=slow 1.00;" },
        { "however much slower",
          { { "base:old", 6, 0, 0, 99, 1 }, { "slow:new", 0, 60, 0, 99, 1 } },
          "object base=slow 1.00;function old=new 1.00;command base=slow 1.00;" },
        { "names and code, neither of which has half",
          { { "base:same", 4, 0, 0, 99, 0 },
            { "base:old", 4, 0, 0, 99, 1 },
            { "base:x", 2, 0, 0, 99, 0 },
            { "slow:same", 0, 4, 0, 99, 0 },
            { "slow:new", 0, 4, 0, 99, 1 },
            { "slow:y", 0, 2, 0, 99, 0 } },
          "object base=slow 0.80;function old=new 1.00;command base=slow 0.80;" },
        { "less than half",
          { { "base:old", 4, 0, 0, 99, 1 },
            { "base:x", 6, 0, 0, 99, 0 },
            { "slow:new", 0, 4, 0, 99, 1 },
            { "slow:y", 0, 6, 0, 99, 0 } },
          "" },
        { "names alone",
          { { "base:same", 6, 0, 0, 99, 0 }, { "slow:same", 0, 6, 0, 99, 0 } },
          "object base=slow 1.00;command base=slow 1.00;" },
        { "two objects as alike",
          { { "base:old", 6, 0, 0, 99, 1 }, { "slow:new", 0, 6, 0, 99, 1 }, { "fast:new", 0, 6, 0, 99, 1 } },
          "" },
        { "a hundredth of all is too little",
          { { "base:old", .1, 0, 0, 99, 1 }, { "slow:new", 0, .1, 0, 99, 1 }, { "lib:f", 50, 50, 0, 99, 0 } },
          "" },
        { "too few samples", { { "base:old", 6, 0, 0, 9, 1 }, { "slow:new", 0, 6, 0, 9, 1 } }, "" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct made_code code = { .match = { read_code, remains, compare_code } };
        struct runs r;
        struct text t = { 0 };
        size_t n;
        runs_init(&r, 2, false);
        for (const struct made *v = cases[i].v; v < cases[i].v + COUNT(cases[i].v) && v->name; v++)
            for (uint32_t run = 0; run < 2; run++) {
                struct run_row rows[] = { { .section = RUN_TOTAL },
                                          { .section = RUN_OBJECT },
                                          { .section = RUN_COMMAND },
                                          { .section = RUN_FUNCTION },
                                          { .section = RUN_COMMAND_FUNCTION } };
                const double cost = run ? v->after : v->before;
                name_row(&r, &rows[3], v->name);
                rows[4].function = rows[3].function;
                rows[1].object = rows[2].command = rows[4].command = rows[4].object = rows[3].object;
                if (v->code)
                    rows[3].code = (struct run_code){ run + 1, 0, v->code, rows[3].function };
                for (size_t k = 0; cost > 0 && k < COUNT(rows); k++)
                    runs_add_cost(&r, run, &rows[k], cost, v->samples);
            }
        struct guess *guesses = match_runs(&r, 1, &code.match, 50, &n);
        text_add(&t, "");
        for (size_t k = 0; k < n; k++)
            text_printf(&t, "%s %s=%s %.2f;", guesses[k].what, guesses[k].before, guesses[k].after,
                        guesses[k].common);
        print_message("%s\n", cases[i].what);
        assert_string_equal(t.s, cases[i].expected);
        text_free(&t);
        free(guesses);
        runs_free(&r);
    }
}

/* A name is looked up among those of its kind, and a function's in its object. */
static void test_renames(void **state)
{
    (void)state;
    static const char one[] = "one", two[] = "two", lib[] = "lib";
    const struct guess guesses[] = {
        { one, two, "command", "command", NULL, GUESS_BY_NAMES, 1 },
        { one, two, "function", "function", lib, GUESS_BY_CODE, 1 },
        { lib, two, "object", "object", NULL, GUESS_BY_NAMES, 1 },
    };
    struct run_renames r;
    run_renames_init(&r, guesses, COUNT(guesses));
    assert_string_equal(run_renames_command_name(&r, one), "command");
    assert_string_equal(run_renames_command_name(&r, lib), "lib");
    assert_string_equal(run_renames_object(&r, one), "one");
    assert_string_equal(run_renames_object(&r, two), "object");
    assert_string_equal(run_renames_function(&r, lib, two), "function");
    assert_string_equal(run_renames_function(&r, one, two), "two");
    assert_null(run_renames_function(&r, lib, NULL));
    run_renames_free(&r);
    run_renames_init(&r, NULL, 0);
    assert_string_equal(run_renames_object(&r, lib), "lib");
    run_renames_free(&r);
}

static void test_lines(void **state)
{
    (void)state;
    /* lines decide before code does, and the nearest of them */
    CHECK("old=near by lines 0.00;", { "old", 5, 0, 100, 99, 1 }, { "near", 0, 5, 110, 99, 3 },
          { "far", 0, 5, 200, 99, 1 }, { "farther", 0, 5, 90, 99, 1 });
    CHECK("old=new by code 1.00;", { "old", 5, 0, 100, 99, 1 }, { "new", 0, 5, 121, 99, 1 });
    CHECK("old=new by lines 0.00;", { "old", 5, 0, 100, 9, 0 }, { "new", 0, 5, 120, 9, 0 });
}

/* Where each function has another name, 8,000 of them, those are compared that cost most; in time that tests have. */
static void test_many(void **state)
{
    (void)state;
    enum { MANY = 8000, COMPARED = 4096 };
    struct runs r;
    size_t n;
    runs_init(&r, 2, false);
    const char *object = arena_names_intern(&r.names, "object"), *file = arena_names_intern(&r.names, "a.c");
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        struct run_row row = { .section = RUN_FUNCTION, .object = object };
        row.function = arena_names_printf(&r.names, "%s%u", i % 2 ? "new" : "old", i / 2);
        row.first = row.last = (struct run_begin){ file, 1000 * (i / 2) + 1, i % 2 };
        runs_add_cost(&r, i % 2, &row, i / 2 + 1, 1);
    }
    struct guess *guesses = match_runs(&r, 1, NULL, 50, &n);
    assert_int_equal(n, COMPARED);
    assert_string_equal(guesses[0].before, "old3904");
    assert_string_equal(guesses[n - 1].after, "new7999");
    free(guesses);
    runs_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_code),
                                        cmocka_unit_test(test_there),
                                        cmocka_unit_test(test_lines),
                                        cmocka_unit_test(test_objects),
                                        cmocka_unit_test(test_objects_by_code),
                                        cmocka_unit_test(test_renames),
                                        cmocka_unit_test(test_many) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
