/*
 * plt: of every form of a PLT slot two, of which the first reads the second word of the GOT and the second
 * the first one: the words' relocations have the names, in whichever order they stand.
 *
 * The second word's relocation names puts; the first word's has no symbol and calls what begins .text: where that is
 * an IFUNC, the slot is called like it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/elf/elf.h"
#include "tests/unit/elf_make.h"

#define FUNC .bind = STB_GLOBAL, .type = STT_FUNC

static const struct object user = { .kind = OBJECT_USER, .code_end = UINT64_MAX };

// clang-format off
static const struct form {
    const char *what;
    uint16_t machine;
    bool wide, big;
    uint64_t at, size; /* of the first slot in .plt */
    const char *code;
} forms[] = { /* written by hand from the instruction sets' manuals, not by what reads them */
    { "x86_64", EM_X86_64, true, false, 16, 16,
      "ff3500000000ff25000000000f1f4000ff25721421006800000000e900000000ff255a14210068000000"
      "00e900000000" },
    { "x86_64 .plt.got", EM_X86_64, true, false, 0, 8,
      "ff25821421006690ff25721421006690" },
    { "x86_64 endbr64", EM_X86_64, true, false, 16, 16,
      "f30f1efa6800000000e9000000006690f30f1efaff256e142100660f1f440000f30f1efaff2556142100"
      "660f1f440000" },
    { "x86_64 endbr64, bnd", EM_X86_64, true, false, 16, 16,
      "f30f1efa6800000000f2e90000000090f30f1efaf2ff256d1421000f1f440000f30f1efaf2ff25551421"
      "000f1f440000" },
    { "x86_64 bnd", EM_X86_64, true, false, 0, 8,
      "f2ff258114210090f2ff257114210090" },
    { "x86_64 mold", EM_X86_64, true, false, 0, 16,
      "f30f1efa41bb00000000ff2578142100f30f1efa41bb00000000ff2560142100" },
    { "x86_64 retpoline", EM_X86_64, true, false, 0, 32,
      "4c8b1d81142100e800000000e9000000006800000000e900000000cccccccccc4c8b1d59142100e80000"
      "0000e9000000006800000000e900000000cccccccccc" },
    { "x86_64 retpoline, bound", EM_X86_64, true, false, 0, 16,
      "4c8b1d81142100e900000000cccccccc4c8b1d69142100e900000000cccccccc" },
    { "x32", EM_X86_64, false, false, 16, 16,
      "ff3500000000ff25000000000f1f4000ff256e1421006800000000e900000000ff255a14210068000000"
      "00e900000000" },
    { "i386", EM_386, false, false, 16, 16,
      "ff3500000000ff250000000000000000ff25841861006800000000e900000000ff258018610068000000"
      "00e900000000" },
    { "i386 %ebx", EM_386, false, false, 16, 16,
      "ffb304000000ffa30800000000000000ffa3240000006800000000e900000000ffa32000000068000000"
      "00e900000000" },
    { "i386 .plt.got", EM_386, false, false, 0, 8,
      "ff25841861006690ff25801861006690" },
    { "i386 .plt.got %ebx", EM_386, false, false, 0, 8,
      "ffa3240000006690ffa3200000006690" },
    { "i386 endbr32", EM_386, false, false, 0, 16,
      "f30f1efbff2584186100660f1f440000f30f1efbff2580186100660f1f440000" },
    { "i386 endbr32 %ebx", EM_386, false, false, 0, 16,
      "f30f1efbffa324000000660f1f440000f30f1efbffa320000000660f1f440000" },
    { "arm64", EM_AARCH64, true, false, 32, 16,
      "f07bbfa9d00b009011fe47f910e23f9120021fd61f2003d51f2003d51f2003d5901000b0114644f91022"
      "229120021fd6901000b0114244f91002229120021fd6" },
    { "arm64 big-endian", EM_AARCH64, true, true, 32, 16,
      "f07bbfa9d00b009011fe47f910e23f9120021fd61f2003d51f2003d51f2003d5901000b0114644f91022"
      "229120021fd6901000b0114244f91002229120021fd6" },
    { "arm64 bti", EM_AARCH64, true, false, 32, 24,
      "f07bbfa9d00b009011fe47f910e23f9120021fd61f2003d51f2003d51f2003d55f2403d5901000b01146"
      "44f91022229120021fd61f2003d55f2403d5901000b0114244f91002229120021fd61f2003d5" },
    { "arm64 pac", EM_AARCH64, true, false, 32, 24,
      "f07bbfa9d00b009011fe47f910e23f9120021fd61f2003d51f2003d51f2003d5901000b0114644f91022"
      "22919f2103d520021fd61f2003d5901000b0114244f9100222919f2103d520021fd61f2003d5" },
    { "arm64 bti, pac", EM_AARCH64, true, false, 32, 24,
      "f07bbfa9d00b009011fe47f910e23f9120021fd61f2003d51f2003d51f2003d55f2403d5901000b01146"
      "44f9102222919f2103d520021fd65f2403d5901000b0114244f9100222919f2103d520021fd6" },
    { "arm64 mold", EM_AARCH64, true, false, 0, 16,
      "901000b0114644f920021fd61f2003d5901000b0114244f920021fd61f2003d5" },
    { "arm", EM_ARM, false, false, 20, 12,
      "04e02de504e09fe50ee08fe008f0bee5f4e00e0002c68fe211ca8ce268f4bce502c68fe211ca8ce258f4"
      "bce5" },
    { "arm BE8", EM_ARM, false, true, 20, 12,
      "04e02de504e09fe50ee08fe008f0bee5f4e00e0002c68fe211ca8ce268f4bce502c68fe211ca8ce258f4"
      "bce5" },
    { "arm, from Thumb", EM_ARM, false, false, 20, 16,
      "04e02de504e09fe50ee08fe008f0bee5f4e00e007847c04602c68fe211ca8ce264f4bce57847c04602c6"
      "8fe211ca8ce250f4bce5" },
    { "arm long", EM_ARM, false, false, 20, 16,
      "04e02de504e09fe50ee08fe008f0bee5f4e00e0000c28fe202c68ce211ca8ce268f4bce500c28fe202c6"
      "8ce211ca8ce254f4bce5" },
    { "arm long, from Thumb", EM_ARM, false, false, 20, 20,
      "04e02de504e09fe50ee08fe008f0bee5f4e00e007847fde700c28fe202c68ce211ca8ce264f4bce57847"
      "fde700c28fe202c68ce211ca8ce24cf4bce5" },
    { "arm lld long", EM_ARM, false, false, 0, 16,
      "04c09fe50fc08ce000f09ce57814210004c09fe50fc08ce000f09ce564142100" },
    { "riscv64", EM_RISCV, true, false, 32, 16,
      "0000000000000000000000000000000000000000000000000000000000000000171e2100033e8e466703"
      "0e0013000000171e2100033e0e4567030e0013000000" },
    { "riscv32", EM_RISCV, false, false, 32, 16,
      "0000000000000000000000000000000000000000000000000000000000000000171e2100032e4e466703"
      "0e0013000000171e2100032e0e4567030e0013000000" },
    { "riscv64 lpad", EM_RISCV, true, false, 48, 16,
      "000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
      "00000000000017000000171e2100033e4e4567030e0017000000171e2100033ece4367030e00" },
    { "s390x", EM_S390, true, true, 0, 32,
      "c01000108a44e3101000000407f10d10e310100c0014c0f40000000000000000c01000108a30e3101000"
      "000407f10d10e310100c0014c0f40000000000000000" },
    { "s390 near", EM_S390, false, true, 32, 32,
      "5010f01c5810c0045010f0185810c00807f100000000000000000000000000005810c02407f100000000"
      "00000d105810100ea7f40000000000000000000000005810c02007f10000000000000d105810100ea7f4"
      "000000000000000000000000" },
    { "s390 far", EM_S390, false, true, 0, 32,
      "a71800245811c00007f100000d10000000000000000000000000000000000000a71800205811c00007f1"
      "00000d10000000000000000000000000000000000000" },
    { "s390 distance", EM_S390, false, true, 0, 32,
      "0d10581010165811c00007f10d105810100ea7f40000000000000024000000000d10581010165811c000"
      "07f10d105810100ea7f4000000000000002000000000" },
    { "s390 address", EM_S390, false, true, 0, 32,
      "0d10581010165810100007f10d105810100ea7f40000000000611884000000000d105810101658101000"
      "07f10d105810100ea7f4000000000061188000000000" },
    { "mips", EM_MIPS, false, true, 32, 16,
      "00000000000000000000000000000000000000000000000000000000000000003c0f00618df9188425f8"
      "1884032000083c0f00618df9188025f8188003200008" },
    { "mipsel", EM_MIPS, false, false, 32, 16,
      "000000000000000000000000000000000000000000000000000000000000000061000f3c8418f98d8418"
      "f8250800200361000f3c8018f98d8018f82508002003" },
    { "mips64", EM_MIPS, true, true, 32, 16,
      "00000000000000000000000000000000000000000000000000000000000000003c0f0061ddf9188865f8"
      "1888032000083c0f0061ddf9188065f8188003200008" },
    { "loongarch64", EM_LOONGARCH, true, false, 32, 16,
      "00000000000000000000000000000000000000000000000000000000000000002f42001cefa1d128ed01"
      "004c000040032f42001cef41d128ed01004c00004003" },
    { "m68k", EM_68K, false, true, 20, 20,
      "2f3b01700000b35a4efb01710000b356000000004efb01710021146e2f3c0000000060ff000000004efb"
      "0171002114562f3c0000000060ff00000000" },
    { "ARCv2", 195, false, false, 32, 16,
      "000000000000000000000000000000000000000000000000000000000000000030278c7f210064142120"
      "00030a24c01f30278c7f21005014212000030a24c01f" },
    { "ARC 700", EM_ARC_COMPACT, false, false, 32, 12,
      "000000000000000000000000000000000000000000000000000000000000000030278c7f21006414207c"
      "ef7430278c7f21005414207cef74" },
    { "sh", EM_SH, false, false, 28, 28,
      "0000000000000000000000000000000000000000000000000000000004d0ce002b400900c25003d12b40"
      "c15009000900240000000000000004d0ce002b400900c25003d12b40c150090009002000000000000000" },
    { "sheb", EM_SH, false, true, 28, 28,
      "00000000000000000000000000000000000000000000000000000000d00400ce402b000950c2d103402b"
      "50c1000900090000002400000000d00400ce402b000950c2d103402b50c1000900090000002000000000" },
    { "sh, address", EM_SH, false, false, 28, 28,
      "0000000000000000000000000000000000000000000000000000000004d0026002d12b40136003d12b40"
      "090000000000841861000000000004d0026002d12b40136003d12b400900000000008018610000000000" },
};
// clang-format on

static struct make file_of(const struct form *f, bool rel)
{
    return (struct make){ .machine = f->machine,
                          .type = ET_DYN,
                          .wide = f->wide,
                          .big = f->big,
                          .rel = rel,
                          .symtab = { { "resolver", TEXT_SVMA, 16, FUNC, .section = S_TEXT } },
                          .dynsym = { { "_ZN1a1bEv", 0, 0, FUNC, .section = SHN_UNDEF } },
                          .plt = { 1, 2 },
                          .plt_code = f->code };
}

static void read_elf(struct make *m, struct symtab *t)
{
    struct err e = { 0 };
    make_elf(m);
    uint8_t *exact = malloc(m->n); /* so that a byte too far is seen */
    memcpy(exact, m->bytes, m->n);
    assert_true(elf_reader.read(&(struct symbol_input){ .bytes = { exact, m->n }, .object = &user }, t, &e));
    free(exact);
}

static void check_slot(const struct symtab *t, size_t i, uint64_t start, uint64_t size, const char *name)
{
    struct text shown = { 0 };
    assert_true(i < t->n && t->v[i].is_plt);
    assert_int_equal(t->v[i].start, start);
    assert_int_equal(t->v[i].end, start + size);
    symtab_symbol_name(t->demangle, &t->v[i], &shown);
    assert_string_equal(shown.s, name);
    text_free(&shown);
}

static void test_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
        for (int rel = 0; rel < 2; rel++) {
            const struct form *f = &forms[i];
            struct make m = file_of(f, rel);
            struct symtab t = { 0 };
            print_message("%s\n", f->what);
            read_elf(&m, &t);
            assert_int_equal(t.n, 2);
            check_slot(&t, 1, PLT_FOFF + f->at, f->size, "a::b@plt");
            symtab_free(&t);
        }
}

/* What names the slot whose relocation calls a resolver, as elf.h has its type, at the start of .text. */
static void test_resolvers(void **state)
{
#define IFUNC .type = STT_GNU_IFUNC, .section = S_TEXT
    static const struct {
        const char *form, *name; /* NULL: none */
        unsigned type;
        struct make_symbol symtab[4], dynsym[2];
    } cases[] = {
        { "x86_64",
          "puts@plt",
          R_X86_64_IRELATIVE,
          { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } },
          { { 0 } } },
        { "x86_64",
          "puts@plt",
          R_X86_64_IRELATIVE,
          { { "a", TEXT_SVMA + 32, 16, FUNC, .section = S_TEXT } },
          { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } } },
        { "x86_64",
          "puts@plt",
          R_X86_64_IRELATIVE,
          { { "__puts", TEXT_SVMA, 16, STB_WEAK, IFUNC },
            { "puts", TEXT_SVMA, 16, STB_WEAK, IFUNC },
            { "resolver", TEXT_SVMA, 16, FUNC, .section = S_TEXT } },
          { { 0 } } },
        { "x86_64",
          NULL,
          R_X86_64_IRELATIVE,
          { { "resolver", TEXT_SVMA, 16, FUNC, .section = S_TEXT } },
          { { 0 } } },
        { "x86_64",
          NULL,
          R_X86_64_IRELATIVE,
          { { "puts", TEXT_SVMA - 1, 16, STB_GLOBAL, IFUNC } },
          { { 0 } } },
        { "x86_64", NULL, R_X86_64_RELATIVE, { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } }, { { 0 } } },
        { "i386", "puts@plt", R_386_IRELATIVE, { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } }, { { 0 } } },
        { "arm",
          "puts@plt",
          R_ARM_IRELATIVE,
          { { "puts", TEXT_SVMA + 1, 16, STB_GLOBAL, IFUNC } },
          { { 0 } } },
        { "arm64",
          "puts@plt",
          R_AARCH64_IRELATIVE,
          { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } },
          { { 0 } } },
        { "arm64 big-endian",
          "puts@plt",
          R_AARCH64_IRELATIVE,
          { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } },
          { { 0 } } },
        { "riscv64", "puts@plt", 58, { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } }, { { 0 } } },
        { "s390x", "puts@plt", 61, { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } }, { { 0 } } },
        { "loongarch64", "puts@plt", 12, { { "puts", TEXT_SVMA, 16, STB_GLOBAL, IFUNC } }, { { 0 } } },
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
        const struct form *f = forms;
        while (strcmp(f->what, cases[i / 2].form))
            f++;
        struct make m = file_of(f, i % 2);
        struct symtab t = { 0 };
        memcpy(m.symtab, cases[i / 2].symtab, sizeof(cases[i / 2].symtab));
        memcpy(m.dynsym, cases[i / 2].dynsym, sizeof(cases[i / 2].dynsym));
        m.plt[1] = 0;
        m.irelative = cases[i / 2].type;
        print_message("%s, %u\n", f->what, cases[i / 2].type);
        read_elf(&m, &t);
        const bool last_is_slot = t.v[t.n - 1].is_plt;
        assert_true(last_is_slot == (cases[i / 2].name != NULL));
        if (last_is_slot)
            check_slot(&t, t.n - 1, PLT_FOFF + f->at + f->size, f->size, cases[i / 2].name);
        symtab_free(&t);
    }
}

/* The loader writes slots: relocations are of these. */
static void test_written(void **state)
{
    static const struct form sparc64 = {
        "sparc64",
        EM_SPARCV9,
        true,
        true,
        0,
        32,
        "0300000030680000010000000100000001000000010000000100000001000000"
        "0300000030680000010000000100000001000000010000000100000001000000",
    };
    static const struct form sparc = {
        "sparc", EM_SPARC, false, true, 0, 12, "030000003080000001000000030000003080000001000000"
    };
    static const struct form *const both[] = { &sparc64, &sparc };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct make m = file_of(both[i], false);
        struct symtab t = { 0 };
        m.got = PLT_SVMA;
        m.step = both[i]->size;
        read_elf(&m, &t);
        assert_int_equal(t.n, 2);
        check_slot(&t, 1, PLT_FOFF + both[i]->size, both[i]->size, "a::b@plt");
        symtab_free(&t);
    }
}

/* A file may tell of the same bytes in as many sections as it has headers for: no more of them are read than
   the file has. */
static void test_told_twice(void **state)
{
    (void)state;
    struct make m = file_of(&forms[0], false);
    struct symtab t = { 0 };
    struct err e = { 0 };
    make_elf(&m);
    size_t header = (size_t)load_u64(m.bytes + offsetof(Elf64_Ehdr, e_shoff), ORDER_LITTLE) +
                    S_FRAMES * sizeof(Elf64_Shdr);
    make_put(&m, header + offsetof(Elf64_Shdr, sh_type), 4, SHT_DYNAMIC);
    make_put(&m, header + offsetof(Elf64_Shdr, sh_offset), 8, 0);
    make_put(&m, header + offsetof(Elf64_Shdr, sh_size), 8, m.n);
    assert_true(
        elf_reader.read(&(struct symbol_input){ .bytes = { m.bytes, m.n }, .object = &user }, &t, &e));
    assert_int_equal(t.n, 1);
    symtab_free(&t);
}

/* No name rather than a wrong one: a word without a relocation, other code.
 */
static void test_nameless(void **state)
{
    (void)state;
    struct make m = file_of(&forms[0], false);
    struct symtab t = { 0 };
    m.got = GOT_SVMA + 64;
    read_elf(&m, &t);
    assert_int_equal(t.n, 1);
    symtab_free(&t);

    m = file_of(&forms[0], false);
    m.machine = EM_PPC64;
    read_elf(&m, &t);
    assert_int_equal(t.n, 1);
    symtab_free(&t);
}

/* A function without a size (_init) ends where the table begins, not at its first slot. */
static void test_in_front(void **state)
{
    (void)state;
    struct make m = file_of(&forms[0], false);
    struct symtab t = { 0 };
    m.symtab[0].size = 0;
    read_elf(&m, &t);
    assert_int_equal(t.n, 2);
    assert_string_equal(t.v[0].name, "resolver");
    assert_int_equal(t.v[0].end, PLT_FOFF);
    symtab_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),   cmocka_unit_test(test_resolvers),  cmocka_unit_test(test_in_front),
        cmocka_unit_test(test_written), cmocka_unit_test(test_told_twice), cmocka_unit_test(test_nameless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
