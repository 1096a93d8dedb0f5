/*
 * pclntab: Go's table of functions as each version of its linker writes it, in files of either class and byte order, at fixed and at
 * any addresses, and with a byte or its end missing. Of two functions, "main.a" and "main.b", 0x20 and 0x30 bytes long.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <elf.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "formats/elf/read/image.h"
#include "formats/elf/go/pclntab.h"

enum {
    TEXT = 0x1000,
    TABLE = 0x2000,
    MODULE = 0x2800,
    RELOCS = 0x3000,
    NAMES = 0x3400,
    SECTIONS = 0x3800,
    SIZE = 0x4000
};
enum { SVMA = 0x400000, TABLE_END = 0x2200 };

struct go_file {
    bool wide, big, anywhere, no_sections;
    uint8_t *p;
    size_t nrelocs;
};

static void put(struct go_file *f, size_t at, unsigned size, uint64_t v)
{
    for (unsigned i = 0; i < size; i++)
        f->p[at + (f->big ? size - 1 - i : i)] = (uint8_t)(v >> 8 * i);
}

static unsigned word(const struct go_file *f)
{
    return f->wide ? 8 : 4;
}

/* An address: in a program that may lie anywhere zero, with a relocation (R_X86_64_RELATIVE) beside. */
static void put_address(struct go_file *f, size_t at, uint64_t v)
{
    const unsigned w = word(f);
    put(f, at, w, f->anywhere ? 0 : v);
    if (!f->anywhere)
        return;
    const size_t r = RELOCS + 3 * w * f->nrelocs++;
    put(f, r, w, SVMA + at);
    put(f, r + w, w, 8);
    put(f, r + 2 * w, w, v);
}

static void put_section(struct go_file *f, unsigned i, uint32_t name, uint32_t type, uint64_t at,
                        uint64_t size)
{
    const unsigned w = word(f);
    const size_t h = SECTIONS + i * (f->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
    put(f, h, 4, name);
    put(f, h + 4, 4, type);
    put(f, h + 8, w, SHF_ALLOC);
    put(f, h + 8 + w, w, SVMA + at);
    put(f, h + 8 + 2 * w, w, at);
    put(f, h + 8 + 3 * w, w, size);
    put(f, h + 8 + 5 * w + 8, w, type == SHT_RELA ? 3 * w : 0);
}

static void put_segment(struct go_file *f, unsigned i, uint32_t flags, uint64_t at, uint64_t size)
{
    const unsigned w = word(f);
    const size_t h = (f->wide ? 64 : 52) + i * (f->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr));
    const size_t rest = h + (f->wide ? 8 : 4);
    put(f, h, 4, PT_LOAD);
    put(f, f->wide ? h + 4 : h + 24, 4, flags);
    put(f, rest, w, at);
    put(f, rest + w, w, SVMA + at);
    put(f, rest + 3 * w, w, size);
    put(f, rest + 4 * w, w, size);
}

static void put_elf(struct go_file *f)
{
    static const char names[] = "\0.text\0.data.rel.ro.gopclntab\0.go.module\0.rela.dyn\0.shstrtab";
    const unsigned w = word(f);
    const bool has = !f->no_sections;
    memcpy(f->p, ELFMAG, SELFMAG);
    f->p[EI_CLASS] = f->wide ? ELFCLASS64 : ELFCLASS32;
    f->p[EI_DATA] = f->big ? ELFDATA2MSB : ELFDATA2LSB;
    f->p[EI_VERSION] = EV_CURRENT;
    put(f, 16, 2, f->anywhere ? ET_DYN : ET_EXEC);
    put(f, 18, 2, EM_NONE);
    put(f, 20, 4, EV_CURRENT);
    put(f, 24 + w, w, f->wide ? 64 : 52);
    put(f, 24 + 2 * w, w, has ? SECTIONS : 0);
    const size_t sizes = 24 + 3 * w + 4;
    put(f, sizes, 2, f->wide ? 64 : 52);
    put(f, sizes + 2, 2, f->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr));
    put(f, sizes + 4, 2, 2);
    put(f, sizes + 6, 2, f->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
    put(f, sizes + 8, 2, has ? 6 : 0);
    put(f, sizes + 10, 2, has ? 5 : 0);
    put_segment(f, 0, PF_R | PF_X, TEXT, 0x1000);
    put_segment(f, 1, PF_R, TABLE, 0x1000);
    if (!has)
        return;
    memcpy(f->p + NAMES, names, sizeof(names));
    put_section(f, 1, 1, SHT_PROGBITS, TEXT, 0x1000);
    put_section(f, 2, 7, SHT_PROGBITS, TABLE, TABLE_END - TABLE);
    put_section(f, 3, 30, SHT_PROGBITS, MODULE, 0x200);
    put_section(f, 4, 41, SHT_RELA, RELOCS, f->nrelocs * 3 * w);
    put_section(f, 5, 51, SHT_STRTAB, NAMES, sizeof(names));
}

/* What stands behind the header: names, the functions and their records. */
static void put_functions(struct go_file *f, bool offsets, size_t functions, size_t records_from,
                          size_t names_from)
{
    static const uint64_t at[] = { 0x40, 0x60, 0x90 };
    const unsigned w = offsets ? 4 : word(f);
    memcpy(f->p + TABLE + names_from + 0x180, "main.a\0main.b", 14);
    for (unsigned i = 0; i < 3; i++) {
        const size_t pair = TABLE + functions + i * 2 * w, record = TABLE + 0x120 + i * 0x20;
        for (unsigned k = 0; k < 2; k++) {
            const size_t to = k ? record : pair;
            if (k && i == 2)
                break;
            if (offsets)
                put(f, to, 4, at[i]);
            else
                put_address(f, to, SVMA + TEXT + at[i]);
        }
        if (i == 2)
            break;
        put(f, pair + w, w, record - TABLE - records_from);
        put(f, record + w, 4, 0x180 + i * 7);
    }
}

static void put_table(struct go_file *f, uint32_t magic, bool text_in_module)
{
    const unsigned w = word(f);
    put(f, TABLE, 4, magic);
    f->p[TABLE + 6] = 1;
    f->p[TABLE + 7] = (uint8_t)w;
    put(f, TABLE + 8, w, 2);
    if (magic == 0xfffffffb) {
        put_functions(f, false, 8 + w, 0, 0);
    } else if (magic == 0xfffffffa) {
        put(f, TABLE + 8 + 2 * w, w, 0x10);
        put(f, TABLE + 8 + 6 * w, w, 0x60);
        put_functions(f, false, 0x60, 0x60, 0x10);
    } else {
        if (!text_in_module)
            put_address(f, TABLE + 8 + 2 * w, SVMA + TEXT);
        put(f, TABLE + 8 + 3 * w, w, 0x10);
        put(f, TABLE + 8 + 7 * w, w, 0x60);
        put_functions(f, true, 0x60, 0x60, 0x10);
    }
    put_address(f, MODULE, SVMA + TABLE);
    put_address(f, MODULE + 22 * w, SVMA + TEXT);
}

/* The bytes in a room of their own size, so that what reads behind them is seen. */
static void read_functions(const uint8_t *p, size_t n, struct symtab *t)
{
    uint8_t *own = mem_new(n, 1);
    struct image m;
    memcpy(own, p, n);
    *t = (struct symtab){ 0 };
    if (image_open(&m, (struct span){ own, n }, NULL)) {
        symtab_seal(t);
        pclntab_add(&m, t);
        symtab_sort(t);
        image_close(&m);
    }
    free(own);
}

static void expect_functions(const struct symtab *t)
{
    assert_int_equal(t->n, 2);
    assert_string_equal(t->v[0].name, "main.a");
    assert_int_equal(t->v[0].start, TEXT + 0x40);
    assert_int_equal(t->v[0].end, TEXT + 0x60);
    assert_string_equal(t->v[1].name, "main.b");
    assert_int_equal(t->v[1].start, TEXT + 0x60);
    assert_int_equal(t->v[1].end, TEXT + 0x90);
}

static const uint32_t magics[] = { 0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1 };

static void test_versions(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        struct go_file f = { .wide = i & 1, .big = i & 2, .anywhere = i & 4, .p = mem_new(SIZE, 1) };
        const uint32_t magic = magics[i >> 4];
        const bool in_module = i & 8 && (magic == 0xfffffff0 || magic == 0xfffffff1);
        struct symtab t;
        put_table(&f, magic, in_module);
        put_elf(&f);
        read_functions(f.p, SIZE, &t);
        expect_functions(&t);
        symtab_free(&t);
        if (!f.anywhere && !in_module) { /* without sections there are neither relocations nor the module */
            f.no_sections = true;
            put_elf(&f);
            read_functions(f.p, SIZE, &t);
            expect_functions(&t);
            symtab_free(&t);
        }
        free(f.p);
    }
}

/* No name that the table does not have, whatever is damaged; and nothing is read outside of the file. */
static void test_damage(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct go_file f = { .wide = i & 1, .big = true, .anywhere = true, .p = mem_new(SIZE, 1) };
        struct symtab t;
        put_table(&f, magics[i >> 1], false);
        put_elf(&f);
        for (size_t at = TABLE; at < TABLE_END; at++)
            for (unsigned flip = 1; flip <= 0xff; flip += 0xfe) {
                f.p[at] ^= (uint8_t)flip;
                read_functions(f.p, SIZE, &t);
                assert_true(t.n <= 2 || t.left_out.kind != ERR_NONE);
                f.p[at] ^= (uint8_t)flip;
                symtab_free(&t);
            }
        for (size_t n = TABLE; n < SIZE; n += 7) {
            read_functions(f.p, n, &t);
            assert_true(t.n <= 2);
            symtab_free(&t);
        }
        free(f.p);
    }
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_versions), cmocka_unit_test(test_damage) };
    return cmocka_run_group_tests(all, NULL, NULL);
}
