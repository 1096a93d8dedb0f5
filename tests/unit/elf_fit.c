/* What is read of an ELF file that does not fit as a whole: symbols and code as of the whole file, from less and less room, and
   from files that are cut at every byte. */
#include "formats/elf/write/elf_fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/elf/read/image.h"
#include "tests/unit/elf_make.h"

enum { FORMS = 8, AMPLE = 1 << 20 };

static struct make file(int form)
{
    struct make m = { .wide = form & 1,
                      .big = form & 2,
                      .debug_file = form & 4,
                      .machine = EM_S390,
                      .type = ET_DYN,
                      .frames = true,
                      .build_id = "0123456789abcdefghij",
                      .symtab = { { "f", TEXT_SVMA, 16, .type = STT_FUNC, .section = S_TEXT } },
                      .dynsym = { { "puts", 0, 0, .type = STT_FUNC } } };
    make_elf(&m);
    if (!m.debug_file)
        memset(m.bytes + TEXT_FOFF, 0xcc, 0x100);
    return m;
}

/* Reads the first n bytes of a file into `most`. */
static bool fit(const struct make *m, size_t n, uint64_t most, struct span *out, bool *lacks_dwarf,
                struct err *e)
{
    struct file f;
    file_of_bytes(&f, (struct span){ m->bytes, n });
    *e = (struct err){ 0 };
    *out = (struct span){ NULL, 0 };
    const bool ok = elf_fit(&f, most, out, lacks_dwarf, e);
    file_close(&f);
    assert_true(ok == (e->kind == ERR_NONE));
    assert_true(ok == (out->n > 0));
    return ok;
}

static void same_section(struct span whole, struct span fitted, const char *name)
{
    struct image a, b;
    GElf_Shdr of_a, of_b;
    assert_true(image_open(&a, whole, NULL));
    assert_true(image_open(&b, fitted, NULL));
    assert_non_null(image_find_section(&a, name, &of_a, NULL));
    assert_non_null(image_find_section(&b, name, &of_b, NULL));
    const struct span x = image_section_bytes(&a, &of_a), y = image_section_bytes(&b, &of_b);
    assert_int_equal(of_a.sh_type, of_b.sh_type);
    assert_int_equal(x.n, y.n);
    if (x.n)
        assert_memory_equal(x.p, y.p, x.n);
    if (image_is_loaded(&of_a))
        assert_int_equal(of_a.sh_offset, of_b.sh_offset);
    assert_int_equal(a.nloads, b.nloads);
    for (size_t i = 0; i < a.nloads; i++)
        assert_memory_equal(&a.loads[i], &b.loads[i], sizeof(*a.loads));
    image_close(&a);
    image_close(&b);
}

static void test_sections(void **state)
{
    static const char *const names[] = { ".text", ".symtab", ".strtab", ".note.gnu.build-id",
                                         ".debug_frame" };
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        struct span out;
        bool lacks = false;
        struct err e;
        assert_true(fit(&m, m.n, AMPLE, &out, &lacks, &e));
        for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
            same_section((struct span){ m.bytes, m.n }, out, names[i]);
        file_unmap(out);
    }
}

static void test_room(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        bool fitted = false;
        for (uint64_t most = 0; most < MAKE_SIZE; most++) {
            struct span out;
            bool lacks = false;
            struct err e;
            const bool ok = fit(&m, m.n, most, &out, &lacks, &e);
            assert_true(ok || (e.kind == ERR_MEMORY && !fitted)); /* more room is never worse */
            fitted = ok;
            assert_true(out.n <= most);
            file_unmap(out);
        }
        assert_true(fitted);
    }
}

static void test_cut(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        for (size_t n = 0; n < m.n; n++) {
            struct span out;
            bool lacks = false;
            struct err e;
            fit(&m, n, AMPLE, &out, &lacks, &e);
            file_unmap(out);
        }
    }
}

struct listed {
    const char *name;
    uint32_t type, info;
    bool is_read, is_dwarf;
};

enum { LISTED = 20, PART = 16 };

/* By what the readers of formats/elf/ ask for. The last one has the names. */
static const struct listed listed[LISTED] = {
    { "", SHT_NULL, 0, false, false },
    { ".symtab", SHT_SYMTAB, 0, true, false },
    { ".strtab", SHT_STRTAB, 0, true, false },
    { ".gnu_debuglink", SHT_PROGBITS, 0, true, false },
    { ".debug_frame", SHT_PROGBITS, 0, true, false },
    { ".note.gnu.build-id", SHT_NOTE, 0, true, false },
    { ".debug_info", SHT_PROGBITS, 0, true, true },
    { ".zdebug_abbrev", SHT_PROGBITS, 0, true, true },
    { ".debug_info.dwo", SHT_PROGBITS, 0, true, true },
    { ".debug_str_offsets.dwo", SHT_PROGBITS, 0, true, true },
    { ".debug_cu_index", SHT_PROGBITS, 0, true, true },
    { ".debug_tu_index", SHT_PROGBITS, 0, true, true },
    { ".rela.debug_info", SHT_RELA, 6, true, true },
    { ".debug_aranges", SHT_PROGBITS, 0, false, false },
    { ".rela.debug_aranges", SHT_RELA, 13, false, false },
    { ".debug_loclists.dwo", SHT_PROGBITS, 0, false, false },
    { ".gdb_index", SHT_PROGBITS, 0, false, false },
    { ".llvmbc", SHT_PROGBITS, 0, false, false },
    { ".debug_in", SHT_PROGBITS, 0, false, false },
    { ".shstrtab", SHT_STRTAB, 0, true, false },
};

/* A file of these sections, of PART bytes each but the last, none of them loaded. */
static struct make file_of_list(int form)
{
    struct make m = { .wide = form & 1, .big = form & 2 };
    const unsigned word = m.wide ? 8 : 4, each = m.wide ? 64 : 40;
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', m.wide ? 2 : 1, m.big ? 2 : 1, 1 };
    size_t names[LISTED];
    memset(m.bytes + 64, 0x5a, LISTED * PART);
    m.n = 64 + LISTED * PART;
    const size_t first = m.n;
    for (size_t i = 0; i < LISTED; i++) {
        names[i] = m.n - first;
        make_text(&m, listed[i].name);
    }
    const size_t end = m.n, table = (m.n + 7) & ~(size_t)7;
    m.n = table;
    for (size_t i = 0; i < LISTED; i++) {
        const bool is_last = i == LISTED - 1;
        make_add(&m, 4, names[i]);
        make_add(&m, 4, listed[i].type);
        make_add(&m, word, 0);
        make_add(&m, word, 0);
        make_add(&m, word, is_last ? first : 64 + i * PART);
        make_add(&m, word, is_last ? end - first : PART);
        make_add(&m, 4, 0);
        make_add(&m, 4, listed[i].info);
        make_add(&m, word, 1);
        make_add(&m, word, 0);
    }
    memcpy(m.bytes, ident, sizeof(ident));
    make_put(&m, 16, 2, ET_REL);
    make_put(&m, 18, 2, EM_S390);
    make_put(&m, 20, 4, 1);
    make_put(&m, m.wide ? 40 : 32, word, table);
    make_put(&m, m.wide ? 52 : 40, 2, m.wide ? 64 : 52);
    make_put(&m, m.wide ? 58 : 46, 2, each);
    make_put(&m, m.wide ? 60 : 48, 2, LISTED);
    make_put(&m, m.wide ? 62 : 50, 2, LISTED - 1);
    return m;
}

static uint32_t type_of(struct span file, size_t section)
{
    struct image m;
    GElf_Shdr h;
    assert_true(image_open(&m, file, NULL));
    assert_non_null(gelf_getshdr(elf_getscn(m.elf, section), &h));
    image_close(&m);
    return h.sh_type;
}

/* What nothing reads is NOBITS, however much room there is; the others are as in the whole file. DWARF is there as a whole or
   not at all, whatever the room, and never in the place of symbols. */
static void test_groups(void **state)
{
    (void)state;
    for (int form = 0; form < 4; form++) {
        const struct make m = file_of_list(form);
        bool had_all = false, had_none = false;
        for (uint64_t most = 0; most < MAKE_SIZE; most += 8) { /* places are multiples of 16 */
            struct span out;
            bool lacks = false;
            struct err e;
            if (!fit(&m, m.n, most, &out, &lacks, &e))
                continue;
            const bool all = type_of(out, 6) != SHT_NOBITS;
            assert_true(all || !had_all);
            assert_true(lacks != all);
            had_all = had_all || all;
            had_none = had_none || !all;
            for (size_t i = 1; i < LISTED; i++) {
                const bool is_there = listed[i].is_read && (all || !listed[i].is_dwarf);
                assert_int_equal(type_of(out, i), is_there ? listed[i].type : SHT_NOBITS);
                if (is_there)
                    same_section((struct span){ m.bytes, m.n }, out, listed[i].name);
            }
            file_unmap(out);
        }
        assert_true(had_all && had_none);
    }
}

/* A table of sections with entries of another size, or that the file is too short for, is refused before there is memory for
   it. */
static void test_wild_table(void **state)
{
    static const uint64_t each[] = { 0, 39, 41, 65, 65535 };
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct make m = file(form);
        struct span out;
        bool lacks = false;
        struct err e;
        const size_t at = m.wide ? 58 : 46;
        make_put(&m, at + 2, 2, 65000);
        assert_false(fit(&m, m.n, AMPLE, &out, &lacks, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
        for (size_t i = 0; i < sizeof(each) / sizeof(*each); i++) {
            make_put(&m, at, 2, each[i]);
            assert_false(fit(&m, m.n, AMPLE, &out, &lacks, &e));
            assert_int_equal(e.kind, ERR_UNSUPPORTED);
        }
    }
}

/* A file that became shorter after its size was asked for: an error, whatever is missing, and no memory that stays. */
static void test_shortened(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const struct make m = file(form);
        struct span whole;
        bool lacks = false;
        struct err e;
        assert_true(fit(&m, m.n, AMPLE, &whole, &lacks, &e));
        for (size_t n = 0; n <= m.n; n += n + 64 < m.n ? 16 : 1) {
            struct file f;
            struct span out = { NULL, 0 };
            e = (struct err){ 0 };
            assert_true(file_temp(&f, NULL, &e) && file_append(&f, m.bytes, n, &e));
            f.size = m.n;
            if (elf_fit(&f, AMPLE, &out, &lacks, &e)) { /* nothing was missing that is read */
                assert_int_equal(out.n, whole.n);
                assert_memory_equal(out.p, whole.p, whole.n);
                file_unmap(out);
            } else {
                assert_int_equal(e.kind, ERR_FORMAT);
                assert_non_null(strstr(e.msg, "ends in the middle of a header or section"));
                assert_null(out.p);
            }
            file_close(&f);
        }
        file_unmap(whole);
    }
}

/* Headers that say what cannot be: which of them make a file that is refused, and how. */
static void test_wild_headers(void **state)
{
    (void)state;
    enum { SHDR = 64 };
    const struct make of = file_of_list(1); /* 64 bits, little-endian */
    const size_t table = (size_t)load_u64(of.bytes + 40, ORDER_LITTLE), last = table + (LISTED - 1) * SHDR;
    const struct {
        size_t at;
        unsigned size;
        uint64_t value;
        enum err_kind kind;
    } rows[] = {
        { 0, 1, 'F', ERR_MEMORY }, /* no ELF file */
        { EI_DATA, 1, 0, ERR_MEMORY },
        { EI_CLASS, 1, 3, ERR_MEMORY },
        { 60, 2, 0, ERR_UNSUPPORTED },            /* e_shnum */
        { 62, 2, LISTED, ERR_UNSUPPORTED },       /* e_shstrndx */
        { 40, 8, UINT64_MAX, ERR_FORMAT },        /* e_shoff */
        { last + 4, 4, SHT_NOBITS, ERR_FORMAT },  /* names without bytes */
        { last + 24, 8, UINT64_MAX, ERR_FORMAT }, /* names behind the end */
        { last + 32, 8, UINT64_MAX - 8, ERR_FORMAT },
        { last + 32, 8, 0, ERR_FORMAT },
        { 32, 8, UINT64_MAX, ERR_NONE },           /* e_phoff */
        { 56, 2, 0xffff, ERR_NONE },               /* e_phnum, of 0 bytes each */
        { table + SHDR, 4, 0xffffffff, ERR_NONE }, /* a name behind all names */
        { table + 6 * SHDR, 4, 0xffff, ERR_NONE },
        { table + 12 * SHDR + 44, 4, 0xffff, ERR_NONE }, /* relocations of no section */
        { table + 12 * SHDR + 4, 4, SHT_REL, ERR_NONE },
        { table + 6 * SHDR + 8, 8, SHF_ALLOC, ERR_NONE }, /* relocations of a loaded section */
        { table + 9 * SHDR + 24, 8, UINT64_MAX, ERR_NONE },
        { table + 9 * SHDR + 32, 8, UINT64_MAX, ERR_NONE },
        { table + 14 * SHDR + 4, 4, SHT_SYMTAB_SHNDX, ERR_NONE },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct make m = file_of_list(1);
        struct span out;
        bool lacks = false;
        struct err e;
        make_put(&m, rows[i].at, rows[i].size, rows[i].value);
        fit(&m, m.n, AMPLE, &out, &lacks, &e);
        assert_int_equal(e.kind, rows[i].kind);
        if (rows[i].kind == ERR_NONE)
            same_section((struct span){ m.bytes, m.n }, out, ".strtab"); /* the others are as they were */
        file_unmap(out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sections),     cmocka_unit_test(test_room),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_groups),
        cmocka_unit_test(test_wild_table),   cmocka_unit_test(test_shortened),
        cmocka_unit_test(test_wild_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
