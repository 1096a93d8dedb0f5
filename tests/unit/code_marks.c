/* Mapping symbols: of files, of their debug files, of thin images, and what functions of ARM say instead. */
#include "formats/elf/write/code_marks_put.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/elf/write/elf_subset.h"
#include "tests/unit/elf_make.h"

enum { INIT_FOFF = TEXT_FOFF + 0x100 }; /* .init.text is behind .text */

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

static struct span bytes_of(const struct make *m)
{
    return (struct span){ m->bytes, m->n };
}

static struct make arm(bool big, bool debug_file)
{
    struct make m = { .big = big,
                      .machine = EM_ARM,
                      .type = ET_DYN,
                      .debug_file = debug_file,
                      .symtab = { { "f", TEXT_SVMA + 1, 0x20, .type = STT_FUNC, .section = S_TEXT },
                                  { "$d", TEXT_SVMA + 0x18, .section = S_TEXT },
                                  { "$t", TEXT_SVMA, .section = S_TEXT },
                                  { "$t.7", TEXT_SVMA + 8, .section = S_TEXT }, /* says it again */
                                  { "$a", TEXT_SVMA + 0x20, .section = S_TEXT },
                                  { "$x", TEXT_SVMA + 0x28, .section = S_TEXT }, /* of another architecture */
                                  { "$d", TEXT_SVMA + 0x30, .section = S_TEXT } },
                      .dynsym = { { "f", TEXT_SVMA + 1, 0x20, .type = STT_FUNC, .section = S_TEXT },
                                  { "g", TEXT_SVMA + 0x20, 0x10, .type = STT_FUNC, .section = S_TEXT },
                                  { "h", TEXT_SVMA + 0x31, 8, .type = STT_GNU_IFUNC, .section = S_TEXT } } };
    make_elf(&m);
    return m;
}

struct expected {
    uint64_t foff, end;
    char kind;
};

static const struct expected of_symbols[] = {
    { TEXT_FOFF - 1, TEXT_FOFF, 0 },
    { TEXT_FOFF, TEXT_FOFF + 0x18, 't' },
    { TEXT_FOFF + 0x17, TEXT_FOFF + 0x18, 't' },
    { TEXT_FOFF + 0x18, TEXT_FOFF + 0x20, 'd' },
    { TEXT_FOFF + 0x20, TEXT_FOFF + 0x30, 'a' },
    { TEXT_FOFF + 0x30, INIT_FOFF, 'd' }, /* sections do not go on from each other */
    { INIT_FOFF, UINT64_MAX, 0 },
}, of_functions[] = {
    { TEXT_FOFF, TEXT_FOFF + 0x20, 't' },
    { TEXT_FOFF + 0x20, TEXT_FOFF + 0x30, 'a' },
    { TEXT_FOFF + 0x30, INIT_FOFF, 't' },
    { INIT_FOFF, UINT64_MAX, 0 },
};

static void check(struct span file, struct span debug, const struct expected *v, size_t n)
{
    struct code_marks marks = { 0 };
    struct err e = { 0 };
    struct image m;
    uint64_t end;
    assert_true(image_open(&m, file, &e));
    code_marks_read(&marks, &m, debug);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(code_marks_at(&marks, v[i].foff, &end), v[i].kind);
        if (v[i].end)
            assert_int_equal(end, v[i].end);
    }
    code_marks_free(&marks);
    image_close(&m);
}

static void test_read(void **state)
{
    (void)state;
    const struct span none = { NULL, 0 };
    for (int big = 0; big < 2; big++) {
        struct make whole = arm(big, false), debug = arm(big, true), stripped = whole;
        check(bytes_of(&whole), none, of_symbols, COUNT(of_symbols));
        stripped = (struct make){ .big = big, .machine = EM_ARM, .type = ET_DYN };
        memcpy(stripped.dynsym, whole.dynsym, sizeof(whole.dynsym));
        make_elf(&stripped);
        check(bytes_of(&stripped), bytes_of(&debug), of_symbols, COUNT(of_symbols));
        check(bytes_of(&stripped), none, of_functions, COUNT(of_functions));
        struct make other = { .big = big, .machine = EM_S390, .type = ET_DYN };
        memcpy(other.symtab, whole.symtab, sizeof(whole.symtab));
        make_elf(&other);
        check(bytes_of(&other), none, &(struct expected){ TEXT_FOFF + 0x18, UINT64_MAX, 0 }, 1);
    }
}

/* What is kept of a range reads as in the file, also where other ranges are kept before and behind. */
static void test_kept(void **state)
{
    (void)state;
    static const struct elf_range ranges[] = { { TEXT_FOFF + 0x1c, TEXT_FOFF + 0x24 },
                                               { TEXT_FOFF + 4, TEXT_FOFF + 0x10 },
                                               { PLT_FOFF + 0x10, PLT_FOFF + 0x20 },
                                               { TEXT_FOFF + 8, TEXT_FOFF + 0xc } };
    static const struct expected kept[] = {
        { TEXT_FOFF, TEXT_FOFF + 4, 0 },          { TEXT_FOFF + 4, TEXT_FOFF + 0x1c, 't' },
        { TEXT_FOFF + 8, TEXT_FOFF + 0x1c, 't' }, { TEXT_FOFF + 0x1c, TEXT_FOFF + 0x20, 'd' },
        { TEXT_FOFF + 0x20, INIT_FOFF, 'a' },     { PLT_FOFF + 0x10, UINT64_MAX, 0 }
    };
    const struct span none = { NULL, 0 };
    for (int big = 0; big < 2; big++) {
        struct make whole = arm(big, false);
        struct code_marks all = { 0 }, some = { 0 };
        struct code_links unlinked = { 0 };
        struct text image = { 0 }, marked = { 0 }, again = { 0 };
        struct err e = { 0 };
        struct image m;
        assert_true(elf_subset(bytes_of(&whole), ranges, COUNT(ranges), false, &image, &e));
        assert_true(image_open(&m, bytes_of(&whole), &e));
        code_marks_read(&all, &m, none);
        for (size_t i = 0; i < COUNT(ranges); i++)
            code_marks_add_range(&some, &all, ranges[i]);
        assert_true(code_marks_add_to_image(span_of(&image), &some, &unlinked, &marked));
        check(span_of(&marked), none, kept, COUNT(kept));
        assert_true(
            elf_subset(span_of(&marked), ranges, COUNT(ranges), false, &again, &e)); /* a table less */
        assert_int_equal(again.n, image.n);
        assert_memory_equal(again.s, image.s, image.n);
        image_close(&m);
        code_marks_free(&all);
        code_marks_free(&some);
        code_links_free(&unlinked);
        assert_false(code_marks_add_to_image(span_of(&image), &some, &unlinked, &marked));
        text_free(&image);
        text_free(&marked);
        text_free(&again);
    }
}

/* What is asked for from a symbol on that has the bit of Thumb is kept from its code on; of others as it is asked for. */
static void test_bits(void **state)
{
    (void)state;
    for (int thumb = 0; thumb < 2; thumb++) {
        struct make whole = arm(false, false), other = { .machine = EM_S390, .type = ET_DYN };
        make_elf(&other);
        const struct span file = bytes_of(thumb ? &whole : &other);
        static const struct elf_range odd = { TEXT_FOFF + 5, TEXT_FOFF + 0x10 },
                                      even = { TEXT_FOFF + 4, TEXT_FOFF + 0x10 };
        struct text from_odd = { 0 }, from_even = { 0 };
        struct err e = { 0 };
        assert_true(elf_subset(file, &odd, 1, false, &from_odd, &e) &&
                    elf_subset(file, &even, 1, false, &from_even, &e));
        assert_int_equal(from_odd.n == from_even.n && !memcmp(from_odd.s, from_even.s, from_odd.n), thumb);
        text_free(&from_odd);
        text_free(&from_even);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_read), cmocka_unit_test(test_kept),
                                        cmocka_unit_test(test_bits) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
