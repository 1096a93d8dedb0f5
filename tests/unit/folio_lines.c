/* What a folio has of the source: as many frames of one address as are looked for, and not one more. */
#include "archive/folio/folio_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
        struct text section = { 0 };
        folio_lines_add(l, 0x1234, in, depths[d]);
        folio_lines_put(l, &section);
        got = folio_lines_take((struct span){ (const uint8_t *)section.s, section.n }, &e);
        assert_non_null(got);
        assert_int_equal(folio_lines_at(got, 0x1234, out, LINE_FRAMES_MOST + 1), depths[d]);
        for (size_t i = 0; i < depths[d]; i++) {
            assert_string_equal(out[i].function, in[i].function);
            assert_int_equal(out[i].line, i);
        }
        folio_lines_free(got);
        folio_lines_free(l);
        text_free(&section);
    }

    struct folio_lines *l = folio_lines_new();
    struct text section = { 0 };
    folio_lines_add(l, 0x1234, in, LINE_FRAMES_MOST + 1); /* a stranger's */
    folio_lines_put(l, &section);
    assert_null(folio_lines_take((struct span){ (const uint8_t *)section.s, section.n }, &e));
    folio_lines_free(l);
    text_free(&section);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_depth) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
