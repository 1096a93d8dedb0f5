/* Rows of captures that are made by hand: which of them are one, what became of them, and in which order that
 * is told. */
#include "core/compare/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/profile/keys/key_parts.h"
#include "core/profile/keys/keys.h"

enum { MOST = 8, NAMES = 64 };

/* A row by object and symbol; without a name it is at an address, without an object in none. */
struct made_row {
    const char *dso, *symbol;
    uint64_t at, period;
    char level;
};

struct made_capture {
    struct made_row rows[MOST];
    uint64_t hidden; /* period */
};

/* Names are others, and symbols too, in every capture: only what they say is the same. */
struct pool {
    struct symbol symbols[NAMES];
    char *texts[NAMES];
    size_t nsymbols, ntexts;
};

static const char *text_of(struct pool *pool, const char *s)
{
    assert_true(pool->ntexts < NAMES);
    return pool->texts[pool->ntexts++] = strdup(s);
}

static void pool_free(struct pool *pool)
{
    for (size_t i = 0; i < pool->ntexts; i++)
        free(pool->texts[i]);
}

static void add_capture(struct comparison *c, uint32_t file, const struct key *const *keys,
                        const struct made_capture *made)
{
    static const uint32_t first_event[] = { 0 };
    const struct key_context kc = { .addr_digits = 8 };
    struct pool pool = { .nsymbols = 0 };
    struct profile p;
    struct table t;
    profile_init(&p, keys, 2, 1, false);
    for (const struct made_row *r = made->rows; r < made->rows + MOST && r->period; r++) {
        struct symbol *y = &pool.symbols[pool.nsymbols++];
        uint32_t level = (unsigned char)r->level;
        if (r->symbol)
            *y = (struct symbol){ .name = text_of(&pool, r->symbol), .start = r->at, .end = r->at + 1 };
        struct cell cells[] = { r->dso ? key_pointer_cell(text_of(&pool, r->dso), 0) : (struct cell){ 0 },
                                r->symbol ? key_pointer_cell(y, level)
                                          : (struct cell){ .v = r->at, .tag = level } };
        struct sample s = { .when = { r->at, r->at } };
        profile_count(&p, profile_find_or_add_row(&p, 0, cells), &s, r->period, true);
        p.totals[0].period += r->period;
        p.totals[0].samples++;
    }
    p.totals[0].period += made->hidden;
    p.totals[0].hidden_period = made->hidden;
    table_init(&t, &p, &kc);
    compare_add(c, file, &t, first_event);
    table_free(&t);
    profile_free(&p);
    pool_free(&pool);
}

/* "a.so [.] main 3 5; ...": lines with their periods, - where a file has none. */
static void lines_text(const struct comparison *c, const struct change_opts *o, struct text *out)
{
    struct changes h = { .c = c, .o = o };
    struct text scratch = { 0 };
    size_t n;
    uint32_t *lines = change_lines(&h, &n);
    out->n = 0;
    text_add(out, "");
    for (size_t i = 0; i < n; i++) {
        const uint32_t *line = &lines[i * c->nfiles];
        text_add(out, i ? "; " : "");
        text_add(out, compare_text(c, line, 0, &scratch));
        text_printf(out, " %s", compare_text(c, line, 1, &scratch));
        for (uint32_t f = 0; f < c->nfiles; f++)
            if (line[f] == NO_ROW)
                text_add(out, " -");
            else
                text_printf(out, " %d", (int)change_period(&h, line, f));
    }
    free(lines);
    text_free(&scratch);
}

static void check_lines(const char *what, uint32_t nfiles, const struct made_capture *captures,
                        const struct change_opts *o, const char *expected)
{
    const struct key *const keys[] = { key_find("dso", 3), key_find("symbol", 6) };
    struct comparison c;
    struct text text = { 0 };
    compare_init(&c, keys, 2, 1, nfiles);
    for (uint32_t f = 0; f < nfiles; f++)
        add_capture(&c, f, keys, &captures[f]);
    compare_settle(&c);
    lines_text(&c, o, &text);
    if (strcmp(text.s, expected) != 0)
        fail_msg("%s: %s", what, text.s);
    text_free(&text);
    compare_free(&c);
}

static void test_join(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        struct made_capture captures[2];
        const char *lines;
    } rows[] = {
        { "a rebuilt program has its symbols elsewhere",
          { { { { "a", "f", 0x10, 5, '.' }, { "a", "g", 0x20, 5, '.' } }, 0 },
            { { { "a", "g", 0x10, 2, '.' }, { "a", "f", 0x30, 8, '.' } }, 0 } },
          "a [.] f 5 8; a [.] g 5 2" },
        { "two functions of one name are one",
          { { { { "a", "f", 0x10, 5, '.' }, { "a", "f", 0x20, 5, '.' } }, 0 },
            { { { "a", "f", 0x30, 8, '.' } }, 0 } },
          "a [.] f 10 8" },
        { "a name in two objects is two",
          { { { { "a", "f", 0x10, 5, '.' } }, 0 }, { { { "b", "f", 0x10, 8, '.' } }, 0 } },
          "b [.] f - 8; a [.] f 5 -" },
        { "levels are told apart by none",
          { { { { "a", "f", 0x10, 5, '.' } }, 0 }, { { { "a", "f", 0x10, 8, 'k' } }, 0 } },
          "a [.] f 5 8" },
        { "an address stands for itself alone",
          { { { { "a", NULL, 0x10, 5, '.' } }, 0 }, { { { "a", NULL, 0x10, 8, '.' } }, 0 } },
          "a [.] 0x00000010 5 8" },
        { "several of a file do not",
          { { { { "a", NULL, 0x10, 5, '.' }, { "a", NULL, 0x20, 1, '.' } }, 0 },
            { { { "a", NULL, 0x10, 8, '.' } }, 0 } },
          "a [.] [unknown] 6 8" },
        { "nor do those of two files",
          { { { { "a", NULL, 0x10, 5, '.' } }, 0 }, { { { "a", NULL, 0x20, 8, '.' } }, 0 } },
          "a [.] [unknown] 5 8" },
        { "code that two processes made at run time",
          { { { { "[JIT] tid 17", "f", 0x10, 5, '.' } }, 0 },
            { { { "[JIT] tid 40", "f", 0x10, 8, '.' } }, 0 } },
          "[JIT] [.] f 5 8" },
        { "in no object",
          { { { { NULL, NULL, 0x10, 5, 'k' } }, 0 },
            { { { NULL, NULL, 0x10, 5, 'k' }, { "[unknown]", "f", 1, 5, '.' } }, 0 } },
          "[unknown] [k] 0x00000010 5 5; [unknown] [.] f - 5" },
        { "nothing in the baseline",
          { { { { 0 } }, 0 }, { { { "a", "f", 0x10, 5, '.' } }, 0 } },
          "a [.] f - 5" },
        { "nothing anywhere", { { { { 0 } }, 0 }, { { { 0 } }, 0 } }, "" },
    };
    const struct change_opts o = { .kind = CHANGE_DELTA_ABS, .order = 1 };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        check_lines(rows[i].what, 2, rows[i].captures, &o, rows[i].lines);
}

static void test_order(void **state)
{
    (void)state;
    static const struct made_capture captures[] = {
        { { { "a", "down", 1, 50, '.' },
            { "a", "up", 2, 10, '.' },
            { "a", "same", 3, 10, '.' },
            { "a", "gone", 4, 30, '.' } },
          0 },
        { { { "a", "down", 1, 20, '.' },
            { "a", "up", 2, 40, '.' },
            { "a", "same", 3, 10, '.' },
            { "a", "come", 5, 30, '.' } },
          0 },
        { { { "a", "down", 1, 70, '.' }, { "a", "gone", 4, 20, '.' }, { "a", "third", 6, 10, '.' } }, 0 },
    };
    static const struct {
        struct change_opts o;
        uint32_t nfiles;
        const char *lines;
    } rows[] = {
        { { .kind = CHANGE_DELTA_ABS, .order = 1 },
          2,
          "a [.] down 50 20; a [.] up 10 40; a [.] come - 30; a [.] same 10 10; a [.] gone 30 -" },
        { { .kind = CHANGE_DELTA, .order = 1 },
          2,
          "a [.] up 10 40; a [.] come - 30; a [.] same 10 10; a [.] down 50 20; a [.] gone 30 -" },
        { { .kind = CHANGE_RATIO, .order = 1 },
          2,
          "a [.] up 10 40; a [.] same 10 10; a [.] down 50 20; a [.] come - 30; a [.] gone 30 -" },
        { { .kind = CHANGE_WDIFF, .w1 = 1, .w2 = 2, .order = 1 },
          2,
          "a [.] up 10 40; a [.] same 10 10; a [.] down 50 20; a [.] come - 30; a [.] gone 30 -" },
        { { .kind = CHANGE_DELTA_ABS, .order = 0 },
          2,
          "a [.] down 50 20; a [.] gone 30 -; a [.] up 10 40; a [.] same 10 10; a [.] come - 30" },
        { { .kind = CHANGE_DELTA_ABS, .order = 1, .baseline_only = true },
          2,
          "a [.] down 50 20; a [.] up 10 40; a [.] same 10 10" },
        { { .kind = CHANGE_DELTA, .order = 2 },
          3,
          "a [.] down 50 20 70; a [.] third - - 10; a [.] gone 30 - 20; a [.] up 10 40 -; a [.] same 10 10 "
          "-; "
          "a [.] come - 30 -" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char what[32];
        snprintf(what, sizeof(what), "row %zu", i);
        check_lines(what, rows[i].nfiles, captures, &rows[i].o, rows[i].lines);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct made_capture captures[] = { { { { "a", "f", 1, 30, '.' } }, 10 },
                                                    { { { "a", "f", 1, 60, '.' } }, 40 } };
    const struct key *const keys[] = { key_find("dso", 3), key_find("symbol", 6) };
    struct comparison c;
    compare_init(&c, keys, 2, 1, 3); /* the third file does not have the event */
    add_capture(&c, 0, keys, &captures[0]);
    add_capture(&c, 1, keys, &captures[1]);
    compare_settle(&c);
    struct change_opts o = { .kind = CHANGE_WDIFF, .w1 = 1, .w2 = 2, .order = 1 };
    struct changes h = { .c = &c, .o = &o };
    size_t n;
    uint32_t *line = change_lines(&h, &n);
    assert_int_equal(n, 1);
    assert_true(change_percent(&h, line, 0) == 75 && change_percent(&h, line, 1) == 60);
    assert_true(change_delta(&h, line, 1) == -15 && change_ratio(&h, line, 1) == 2);
    assert_int_equal(change_wdiff(&h, line, 1), 90);
    assert_true(change_percent(&h, line, 2) == 0 && change_delta(&h, line, 2) == -75);
    o.of_shown = true; /* without what filters hid */
    assert_true(change_percent(&h, line, 0) == 100 && change_delta(&h, line, 1) == 0);
    free(line);
    compare_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_join), cmocka_unit_test(test_order),
                                        cmocka_unit_test(test_numbers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
