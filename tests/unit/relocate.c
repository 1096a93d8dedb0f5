/*
 * relocate: the relocations of .debug_info in unlinked files by hand: each row is a machine, the relocations, and what they make of the
 * bytes. Symbol 1 is undefined, 2 is absolute, 3 is 0x10 in .text, 4 is 0x20 in a section that is not loaded, 5 in one that the mapped file
 * calls otherwise, 6 in one that does not exist.
 */
#include "formats/elf/dwarf/line_program.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "tests/unit/perf_make.h"

enum { TEXT = 1, INFO, RELOCS, SYMBOLS, STRINGS, NAMES, NOTE, RENAMED, SECTIONS, BYTES = 16, MOST = 3 };
enum { TEXT_AT = 0x40, TEXT_SIZE = 0x40 };

struct reloc_of {
    uint64_t offset, type, symbol;
    int64_t addend;
};

struct case_of {
    uint16_t machine;
    bool wide, big, rel;
    struct reloc_of relocs[MOST]; /* a type of 0 ends */
    uint8_t before[BYTES], after[BYTES];
    enum damage { SOUND, OTHER_TABLE, NOT_RELOCS, NO_SYMBOLS, TOO_LARGE, OTHER_SECTION } damage;
};

static void put_section(struct bytes *b, bool wide, uint64_t name, uint32_t type, uint64_t flags, uint64_t at,
                        uint64_t size, uint32_t link, uint32_t info, uint64_t each)
{
    const unsigned word = wide ? 8 : 4;
    put(b, 4, name);
    put(b, 4, type);
    put(b, word, flags);
    put(b, word, 0);
    put(b, word, at);
    put(b, word, size);
    put(b, 4, link);
    put(b, 4, info);
    put(b, word, 1);
    put(b, word, each);
}

static void put_symbol(struct bytes *b, bool wide, uint64_t value, uint16_t section)
{
    put(b, 4, 0);
    if (!wide) {
        put(b, 4, value);
        put(b, 4, 0);
    }
    put(b, 2, 0);
    put(b, 2, section);
    if (wide) {
        put(b, 8, value);
        put(b, 8, 0);
    }
}

/* The file; .text begins `shift` bytes later than TEXT_AT, and section RENAMED has the name that is asked for. */
static struct bytes make(const struct case_of *c, unsigned shift, const char *renamed)
{
    struct bytes b = { .order = c->big ? ORDER_BIG : ORDER_LITTLE };
    const unsigned word = c->wide ? 8 : 4, head = c->wide ? 64 : 52;
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', c->wide ? 2 : 1, c->big ? 2 : 1, 1 };
    put_raw(&b, ident, sizeof(ident));
    put_fields(&b, (const struct field[]){ U16(ET_REL), U16(c->machine), U32(1), { 0, 0, NULL } });
    put(&b, word, 0);
    put(&b, word, 0);
    const size_t table_at = b.n;
    put(&b, word, 0); /* filled in below */
    put_fields(&b, (const struct field[]){ U32(0),
                                           U16(head),
                                           U16(0),
                                           U16(0),
                                           U16(c->wide ? 64 : 40),
                                           U16(SECTIONS),
                                           U16(NAMES),
                                           { 0, 0, NULL } });
    while (b.n < TEXT_AT + shift + TEXT_SIZE)
        put(&b, 1, 0);
    const size_t info = b.n;
    put_raw(&b, c->before, BYTES);
    const size_t relocs = b.n;
    for (const struct reloc_of *r = c->relocs; r < c->relocs + MOST && r->type; r++) {
        put(&b, word, r->offset);
        put(&b, word, c->wide ? r->symbol << 32 | r->type : r->symbol << 8 | r->type);
        if (!c->rel)
            put(&b, word, (uint64_t)r->addend);
    }
    const size_t symbols = b.n;
    put_symbol(&b, c->wide, 0, 0);
    put_symbol(&b, c->wide, 0x1, SHN_UNDEF);
    put_symbol(&b, c->wide, 0x2, SHN_ABS);
    put_symbol(&b, c->wide, 0x10, TEXT);
    put_symbol(&b, c->wide, 0x20, NOTE);
    put_symbol(&b, c->wide, 0x30, RENAMED);
    put_symbol(&b, c->wide, 0x40, SECTIONS + 1);
    const size_t names = b.n;
    static const char text[] = "\0.text\0.debug_info\0.relocs\0.symtab\0.strtab\0.note";
    put_raw(&b, text, sizeof(text));
    put_raw(&b, renamed, strlen(renamed) + 1);
    const size_t end = b.n;
    const unsigned each = word * (c->rel ? 2 : 3);
    uint32_t type = c->rel ? SHT_REL : SHT_RELA;
    if (c->damage == NOT_RELOCS)
        type = SHT_PROGBITS;
    const uint64_t size = c->damage == TOO_LARGE ? UINT32_MAX : symbols - relocs;
    put_section(&b, c->wide, 0, 0, 0, 0, 0, 0, 0, 0);
    put_section(&b, c->wide, 1, SHT_PROGBITS, SHF_ALLOC, TEXT_AT + shift, TEXT_SIZE, 0, 0, 0);
    put_section(&b, c->wide, 7, SHT_PROGBITS, 0, info, BYTES, 0, 0, 0);
    put_section(&b, c->wide, 19, type, 0, relocs, size, c->damage == OTHER_TABLE ? STRINGS : SYMBOLS,
                c->damage == OTHER_SECTION ? TEXT : INFO, each);
    put_section(&b, c->wide, c->damage == NO_SYMBOLS ? 0 : 27, SHT_SYMTAB, 0, symbols, names - symbols,
                STRINGS, 0, c->wide ? 24 : 16);
    put_section(&b, c->wide, 35, SHT_STRTAB, 0, names, 1, 0, 0, 0);
    put_section(&b, c->wide, 35, SHT_STRTAB, 0, names, end - names, 0, 0, 0);
    put_section(&b, c->wide, 43, SHT_PROGBITS, 0, TEXT_AT + shift, 0x10, 0, 0, 0);
    put_section(&b, c->wide, sizeof(text), SHT_PROGBITS, SHF_ALLOC, TEXT_AT + shift, 0x10, 0, 0, 0);
    uint8_t at[8];
    for (unsigned i = 0; i < word; i++)
        at[c->big ? word - 1 - i : i] = (uint8_t)((uint64_t)end >> 8 * i);
    memcpy(b.p + table_at, at, word);
    return b;
}

#define WIDE       true, false, false
#define WIDE_BE    true, true, false
#define NARROW_REL false, false, true

static const struct case_of cases[] = {
    /* .text lies at 0x140 of the mapped file */
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 0 }, { [8] = 0x54, 0x01 }, SOUND },
    { EM_X86_64,
      WIDE,
      { { 8, 10, 3, 4 }, { 0, 11, 3, -4 } },
      { [12] = 7 },
      { [0] = 0x4c, 0x01, [8] = 0x54, 0x01, [12] = 7 },
      SOUND },
    { EM_S390,
      WIDE_BE,
      { { 0, 22, 3, 4 }, { 12, 4, 3, 0 } },
      { 0 },
      { [6] = 0x01, 0x54, [14] = 0x01, 0x50 },
      SOUND },
    /* the addend is in place */
    { EM_386, NARROW_REL, { { 4, 1, 3, 0 } }, { [4] = 8 }, { [4] = 0x58, 0x01 }, SOUND },
    /* a difference of two symbols, in two relocations */
    { EM_RISCV, WIDE, { { 0, 35, 3, 2 }, { 0, 39, 2, 0 } }, { 0x10 }, { 0x60, 0x01 }, SOUND },
    { EM_RISCV,
      WIDE,
      { { 0, 33, 2, 1 }, { 2, 34, 2, 1 }, { 8, 40, 2, 0 } },
      { 1, 0, 1, 0 },
      { 4, 0, 4, 0, [8] = 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
      SOUND },
    /* symbols that are in no section that is mapped */
    { EM_X86_64,
      WIDE,
      { { 0, 10, 1, 0 }, { 4, 10, 2, 0 }, { 8, 10, 4, 0 } },
      { 0 },
      { [0] = 1, [4] = 2, [8] = 0x20 },
      SOUND },
    { EM_X86_64, WIDE, { { 0, 10, 5, 0 }, { 4, 10, 6, 0 } }, { 0 }, { [0] = 0x30, [4] = 0x40 }, SOUND },
    /* what is unknown, or outside, is left alone */
    { EM_X86_64,
      WIDE,
      { { 0, 2, 3, 0 }, { 9, 1, 3, 0 }, { UINT64_MAX, 10, 3, 0 } },
      { 1, 2, 3 },
      { 1, 2, 3 },
      SOUND },
    { EM_X86_64,
      WIDE,
      { { 0, 10, 99, 0 }, { 4, 10, 0x80000000, 0 }, { 8, 10, 3, 0 } },
      { 1 },
      { 1, [8] = 0x50, 0x01 },
      SOUND },
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, OTHER_TABLE },
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, NOT_RELOCS },
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, NO_SYMBOLS },
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, TOO_LARGE },
    { EM_X86_64, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, OTHER_SECTION },
    { EM_XTENSA, NARROW_REL, { { 4, 99, 3, 0 } }, { [4] = 8 }, { [4] = 8 }, SOUND },
    { 0x7777, WIDE, { { 8, 1, 3, 4 } }, { 9 }, { 9 }, SOUND }, /* no such machine */
};

static void test_relocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct case_of *c = &cases[i];
        struct bytes own = make(c, 0, ".init.text"), there = make(c, 0x100, ".exit.text");
        struct image m, mapped;
        struct err e = { 0 };
        assert_true(image_open(&m, (struct span){ own.p, own.n }, &e));
        assert_true(image_open(&mapped, (struct span){ there.p, there.n }, &e));
        struct debug_sections d = { .order = m.order };
        debug_sections_find(&d, &m, "");
        assert_int_equal(d.of[DEBUG_INFO].n, BYTES);
        relocate_debug_sections(&d, &m, &mapped);
        assert_memory_equal(d.of[DEBUG_INFO].p, c->after, BYTES);
        assert_memory_equal(own.p + TEXT_AT + TEXT_SIZE, c->before, BYTES); /* the file is as it was */
        debug_sections_close(&d);
        image_close(&mapped);
        image_close(&m);
        free(own.p);
        free(there.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_relocations) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
