/* The ELF file that objdump is given, read back by libelf: each piece of code is a section at its address, and each mark a
   mapping symbol at the beginning of its section, for both orders and sizes. */
#include "formats/disasm/objdump.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "formats/elf/read/image.h"

/* The name of the mapping symbol of a section; "": it has none. */
static const char *mark_of(struct image *m, unsigned section, uint64_t addr)
{
    GElf_Shdr h;
    Elf_Scn *s = NULL;
    const char *found = "";
    while ((s = elf_nextscn(m->elf, s)) != NULL) {
        if (!gelf_getshdr(s, &h) || h.sh_type != SHT_SYMTAB)
            continue;
        Elf_Data *data = elf_getdata(s, NULL);
        GElf_Sym sym;
        for (int i = 1; gelf_getsym(data, i, &sym); i++)
            if (sym.st_shndx == section) {
                assert_int_equal(sym.st_value, addr);
                assert_int_equal(GELF_ST_BIND(sym.st_info), STB_LOCAL);
                found = elf_strptr(m->elf, h.sh_link, sym.st_name);
            }
    }
    return found;
}

static void test_read_back(void **state)
{
    (void)state;
    static const struct {
        const char *arch;
        int bits;
        enum byte_order order;
        char marks[2];
    } rows[] = {
        { "x86_64", 64, ORDER_LITTLE, { 0, 0 } },    { "parisc", 32, ORDER_BIG, { 0, 0 } },
        { "s390", 64, ORDER_BIG, { 0, 0 } },         { "arm", 32, ORDER_LITTLE, { 'a', 't' } },
        { "arm", 32, ORDER_BIG, { 't', 0 } },        { "aarch64", 64, ORDER_LITTLE, { 'x', 'd' } },
        { "riscv64", 64, ORDER_LITTLE, { 0, 'x' } },
    };
    static const uint8_t code[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct arch *a = arch_by_name(rows[i].arch, rows[i].bits, rows[i].order);
        const struct code_piece pieces[] = { { a, { code, 8 }, 0x10000, rows[i].marks[0] },
                                             { a, { code + 4, 4 }, 0x7fff0000, rows[i].marks[1] } };
        struct text t = { 0 };
        struct image m;
        assert_non_null(a);
        objdump_elf_put(a, pieces, 2, &t);
        assert_true(image_open(&m, (struct span){ (const uint8_t *)t.s, t.n }, NULL));
        assert_int_equal(m.ehdr.e_machine, a->machine);
        assert_int_equal(m.ehdr.e_ident[EI_CLASS], a->bits == 64 ? ELFCLASS64 : ELFCLASS32);
        assert_int_equal(m.ehdr.e_ident[EI_DATA], a->order == ORDER_BIG ? ELFDATA2MSB : ELFDATA2LSB);
        for (unsigned k = 0; k < 2; k++) {
            GElf_Shdr h;
            char name[8], mark[3] = "";
            snprintf(name, sizeof(name), "p%u", k);
            if (rows[i].marks[k])
                snprintf(mark, sizeof(mark), "$%c", rows[i].marks[k]);
            assert_non_null(image_find_section(&m, name, &h, NULL));
            assert_int_equal(h.sh_addr, pieces[k].addr);
            assert_int_equal(h.sh_flags, SHF_ALLOC | SHF_EXECINSTR);
            const struct span bytes = image_section_bytes(&m, &h);
            assert_int_equal(bytes.n, pieces[k].bytes.n);
            assert_memory_equal(bytes.p, pieces[k].bytes.p, bytes.n);
            assert_string_equal(mark_of(&m, k + 1, pieces[k].addr), mark);
        }
        image_close(&m);
        text_free(&t);
    }
}

/* A mark that is no small letter has no name. */
static void test_other_mark(void **state)
{
    (void)state;
    static const char marks[] = { 'A', '~', '_', 1 };
    const struct arch *a = arch_by_name("arm", 32, ORDER_LITTLE);
    for (size_t i = 0; i < COUNT(marks); i++) {
        const struct code_piece p = { a, { (const uint8_t *)"code", 4 }, 0x1000, marks[i] };
        struct text t = { 0 };
        struct image m;
        objdump_elf_put(a, &p, 1, &t);
        assert_true(image_open(&m, (struct span){ (const uint8_t *)t.s, t.n }, NULL));
        assert_string_equal(mark_of(&m, 1, 0x1000), "");
        image_close(&m);
        text_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_read_back), cmocka_unit_test(test_other_mark) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
