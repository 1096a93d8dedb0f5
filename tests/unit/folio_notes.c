/* Notes of people: what --note means, and the bytes of the section, those of strangers, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "archive/folio/folio_notes.h"
#include "core/base/mem.h"
#include "lib/question/folio/note_option.h"

#define S UINT64_C(1000000000)

static void test_option(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        struct folio_note want;
    } rows[] = {
        { "leaf_hot: slow", { .function = "leaf_hot", .file = "", .text = "slow" } },
        { "ns::f(int): a: b", { .function = "ns::f(int)", .file = "", .text = "a: b" } },
        { "f+0x1c: miss",
          { .function = "f", .offset = 0x1c, .has_offset = true, .file = "", .text = "miss" } },
        { "f+0x0: first", { .function = "f", .has_offset = true, .file = "", .text = "first" } },
        { "f+0xyz: x", { .function = "f+0xyz", .file = "", .text = "x" } },
        { "+0x1: x", { .function = "+0x1", .file = "", .text = "x" } },
        { "a b/c.c:12: x", { .function = "", .file = "a b/c.c", .line = 12, .text = "x" } },
        { "c.c:0: x", { .function = "c.c:0", .file = "", .text = "x" } },
        { "c.c:4294967296: x", { .function = "c.c:4294967296", .file = "", .text = "x" } },
        { "1.5,2.25: x", { .function = "", .file = "", .from = 3 * S / 2, .to = 9 * S / 4, .text = "x" } },
        { "1,x: y", { .function = "1,x", .file = "", .text = "y" } },
        { "function=c.c:12: x", { .function = "c.c:12", .file = "", .text = "x" } },
        { "a\\: b: x", { .function = "a: b", .file = "", .text = "x" } },
        { "a\\\\: b", { .function = "a\\", .file = "", .text = "b" } },
        { "a\\\\\\: b: c", { .function = "a\\: b", .file = "", .text = "c" } },
        { "a\\\\:", { .function = "", .file = "", .text = "a\\\\:" } },
        { "a\\\\+0x1: b", { .function = "a\\", .offset = 1, .has_offset = true, .file = "", .text = "b" } },
        { "C:\\\\d\\a.c:1: b", { .function = "", .file = "C:\\d\\a.c", .line = 1, .text = "b" } },
        { "A\\B: x", { .function = "A\\B", .file = "", .text = "x" } },
        { "all of it", { .function = "", .file = "", .text = "all of it" } },
        { ": a: b", { .function = "", .file = "", .text = "a: b" } },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct names names = { 0 };
        struct folio_note got;
        struct err e = { 0 };
        print_message("'%s'\n", rows[i].value);
        assert_true(note_option_read(rows[i].value, &names, &got, &e));
        assert_string_equal(got.function, rows[i].want.function);
        assert_string_equal(got.file, rows[i].want.file);
        assert_string_equal(got.text, rows[i].want.text);
        assert_int_equal(got.offset, rows[i].want.offset);
        assert_int_equal(got.has_offset, rows[i].want.has_offset);
        assert_int_equal(got.line, rows[i].want.line);
        assert_int_equal(got.from, rows[i].want.from);
        assert_int_equal(got.to, rows[i].want.to);
        arena_names_free(&names);
    }
}

static void test_option_refused(void **state)
{
    (void)state;
    static const char *const values[] = { "", "f: ", ": ", "2,1: x", "0,0: x", "0,0.0: x" };
    for (size_t i = 0; i < COUNT(values); i++) {
        struct names names = { 0 };
        struct folio_note got;
        struct err e = { 0 };
        print_message("'%s'\n", values[i]);
        assert_false(note_option_read(values[i], &names, &got, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
        arena_names_free(&names);
    }
}

static struct span span_of(const char *bytes, size_t n)
{
    return (struct span){ (const uint8_t *)bytes, n };
}

static void test_there_and_back(void **state)
{
    (void)state;
    struct folio_notes notes = { 0 }, again = { 0 };
    struct text bytes = { 0 }, twice = { 0 };
    struct err e = { 0 };
    folio_notes_add(
        &notes, &(struct folio_note){ .capture = 2, .function = "f \x1b%", .text = "\xe2\x80\xae\n\xff" });
    folio_notes_add(&notes, &(struct folio_note){ .file = "a.c", .line = UINT32_MAX, .text = "t" });
    folio_notes_add(&notes, &(struct folio_note){ .from = 0, .to = UINT64_MAX, .text = "t" });
    folio_notes_add(&notes, &(struct folio_note){ .function = "f", .has_offset = true, .text = "t" });
    folio_notes_put(&notes, &bytes);
    assert_true(folio_notes_take(span_of(bytes.s, bytes.n), 3, &again, &e));
    assert_int_equal(again.n, 4);
    assert_string_equal(again.v[0].text, "\xe2\x80\xae\n\xff");
    assert_true(again.v[3].has_offset);
    folio_notes_put(&again, &twice);
    assert_int_equal(twice.n, bytes.n);
    assert_memory_equal(twice.s, bytes.s, bytes.n);
    folio_notes_free(&notes);
    folio_notes_free(&again);
    text_free(&bytes);
    text_free(&twice);
}

static void test_sections_of_strangers(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n; /* notes; SIZE_MAX: they are refused */
    } rows[] = {
        { "", 0 },
        { "note text=a|", 1 },
        { "note text=a later=1|remark x=1|", 1 },
        { "note text=a", SIZE_MAX },
        { "note|", SIZE_MAX },
        { "note text=|", SIZE_MAX },
        { "note text=%00|", SIZE_MAX },
        { "note text=%0|", SIZE_MAX },
        { "note capture=1 text=a|", SIZE_MAX },
        { "note capture=4294967296 text=a|", SIZE_MAX },
        { "note function=f file=a line=1 text=a|", SIZE_MAX },
        { "note function=f to=1 text=a|", SIZE_MAX },
        { "note offset=0x1 text=a|", SIZE_MAX },
        { "note line=1 text=a|", SIZE_MAX },
        { "note file=a text=a|", SIZE_MAX },
        { "note file=a line=4294967296 text=a|", SIZE_MAX },
        { "note from=2 to=1 text=a|", SIZE_MAX },
        { "note from=2 text=a|", SIZE_MAX },
        { "note to=18446744073709551616 text=a|", SIZE_MAX },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct folio_notes notes = { 0 };
        struct err e = { 0 };
        const size_t n = strlen(rows[i].bytes);
        char *bytes = mem_copy(rows[i].bytes, n);
        for (size_t k = 0; k < n; k++)
            if (bytes[k] == '|')
                bytes[k] = 0;
        print_message("'%s'\n", rows[i].bytes);
        const bool ok = folio_notes_take(span_of(bytes, n), 1, &notes, &e);
        assert_int_equal(ok, rows[i].n != SIZE_MAX);
        assert_int_equal(e.kind == ERR_NONE, ok);
        if (ok)
            assert_int_equal(notes.n, rows[i].n);
        folio_notes_free(&notes);
        free(bytes);
    }
}

static void test_limits(void **state)
{
    (void)state;
    static const char note[] = "note text=a";
    struct text many = { 0 }, longest = { 0 };
    struct folio_notes notes = { 0 };
    struct err e = { 0 };
    for (int i = 0; i < FOLIO_NOTES_MOST; i++)
        text_add_n(&many, note, sizeof(note));
    assert_true(folio_notes_take(span_of(many.s, many.n), 1, &notes, &e));
    assert_int_equal(notes.n, FOLIO_NOTES_MOST);
    folio_notes_free(&notes);
    text_add_n(&many, note, sizeof(note));
    assert_false(folio_notes_take(span_of(many.s, many.n), 1, &notes, &e));
    assert_int_equal(e.kind, ERR_UNSUPPORTED);
    folio_notes_free(&notes);
    text_char(&longest, 'x', FOLIO_NOTE_TEXT_MOST);
    e = (struct err){ 0 };
    assert_true(folio_note_check(&(struct folio_note){ .function = "", .file = "", .text = longest.s }, &e));
    text_char(&longest, 'x', 1);
    assert_false(
        folio_note_check(&(struct folio_note){ .function = longest.s, .file = "", .text = "a" }, &e));
    text_free(&many);
    text_free(&longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_option),         cmocka_unit_test(test_option_refused),
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_sections_of_strangers),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
