/* What a folio has of the source: as many frames of one address as are looked for, and not one more. */
#include "archive/folio/folio_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_depth(void **state)
{
    (void)state;
    static const size_t depths[] = { 1, 2, 64, 65, LINE_FRAMES_MOST };
    struct line_frame in[LINE_FRAMES_MOST + 1], out[LINE_FRAMES_MOST + 1];
    char names[LINE_FRAMES_MOST + 1][8];
    struct err e = { 0 };
    for (size_t i = 0; i <= LINE_FRAMES_MOST; i++) {
        snprintf(names[i], sizeof(names[i]), "f%zu", i);
        in[i] = (struct line_frame){ .function = names[i], .file = "/a.c", .line = (uint32_t)i };
    }
    for (size_t d = 0; d < sizeof(depths) / sizeof(*depths); d++) {
        struct folio_lines *l = folio_lines_new(), *got;
        struct text section = { 0 }, runs = { 0 };
        folio_lines_add(l, 0x1234, 0x1235, in, depths[d]);
        folio_lines_put(l, &section, &runs);
        got = folio_lines_take((struct span){ (const uint8_t *)section.s, section.n },
                               (struct span){ NULL, 0 }, &e);
        assert_non_null(got);
        assert_int_equal(folio_lines_at(got, 0x1234, out, LINE_FRAMES_MOST + 1, NULL), depths[d]);
        for (size_t i = 0; i < depths[d]; i++) {
            assert_string_equal(out[i].function, in[i].function);
            assert_int_equal(out[i].line, i);
        }
        assert_int_equal(runs.n, 0);
        folio_lines_free(got);
        folio_lines_free(l);
        text_free(&section);
    }

    struct folio_lines *l = folio_lines_new();
    struct text section = { 0 }, runs = { 0 };
    folio_lines_add(l, 0x1234, 0x1235, in, LINE_FRAMES_MOST + 1); /* a stranger's */
    folio_lines_put(l, &section, &runs);
    assert_null(folio_lines_take((struct span){ (const uint8_t *)section.s, section.n },
                                 (struct span){ NULL, 0 }, &e));
    folio_lines_free(l);
    text_free(&section);
}

/* Of which addresses something is told, and where that ends: runs, a touched place within one, one alone. */
static void test_runs(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr, end;
        uint32_t line;
    } added[] = { { 0x20, 0x28, 2 }, { 0x10, 0x20, 1 }, { 0x14, 0x15, 1 }, { 0x40, 0x41, 3 },
                  { 0x50, 0x58, 4 }, { 0x57, 0x58, 4 }, { 0x10, 0x11, 1 } },
      asked[] = { { 0, 0x10, 0 },         { 0x10, 0x14, 1 }, { 0x13, 0x14, 1 }, { 0x14, 0x20, 1 },
                  { 0x1f, 0x20, 1 },      { 0x20, 0x28, 2 }, { 0x27, 0x28, 2 }, { 0x28, 0x40, 0 },
                  { 0x40, 0x41, 3 },      { 0x41, 0x50, 0 }, { 0x56, 0x57, 4 }, { 0x57, 0x58, 4 },
                  { 0x58, UINT64_MAX, 0 } };
    struct folio_lines *l = folio_lines_new(), *got;
    struct text section = { 0 }, runs = { 0 }, again = { 0 };
    struct err e = { 0 };
    struct line_frame f;
    uint64_t end;
    for (size_t i = 0; i < sizeof(added) / sizeof(*added); i++)
        folio_lines_add(l, added[i].addr, added[i].end,
                        &(struct line_frame){ .function = "f", .file = "/a.c", .line = added[i].line }, 1);
    folio_lines_put(l, &section, &runs);
    struct span lines = { (const uint8_t *)section.s, section.n };
    got = folio_lines_take(lines, (struct span){ (const uint8_t *)runs.s, runs.n }, &e);
    assert_non_null(got);
    for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
        assert_int_equal(folio_lines_at(got, asked[i].addr, &f, 1, &end), asked[i].line != 0);
        assert_int_equal(end, asked[i].end);
        if (asked[i].line)
            assert_int_equal(f.line, asked[i].line);
    }
    section.n = 0;
    folio_lines_put(got, &section, &again);
    assert_int_equal(again.n, runs.n);
    assert_memory_equal(again.s, runs.s, runs.n);
    folio_lines_free(got);
    for (size_t n = 1; n <= runs.n; n++) { /* too short, too long, too far */
        uint8_t wrong[16] = { 0 };
        memcpy(wrong, runs.s, runs.n);
        wrong[n - 1] = n < runs.n ? 0x7f : 0;
        assert_null(folio_lines_take(lines, (struct span){ wrong, n < runs.n ? n : n + 1 }, &e));
        assert_null(folio_lines_take(lines, (struct span){ wrong, runs.n }, &e));
    }
    folio_lines_free(l);
    text_free(&section);
    text_free(&runs);
    text_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_depth), cmocka_unit_test(test_runs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
