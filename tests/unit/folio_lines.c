/* What a folio has of the source: as many frames of one address as are looked for, and not one more. */
#include "archive/folio/folio_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/file/md5.h"
#include "core/base/mem.h"

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
        folio_lines_add(l, 0x1234, in, depths[d]);
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
    folio_lines_add(l, 0x1234, in, LINE_FRAMES_MOST + 1); /* a stranger's */
    folio_lines_put(l, &section, &runs);
    assert_null(folio_lines_take((struct span){ (const uint8_t *)section.s, section.n },
                                 (struct span){ NULL, 0 }, &e));
    folio_lines_free(l);
    text_free(&section);
}

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

/* Of which addresses something is told, and where that ends: runs that overlap and that go on from each other,
   places in them and outside. */
static void test_runs(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr, end;
        uint32_t line;
    } runs[] = { { 0x20, 0x28, 2 }, { 0x18, 0x20, 1 }, { 0x10, 0x18, 1 }, { 0x50, 0x58, 4 },
                 { 0x14, 0x16, 1 }, { 0x50, 0x58, 4 }, { 0x58, 0x59, 2 } },
      touched[] = { { 0x14, 0, 1 }, { 0x40, 0, 3 }, { 0x57, 0, 4 } },
      asked[] = { { 0, 0x10, 0 },    { 0x10, 0x20, 1 }, { 0x14, 0x20, 1 }, { 0x1f, 0x20, 1 },
                  { 0x20, 0x28, 2 }, { 0x27, 0x28, 2 }, { 0x28, 0x40, 0 }, { 0x40, 0x41, 3 },
                  { 0x41, 0x50, 0 }, { 0x57, 0x58, 4 }, { 0x58, 0x59, 2 }, { 0x59, UINT64_MAX, 0 } };
    struct text section[2] = { 0 }, of_runs[2] = { 0 };
    struct err e = { 0 };
    struct line_frame f[2];
    uint64_t end;
    for (int back = 0; back < 2; back++) { /* their order does not matter */
        struct folio_lines *l = folio_lines_new();
        for (size_t i = 0; i < COUNT(runs); i++) {
            size_t at = back ? COUNT(runs) - 1 - i : i;
            folio_lines_add_run(
                l, runs[at].addr, runs[at].end,
                (struct line_frame[]){ { .function = "g", .file = "/b.c", .line = runs[at].line },
                                       { .function = "f", .file = "/a.c", .line = 9 } },
                2);
        }
        for (size_t i = 0; i < COUNT(touched); i++)
            folio_lines_add(l, touched[i].addr,
                            &(struct line_frame){ .function = "f", .line = touched[i].line }, 1);
        folio_lines_put(l, &section[back], &of_runs[back]);
        folio_lines_free(l);
    }
    assert_int_equal(of_runs[0].n, of_runs[1].n);
    assert_memory_equal(of_runs[0].s, of_runs[1].s, of_runs[0].n);
    assert_int_equal(section[0].n, section[1].n);
    assert_memory_equal(section[0].s, section[1].s, section[0].n);

    struct folio_lines *got = folio_lines_take(span_of(&section[0]), span_of(&of_runs[0]), &e);
    assert_non_null(got);
    for (size_t i = 0; i < COUNT(asked); i++) {
        bool alone = asked[i].addr == 0x40;
        assert_int_equal(folio_lines_at(got, asked[i].addr, f, 2, &end), asked[i].line ? (alone ? 1 : 2) : 0);
        assert_int_equal(end, asked[i].end);
        if (asked[i].line)
            assert_int_equal(f[0].line, asked[i].line);
        if (asked[i].line && !alone)
            assert_string_equal(f[1].function, "f");
    }
    folio_lines_free(got);

    got = folio_lines_take(span_of(&section[0]), (struct span){ NULL, 0 }, &e); /* as readers of before did */
    assert_non_null(got);
    assert_int_equal(folio_lines_at(got, 0x14, f, 2, &end), 1);
    assert_int_equal(folio_lines_at(got, 0x15, f, 2, &end), 0);
    folio_lines_free(got);

    for (size_t n = 0; n < of_runs[0].n; n++) { /* too short, or with a number that cannot be */
        uint8_t *cut = (uint8_t *)mem_copy(of_runs[0].s, n);
        assert_true(!n || !folio_lines_take(span_of(&section[0]), (struct span){ cut, n }, &e));
        free(cut);
        char was = of_runs[0].s[n];
        of_runs[0].s[n] = 0x7f;
        folio_lines_free(folio_lines_take(span_of(&section[0]), span_of(&of_runs[0]), &e));
        of_runs[0].s[n] = was;
    }
    for (int back = 0; back < 2; back++) {
        text_free(&section[back]);
        text_free(&of_runs[back]);
    }
}

/* The MD5 of files come back, but for one that units differ about, and that a text is of another version. */
static void test_files(void **state)
{
    static const uint8_t one[MD5_BYTES] = "0123456789abcdef", two[MD5_BYTES] = "ABCDEFGHIJKLMNOP";
    static const struct line_frame in[] = { { .file = "/b.c", .line = 1, .md5 = one },
                                            { .file = "/a.c", .line = 2, .md5 = two },
                                            { .file = "/c.h", .line = 3, .md5 = one },
                                            { .file = "/c.h", .line = 4, .md5 = two },
                                            { .file = "/d.c", .line = 5 } };
    struct text section[2] = { { 0 } }, runs = { 0 };
    struct err e = { 0 };
    (void)state;
    for (int back = 0; back < 2; back++) {
        struct folio_lines *l = folio_lines_new(), *again = folio_lines_new();
        for (size_t i = 0; i < COUNT(in); i++) {
            const size_t at = back ? COUNT(in) - 1 - i : i;
            folio_lines_add(l, at, &in[at], 1);
        }
        folio_lines_add_text(l, "/b.c", 1, "b", 1);
        folio_lines_add_text(again, "/d.c", 5, "d", 1);
        folio_lines_add_other_version(again, "/d.c");
        folio_lines_add_texts(l, again);
        folio_lines_put(l, &section[back], &runs);
        folio_lines_free(l);
        folio_lines_free(again);
    }
    assert_int_equal(section[0].n, section[1].n);
    assert_memory_equal(section[0].s, section[1].s, section[0].n);
    struct folio_lines *got = folio_lines_take(span_of(&section[0]), (struct span){ NULL, 0 }, &e);
    assert_non_null(got);
    for (size_t i = 0; i < COUNT(in); i++) {
        struct line_frame f = { 0 };
        assert_int_equal(folio_lines_at(got, i, &f, 1, NULL), 1);
        assert_string_equal(f.file, in[i].file);
        assert_int_equal(f.md5 != NULL, i < 2);
        if (f.md5)
            assert_memory_equal(f.md5, in[i].md5, MD5_BYTES);
        assert_int_equal(f.other_text, i == 4);
        assert_int_equal(f.text != NULL, i == 0 || i == 4);
    }
    folio_lines_free(got);
    for (size_t n = 0; n < section[0].n; n++) { /* cut off; without files at all it is whole */
        got =
            folio_lines_take((struct span){ (const uint8_t *)section[0].s, n }, (struct span){ NULL, 0 }, &e);
        if (got)
            assert_int_equal(section[0].n - n, 1 + 2 * (2 + MD5_BYTES) + 2);
        folio_lines_free(got);
    }
    for (int i = 0; i < 2; i++)
        text_free(&section[i]);
}

/* A section by its parts, in their order; NULL: as in the whole one. */
struct parts {
    const char *texts, *places, *counts, *functions, *files, *lines, *columns, *sources, *facts;
};

/* Parts with their lengths, as they may have zeros. */
#define PART(s) s "\xff\xfe"

static void add_part(struct text *t, const char *part, const char *whole)
{
    const char *p = part ? part : whole;
    while (memcmp(p, "\xff\xfe", 2) != 0)
        text_char(t, *p++, 1);
}

/* Numbers that cannot be, each alone in a section that is sound otherwise. */
static void test_invalid(void **state)
{
    (void)state;
    static const struct parts whole = { PART("\2f\0/a\0"), PART("\2\20\4"),   PART("\1\1"),
                                        PART("\1\0"),      PART("\2\2"),      PART("\5\6"),
                                        PART("\0\1"),      PART("\1\2\5x\0"), PART("\1\2\2") };
    static const struct {
        struct parts p;
        bool ok;
    } rows[] = {
        { { .texts = NULL }, true },
        { { .facts = PART("") }, true },          /* as folios of before are */
        { { .texts = PART("\2f\0f\0") }, false }, /* a text twice */
        { { .texts = PART("\x7f"
                          "f\0/a\0") },
          false },                                /* more texts than bytes */
        { { .places = PART("\2\20\0") }, false }, /* an address twice */
        { { .places = PART("\2\0\4") }, true },
        { { .places = PART("\2\20\377\377\377\377\377\377\377\377\377\1") },
          false }, /* behind the last address */
        { { .places = PART("\177\20\4") }, false },
        { { .counts = PART("\1\0") }, false },         /* no frame */
        { { .counts = PART("\1\200\200\1") }, false }, /* too many */
        { { .functions = PART("\1\3") }, false },      /* no such text */
        { { .files = PART("\3\1") }, false },
        { { .lines = PART("\5\200\200\200\200\20") }, false }, /* of more than 32 bits */
        { { .lines = PART("\5\377\377\377\377\17") }, true },
        { { .columns = PART("\0\200\200\200\200\20") }, false },
        { { .sources = PART("\1\0\5x\0") }, false }, /* of no file */
        { { .sources = PART("\1\3\5x\0") }, false },
        { { .sources = PART("\1\2\200\200\200\200\20x\0") }, false },
        { { .sources = PART("\2\2\2\5\5x\0y\0") }, false }, /* a line twice */
        { { .sources = PART("\2\2\2\5\6x\0y\0") }, true },
        { { .sources = PART("\177\2\5x\0") }, false },
        { { .facts = PART("\1\0\2") }, false },
        { { .facts = PART("\1\3\2") }, false },
        { { .facts = PART("\1\2\0") }, false },     /* nothing is known */
        { { .facts = PART("\1\2\177") }, false },   /* a fact that there is not */
        { { .facts = PART("\2\2\2\2\2") }, false }, /* a file twice */
        { { .facts = PART("\2\1\2\2\2") }, true },
        { { .facts = PART("\1\2\1md5") }, false },
        { { .facts = PART("\177\2\2") }, false },
        { { .facts = PART("\1\2\2\0") }, false }, /* bytes behind the end */
    };
    size_t bad = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct parts *p = &rows[i].p;
        struct text t = { 0 };
        struct err e = { 0 };
        add_part(&t, p->texts, whole.texts);
        add_part(&t, p->places, whole.places);
        add_part(&t, p->counts, whole.counts);
        add_part(&t, p->functions, whole.functions);
        add_part(&t, p->files, whole.files);
        add_part(&t, p->lines, whole.lines);
        add_part(&t, p->columns, whole.columns);
        add_part(&t, p->sources, whole.sources);
        add_part(&t, p->facts, whole.facts);
        struct folio_lines *got = folio_lines_take(span_of(&t), (struct span){ NULL, 0 }, &e);
        if ((got != NULL) != rows[i].ok || (e.kind == ERR_FORMAT) == rows[i].ok) {
            print_error("row %zu: %s\n", i, e.msg);
            bad++;
        }
        folio_lines_free(got);
        text_free(&t);
    }
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_depth), cmocka_unit_test(test_runs),
                                        cmocka_unit_test(test_files), cmocka_unit_test(test_invalid) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
