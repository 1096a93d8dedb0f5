/* Symbol tables as ELF files, with and without an ELF subset, and read again; hostile names, numbers and
 * images. */
#include "formats/elf/write/synth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/elf/elf.h"
#include "formats/elf/read/image.h"
#include "formats/elf/write/elf_subset.h"
#include "tests/unit/elf_make.h"

enum { FORMS = 4, IMAGES = 3 };

#define FUNC .type = STT_FUNC
#define ID   "0123456789abcdefghij"

static const struct row {
    const char *what;
    enum object_kind kind;
    struct make file;
    int only_class; /* 32, 64; 0: both */
} rows[] = {
    { "functions and data of all bindings, slots of the PLT, mangled ones, too",
      OBJECT_USER,
      { .machine = EM_S390,
        .type = ET_DYN,
        .symtab = { { "local", TEXT_SVMA, 16, FUNC, .section = S_TEXT },
                    { "global", TEXT_SVMA + 16, 16, FUNC, .bind = STB_GLOBAL, .section = S_TEXT },
                    { "weak", TEXT_SVMA + 0x40, 16, FUNC, .bind = STB_WEAK, .section = S_TEXT },
                    { "unsized", TEXT_SVMA + 0x50, 0, FUNC, .section = S_TEXT },
                    { "_ZN1a1bEv", TEXT_SVMA + 0x80, 8, FUNC, .bind = STB_GLOBAL, .section = S_TEXT },
                    { "data", DATA_SVMA + 8, 8, .type = STT_OBJECT, .section = S_DATA },
                    { "data_end", DATA_SVMA + 0x200, 0, .section = S_DATA } },
        .dynsym = { { "puts", 0, 0, FUNC, .bind = STB_GLOBAL },
                    { "_ZN1c1dEv", 0, 0, FUNC, .bind = STB_GLOBAL } },
        .plt = { 2, 1, 3 } },
      0 },
    { "ARM: Thumb, and an odd address that is none",
      OBJECT_USER,
      { .machine = EM_ARM,
        .type = ET_EXEC,
        .symtab = { { "thumb", TEXT_SVMA + 1, 8, FUNC, .section = S_TEXT },
                    { "indirect", TEXT_SVMA + 0x21, 8, .type = STT_GNU_IFUNC, .section = S_TEXT } } },
      32 },
    { "ppc64: where a descriptor points",
      OBJECT_USER,
      { .machine = EM_PPC64,
        .type = ET_DYN,
        .opd = TEXT_SVMA + 0x40,
        .symtab = { { "f", 0x700000, 24, FUNC, .section = S_OPD } } },
      64 },
    { "an image of the vdso",
      OBJECT_VDSO,
      { .machine = EM_386, .type = ET_DYN, .dynsym = { { "v", TEXT_SVMA, 16, FUNC, .section = S_TEXT } } },
      0 },
    { "a module",
      OBJECT_MODULE,
      { .machine = EM_S390,
        .type = ET_REL,
        .symtab = { { "f", 0x10, 16, FUNC, .section = S_TEXT }, { "g", 0x40, 0, FUNC, .section = S_TEXT } } },
      0 },
    { "a kernel, with a symbol below it",
      OBJECT_KERNEL,
      { .machine = EM_S390,
        .type = ET_EXEC,
        .symtab = { { "_text", TEXT_SVMA, 0, .bind = STB_GLOBAL, .section = S_TEXT },
                    { "start", TEXT_SVMA, 16, FUNC, .section = S_TEXT },
                    { "percpu", 0x10, 8, .type = STT_OBJECT, .section = S_DATA },
                    { "data", DATA_SVMA, 8, .type = STT_OBJECT, .section = S_DATA } } },
      0 },
};

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

static void read_table(enum object_kind kind, struct span bytes, struct symtab *t)
{
    const struct object o = { .kind = kind, .path = "/x", .name = "x" };
    const struct symbol_input in = { .bytes = bytes, .object = &o };
    struct err e = { 0 };
    assert_true(elf_reader.read(&in, t, &e));
}

static void same(const struct symtab *a, const struct symtab *b)
{
    struct text x = { 0 }, y = { 0 };
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->space, b->space);
    assert_int_equal(a->text_foff, b->text_foff);
    for (int i = 0; i < SYMTAB_REFS; i++) {
        assert_int_equal(a->has_ref[i], b->has_ref[i]);
        assert_int_equal(a->ref_addr[i], b->ref_addr[i]);
    }
    for (size_t i = 0; i < a->n; i++) {
        const struct symbol *s = &a->v[i], *r = &b->v[i];
        x.n = y.n = 0;
        symtab_symbol_name(a->demangle, s, &x);
        symtab_symbol_name(b->demangle, r, &y);
        assert_string_equal(x.s, y.s);
        assert_true(s->start == r->start && s->end == r->end);
        assert_int_equal(s->binding, r->binding);
        assert_int_equal(s->is_object, r->is_object);
    }
    text_free(&x);
    text_free(&y);
}

/* Locals come first, and sh_info is the first one that is not. */
static void check_order(struct span bytes)
{
    struct image m;
    struct err e = { 0 };
    GElf_Shdr h;
    GElf_Sym sym;
    assert_true(image_open(&m, bytes, &e));
    Elf_Scn *scn = image_find_section(&m, ".symtab", &h, NULL);
    Elf_Data *data = elf_getdata(scn, NULL);
    size_t n = h.sh_size / h.sh_entsize;
    assert_int_equal(h.sh_size % h.sh_entsize, 0);
    for (size_t i = 0; i < n; i++) {
        assert_non_null(gelf_getsym(data, (int)i, &sym));
        assert_int_equal(GELF_ST_BIND(sym.st_info) == STB_LOCAL, i < h.sh_info);
        assert_true(!i || elf_getscn(m.elf, sym.st_shndx));
    }
    image_close(&m);
}

static void test_read_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        for (int form = 0; form < FORMS; form++) {
            struct make m = rows[i].file;
            m.wide = form & 1;
            m.big = form & 2;
            m.build_id = ID;
            if (rows[i].only_class && rows[i].only_class != (m.wide ? 64 : 32))
                continue;
            make_elf(&m);
            struct symtab t = { 0 };
            read_table(rows[i].kind, (struct span){ m.bytes, m.n }, &t);
            assert_true(t.n > 0);
            for (int image = 0; image < IMAGES; image++) {
                const struct elf_range code = { TEXT_FOFF, TEXT_FOFF + 0x10 };
                struct text subset = { 0 }, out = { 0 };
                struct err e = { 0 };
                struct symtab again = { 0 };
                struct elf_synth what = { .bits = m.wide ? 64 : 32,
                                          .order = m.big ? ORDER_BIG : ORDER_LITTLE,
                                          .machine = m.machine,
                                          .kind = rows[i].kind,
                                          .id = { .n = 20, .bytes = ID },
                                          .table = &t };
                if (image)
                    assert_true(
                        elf_subset((struct span){ m.bytes, m.n }, &code, image - 1, true, &subset, &e));
                what.image = span_of(&subset);
                assert_true(elf_synth(&what, &out, &e));
                read_table(rows[i].kind, span_of(&out), &again);
                same(&t, &again);
                check_order(span_of(&out));
                struct build_id id;
                assert_true(elf_build_id(span_of(&out), &id));
                assert_int_equal(id.n, 20);
                assert_memory_equal(id.bytes, ID, 20);
                /* headers of a file that was made are none of the file that was mapped */
                struct elf_ranges real = elf_subset_ranges(span_of(&out));
                assert_int_equal(real.n > 0, image > 0);
                free(real.v);
                symtab_free(&again);
                text_free(&subset);
                text_free(&out);
            }
            symtab_free(&t);
        }
    }
}

/* What perf looks at, and others do not. */
static void test_for_perf(void **state)
{
    (void)state;
    struct symtab t = { 0 };
    struct text out = { 0 };
    struct err e = { 0 };
    struct image m;
    GElf_Shdr h;
    symtab_add(&t, 0x10, 8, SYMBOL_LOCAL, "percpu")->is_object = true;
    symtab_add(&t, 0xffffffff81000000, 0x20, SYMBOL_GLOBAL, "startup");
    symtab_note_ref(&t, "_text", 0xffffffff81000000);
    symtab_seal(&t);
    t.space = SYMTAB_KERNEL;
    struct elf_synth what = { .table = &t, .kind = OBJECT_KERNEL, .bits = 64, .machine = EM_X86_64 };
    assert_true(elf_synth(&what, &out, &e));
    assert_true(image_open(&m, span_of(&out), &e));
    assert_non_null(
        image_find_section(&m, ".text", &h, NULL)); /* not from 0x10 on: it becomes the kernel's map */
    assert_int_equal(h.sh_addr, 0xffffffff81000000);
    assert_int_equal(h.sh_size, 0x20);
    assert_null(image_find_section(&m, ".note.gnu.build-id", &h, NULL));
    image_close(&m);
    text_free(&out);

    t.space = SYMTAB_FOFF;
    what.kind = OBJECT_USER;
    assert_true(elf_synth(&what, &out, &e));
    assert_true(image_open(&m, span_of(&out), &e));
    assert_non_null(image_find_section(&m, ".dynsym", &h, NULL)); /* so that it counts as what was mapped */
    assert_int_equal(h.sh_type, SHT_DYNSYM);
    image_close(&m);
    text_free(&out);

    what.bits = 32; /* an address that 32 bits cannot hold */
    assert_true(elf_synth(&what, &out, &e));
    assert_true(image_open(&m, span_of(&out), &e));
    assert_non_null(image_find_section(&m, ".symtab", &h, NULL));
    assert_int_equal(h.sh_size, 2 * h.sh_entsize);
    image_close(&m);
    text_free(&out);

    t.space = SYMTAB_AVMA;
    assert_false(elf_synth(&what, &out, &e));
    assert_int_equal(e.kind, ERR_UNSUPPORTED);
    assert_int_equal(out.n, 0);
    symtab_free(&t);
}

static void test_nothing(void **state)
{
    (void)state;
    struct symtab t = { 0 };
    struct text out = { 0 };
    struct err e = { 0 };
    struct image m;
    const struct elf_synth what = { .table = &t, .kind = OBJECT_USER, .bits = 64 };
    assert_true(elf_synth(&what, &out, &e));
    assert_true(image_open(&m, span_of(&out), &e));
    image_close(&m);
    text_free(&out);
}

/* Names of a file may share their bytes: 10,000 names of up to 10,000 bytes in 10,000 bytes. */
static void test_shared_names(void **state)
{
    (void)state;
    enum { N = 10000 };
    struct symtab t = { 0 };
    struct text out = { 0 };
    struct err e = { 0 };
    char *name = malloc(N + 1);
    memset(name, 'x', N);
    name[N] = 0;
    for (size_t i = 0; i < N; i++) {
        struct symbol *s = symtab_add(&t, i * 16, 16, SYMBOL_LOCAL, name + (i * 7) % N);
        s->is_plt = i % 3 == 0;
    }
    symtab_sort(&t);
    const struct elf_synth what = { .table = &t, .kind = OBJECT_USER, .bits = 64 };
    assert_true(elf_synth(&what, &out, &e));
    assert_true(out.n < 2 * N + 24 * (N + 1) + 2000);
    struct symtab again = { 0 };
    read_table(OBJECT_USER, span_of(&out), &again);
    same(&t, &again);
    symtab_free(&again);
    symtab_free(&t);
    text_free(&out);
    free(name);
}

/* Any clean outcome passes. */
static void test_damage(void **state)
{
    (void)state;
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct make m = rows[i].file;
        m.wide = rows[i].only_class != 32;
        m.big = i & 1;
        make_elf(&m);
        struct symtab t = { 0 };
        struct text subset = { 0 };
        struct err none = { 0 };
        read_table(rows[i].kind, (struct span){ m.bytes, m.n }, &t);
        assert_true(elf_subset((struct span){ m.bytes, m.n }, NULL, 0, true, &subset, &none));
        for (int flip = 0; flip < 1000; flip++) {
            x = x * 1664525 + 1013904223;
            size_t at = x & 1 ? subset.n - 1 - (x >> 8) % 0x600 : (x >> 8) % 0x100;
            char was = subset.s[at];
            subset.s[at] = (char)(x & 2 ? 0xff : was ^ 1 << (x >> 2) % 8);
            struct text out = { 0 };
            struct err e = { 0 };
            const struct elf_synth what = { .table = &t, .kind = rows[i].kind, .image = span_of(&subset) };
            if (!elf_synth(&what, &out, &e))
                assert_int_equal(out.n, 0);
            text_free(&out);
            if (x & 4)
                subset.s[at] = was;
        }
        text_free(&subset);
        symtab_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_again),   cmocka_unit_test(test_for_perf), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_shared_names), cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
