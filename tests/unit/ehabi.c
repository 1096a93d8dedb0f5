/* The unwind tables of ARM: every instruction (IHI 0038, 10.3), every place where instructions may stand, and
   what is damaged. */
#include "formats/elf/unwind/cfi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/rule_text.h"
#include "tests/unit/sections_make.h"

enum { CODE = 0x1000, INDEX = SECTIONS_AT, TABLE = INDEX + 24 };

static uint32_t prel31(uint32_t from, uint32_t to)
{
    return (to - from) & 0x7fffffff;
}

/* A file with two functions, at CODE and CODE + 0x40, and the words that tell of the first: in the index, and
   in the table if they are more. What is behind the second cannot be unwound. */
static struct frame_tables *tables_of(const uint32_t *words, size_t n, bool big, struct make *elf)
{
    struct make index = { .big = big }, table = { .big = big };
    make_add(&index, 4, prel31(INDEX, CODE));
    make_add(&index, 4, n > 1 ? prel31(INDEX + 4, TABLE) : words[0]);
    make_add(&index, 4, prel31(INDEX + 8, CODE + 0x40));
    make_add(&index, 4, 0x80b0b0b0);
    make_add(&index, 4, prel31(INDEX + 16, CODE + 0x80));
    make_add(&index, 4, 1);
    for (size_t i = 0; i < n; i++)
        make_add(&table, 4, words[i]);
    const struct section_of sections[] = { { ".ARM.exidx", SHT_ARM_EXIDX, { index.bytes, index.n } },
                                           { ".ARM.extab", SHT_PROGBITS, { table.bytes, table.n } },
                                           { 0 } };
    *elf = (struct make){ .big = big, .machine = EM_ARM };
    sections_elf(elf, sections);
    return cfi_reader.open((struct span){ elf->bytes, elf->n }, (struct span){ NULL, 0 });
}

static void test_instructions(void **state)
{
    (void)state;
    static const struct {
        uint32_t words[3];
        size_t n;
        const char *rule; /* "": none */
    } rows[] = {
        { { 0x80b0b0b0 }, 1, "ra=14 cfa=r13+0" },
        { { 0x8000b0b0 }, 1, "ra=14 cfa=r13+4" },
        { { 0x803fb0b0 }, 1, "ra=14 cfa=r13+256" },
        { { 0x8041b0b0 }, 1, "ra=14 cfa=r13-8" },
        { { 0x80a8b0b0 }, 1, "ra=14 cfa=r13+8 4=c-8 14=c-4" },
        { { 0x80abb0b0 }, 1, "ra=14 cfa=r13+20 4=c-20 5=c-16 6=c-12 7=c-8 14=c-4" },
        { { 0x80a3b0b0 }, 1, "ra=14 cfa=r13+16 4=c-16 5=c-12 6=c-8 7=c-4" },
        { { 0x808408b0 }, 1, "ra=14 cfa=r13+8 7=c-8 14=c-4" }, /* push {r7, lr} */
        { { 0x808800b0 }, 1, "ra=15 cfa=r13+4 15=c-4" },
        { { 0x808680b0 }, 1, "ra=14 cfa=r13+12 11=c-12 13=c-8 14=c-4" }, /* -mapcs-frame */
        { { 0x808000b0 }, 1, "" },                                       /* refuse */
        { { 0x8097b0b0 }, 1, "ra=14 cfa=r7+0" },
        { { 0x809b4188 },
          1,
          "ra=15 cfa=r11+8 8=c-16 9=c-12 11=c-8 15=c-4" }, /* 88 takes FINISH for its second byte */
        { { 0x80978408 }, 1, "ra=14 cfa=r7+8 7=c-8 14=c-4" },
        { { 0x809db0b0 }, 1, "" },
        { { 0x80a897b0 }, 1, "" }, /* another base behind what was popped from the first */
        { { 0x80b10fb0 }, 1, "ra=14 cfa=r13+16 0=c-16 1=c-12 2=c-8 3=c-4" },
        { { 0x80b100b0 }, 1, "" },
        { { 0x80b201b0 }, 1, "ra=14 cfa=r13+520" },
        { { 0x80b305b0 }, 1, "ra=14 cfa=r13+52" },
        { { 0x80b4b0b0 }, 1, "ra=14 cfa=r13+4" },
        { { 0x80b9b0b0 }, 1, "ra=14 cfa=r13+20" },
        { { 0x80c1b0b0 }, 1, "ra=14 cfa=r13+16" },
        { { 0x80c703b0 }, 1, "ra=14 cfa=r13+8" },
        { { 0x80c81fb0 }, 1, "ra=14 cfa=r13+128" },
        { { 0x80c907b0 }, 1, "ra=14 cfa=r13+64" },
        { { 0x80d0b0b0 }, 1, "ra=14 cfa=r13+8" },
        { { 0x80cab0b0 }, 1, "" },
        { { 0x80b6b0b0 }, 1, "" },
        { { 0x81b0b0b0 }, 1, "" }, /* other models do not stand in the index */
        { { 0x8001a8b0, 0 }, 2, "ra=14 cfa=r13+16 4=c-8 14=c-4" },
        { { 0x8101b100, 0x0fb0b0b0 }, 2, "" }, /* b1 00 */
        { { 0x8101b10f, 0xa8b0b0b0 }, 2, "ra=14 cfa=r13+24 0=c-24 1=c-20 2=c-16 3=c-12 4=c-8 14=c-4" },
        { { 0x8100a8b0, 0 }, 2, "ra=14 cfa=r13+8 4=c-8 14=c-4" },
        { { 0x8201b2ff, 0x7fa8b0b0 }, 2, "ra=14 cfa=r13+66056 4=c-8 14=c-4" },
        { { 0x83b0b0b0, 0 }, 2, "" },
        { { 0x00000100, 0x01a8b0b0, 0x01b0b0b0 }, 3, "ra=14 cfa=r13+8 4=c-8 14=c-4" }, /* a routine's own */
        { { 0x00000100, 0x01010101, 0xa8b0b0b0 }, 3, "ra=14 cfa=r13+32 4=c-8 14=c-4" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        for (unsigned big = 0; big < 2; big++) {
            struct make elf;
            enum unwind_stop why = UNWIND_STOPS;
            struct text text = { 0 };
            struct frame_tables *t = tables_of(rows[i].words, rows[i].n, big, &elf);
            assert_non_null(t);
            struct unwind_rule *r = cfi_reader.rule(t, CODE + 0x3e, &why);
            text_printf(&text, "%08x ", rows[i].words[0]);
            if (r)
                rule_text(&text, r);
            char wanted[128];
            snprintf(wanted, sizeof(wanted), "%08x %s", rows[i].words[0], rows[i].rule);
            assert_string_equal(text.s, wanted);
            if (r) {
                assert_int_equal(r->start, CODE + 1);
                assert_int_equal(r->end, CODE + 0x40);
                assert_int_equal(r->found, UNWIND_BY_EHABI);
            } else {
                assert_int_equal(why, UNWIND_BAD_RULE);
            }
            free(r);
            text_free(&text);
            cfi_reader.close(t);
        }
}

/* What lies before the first function, and behind the last one that can be unwound. */
static void test_index(void **state)
{
    (void)state;
    static const uint32_t word = 0x80b0b0b0;
    static const struct {
        uint64_t at;
        enum unwind_stop why; /* UNWIND_STOPS: there is a rule */
    } rows[] = {
        { CODE - 2, UNWIND_NO_RULE },  { CODE, UNWIND_STOPS },          { CODE + 0x40, UNWIND_STOPS },
        { CODE + 0x7e, UNWIND_STOPS }, { CODE + 0x80, UNWIND_REFUSED }, { CODE + 0x800, UNWIND_REFUSED },
    };
    struct make elf;
    struct frame_tables *t = tables_of(&word, 1, false, &elf);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        enum unwind_stop why;
        struct unwind_rule *r = cfi_reader.rule(t, rows[i].at, &why);
        assert_int_equal(!r, rows[i].why != UNWIND_STOPS);
        if (!r)
            assert_int_equal(why, rows[i].why);
        free(r);
    }
    cfi_reader.close(t);
}

/* Before its first instruction a function has done nothing of what its entry undoes. */
static void test_first_instruction(void **state)
{
    (void)state;
    static const uint32_t word = 0x80a8b0b0;
    static const char *const rules[] = { "ra=14 cfa=r13+0", "ra=14 cfa=r13+8 4=c-8 14=c-4" };
    struct make elf;
    struct frame_tables *t = tables_of(&word, 1, false, &elf);
    for (uint64_t i = 0; i < 2; i++) {
        enum unwind_stop why;
        struct text text = { 0 };
        struct unwind_rule *r = cfi_reader.rule(t, CODE + i, &why);
        assert_non_null(r);
        rule_text(&text, r);
        assert_string_equal(text.s, rules[i]);
        assert_true(r->start == CODE + i && r->end > r->start);
        free(r);
        text_free(&text);
    }
    cfi_reader.close(t);
}

static void test_damaged(void **state)
{
    (void)state;
    static const uint32_t words[] = { 0x8101b10f, 0xa8b0b0b0 };
    struct make elf;
    cfi_reader.close(tables_of(words, 2, false, &elf));
    for (size_t at = SECTIONS_AT; at < SECTIONS_AT + 40; at++) {
        uint8_t was = elf.bytes[at];
        for (unsigned v = 0; v < 256; v++) {
            enum unwind_stop why;
            elf.bytes[at] = (uint8_t)v;
            struct frame_tables *t =
                cfi_reader.open((struct span){ elf.bytes, elf.n }, (struct span){ NULL, 0 });
            for (uint64_t foff = CODE - 2; t && foff < CODE + 0x100; foff += 16)
                free(cfi_reader.rule(t, foff, &why));
            cfi_reader.close(t);
        }
        elf.bytes[at] = was;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_first_instruction),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
