/* Small ELF files of both classes and orders, and the tables they give; damaged ones; demangling; build-ids.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "formats/elf/elf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "tests/unit/elf_make.h"

#define GLOBAL_FUNC .bind = STB_GLOBAL, .type = STT_FUNC

enum { MAX = 8 };

static const struct object user = { .kind = OBJECT_USER, .path = "/bin/x", .name = "x" };
static const struct object kernel = { .kind = OBJECT_KERNEL, .path = "vmlinux", .name = "[kernel.kallsyms]" };
static const struct object module = { .kind = OBJECT_MODULE, .path = "/x.ko", .name = "[x]" };

struct expected {
    uint64_t start, end;
    const char *name;
};

static const struct selection {
    const char *what;
    const struct object *object;
    struct make file;
    int only_class; /* 32, 64; 0: both */
    struct expected out[MAX];
} rows[] = {
    { "functions and objects at their offsets, by program header",
      &user,
      { .machine = EM_S390,
        .type = ET_EXEC,
        .symtab = { { "f", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT },
                    { "o", DATA_SVMA + 8, 8, .bind = STB_LOCAL, .type = STT_OBJECT, .section = S_DATA },
                    { "tls", 0, 8, .type = STT_TLS, .section = S_DATA },
                    { "", TEXT_SVMA + 4, 8, GLOBAL_FUNC, .section = S_TEXT },
                    { "undefined", 0, 0, GLOBAL_FUNC, .section = SHN_UNDEF },
                    { "absolute", 0x10, 8, GLOBAL_FUNC, .section = SHN_ABS },
                    { "unloaded", 0x10, 8, GLOBAL_FUNC, .section = S_DEBUG } } },
      0,
      { { TEXT_FOFF, TEXT_FOFF + 16, "f" }, { DATA_FOFF + 8, DATA_FOFF + 16, "o" } } },
    { "labels in text and data only, and not hidden ones",
      &user,
      { .machine = EM_S390,
        .type = ET_DYN,
        .symtab = { { "label", TEXT_SVMA, 0, .section = S_TEXT },
                    { "init", TEXT_SVMA + 0x100, 4, .section = S_INIT_TEXT },
                    { "hidden", TEXT_SVMA + 8, 0, .visibility = STV_HIDDEN, .section = S_TEXT },
                    { "other", DATA_SVMA + 0x100, 4, .section = S_OTHER },
                    { "no_section", TEXT_SVMA, 4, GLOBAL_FUNC, .section = 77 } } },
      0,
      { { TEXT_FOFF, TEXT_FOFF + 0x100, "label" }, { TEXT_FOFF + 0x100, TEXT_FOFF + 0x104, "init" } } },
    { ".dynsym joins .symtab; a better alias wins",
      &user,
      { .machine = EM_S390,
        .type = ET_DYN,
        .symtab = { { "__libc_write", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT } },
        .dynsym = { { "write", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT } } },
      0,
      { { TEXT_FOFF, TEXT_FOFF + 16, "write" } } },
    { "ARM: mapping symbols, Thumb",
      &user,
      { .machine = EM_ARM,
        .type = ET_EXEC,
        .symtab = { { "$a", TEXT_SVMA, 0, .section = S_TEXT },
                    { "$t.1", TEXT_SVMA, 0, .section = S_TEXT },
                    { "thumb", TEXT_SVMA + 1, 8, GLOBAL_FUNC, .section = S_TEXT },
                    { "$dollar", TEXT_SVMA + 32, 8, GLOBAL_FUNC, .section = S_TEXT } } },
      32,
      { { TEXT_FOFF, TEXT_FOFF + 8, "thumb" }, { TEXT_FOFF + 32, TEXT_FOFF + 40, "$dollar" } } },
    { "RISC-V: local labels, mapping symbols with the ISA behind them; functions that are called like them",
      &user,
      { .machine = EM_RISCV,
        .type = ET_EXEC,
        .symtab = { { ".L12", TEXT_SVMA, 0, .section = S_TEXT },
                    { "$xrv64i2p1_m2p0", TEXT_SVMA + 4, 0, .section = S_TEXT },
                    { "$d.7", TEXT_SVMA + 4, 0, .section = S_TEXT },
                    { "f", TEXT_SVMA + 4, 8, GLOBAL_FUNC, .section = S_TEXT },
                    { "$xor", TEXT_SVMA + 16, 8, GLOBAL_FUNC, .section = S_TEXT },
                    { ".Last", TEXT_SVMA + 32, 8, GLOBAL_FUNC, .section = S_TEXT } } },
      0,
      { { TEXT_FOFF + 4, TEXT_FOFF + 12, "f" },
        { TEXT_FOFF + 16, TEXT_FOFF + 24, "$xor" },
        { TEXT_FOFF + 32, TEXT_FOFF + 40, ".Last" } } },
    { "MIPS: local labels of its own; L0 is a label of kernels only",
      &user,
      { .machine = EM_MIPS,
        .type = ET_EXEC,
        .symtab = { { "$L12", TEXT_SVMA, 0, .section = S_TEXT },
                    { "L0", TEXT_SVMA + 4, 0, .section = S_TEXT },
                    { "f", TEXT_SVMA + 8, 8, GLOBAL_FUNC, .section = S_TEXT } } },
      0,
      { { TEXT_FOFF + 4, TEXT_FOFF + 8, "L0" }, { TEXT_FOFF + 8, TEXT_FOFF + 16, "f" } } },
    { "a kernel: labels of any architecture",
      &kernel,
      { .machine = EM_S390,
        .type = ET_EXEC,
        .symtab = { { "_text", TEXT_SVMA, 0, .bind = STB_GLOBAL, .section = S_TEXT },
                    { "start", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT },
                    { ".LVL943", TEXT_SVMA + 4, 0, .section = S_TEXT },
                    { "L0\001", TEXT_SVMA + 4, 0, .section = S_TEXT },
                    { "$d", TEXT_SVMA + 4, 0, .section = S_TEXT } } },
      0,
      { { TEXT_SVMA, TEXT_SVMA + 16, "start" } } },
    { "ppc64: through the descriptor",
      &user,
      { .machine = EM_PPC64,
        .type = ET_DYN,
        .opd = TEXT_SVMA + 0x40,
        .symtab = { { "f", 0x700000, 24, GLOBAL_FUNC, .section = S_OPD },
                    { "outside", 0x700014, 24, GLOBAL_FUNC, .section = S_OPD } } },
      64,
      { { TEXT_FOFF + 0x40, TEXT_FOFF + 0x58, "f" } } },
    { "vmlinux keeps its addresses",
      &kernel,
      { .machine = EM_S390,
        .type = ET_EXEC,
        .symtab = { { "_text", TEXT_SVMA, 0, .bind = STB_GLOBAL, .section = S_TEXT },
                    { "start", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT } } },
      0,
      { { TEXT_SVMA, TEXT_SVMA + 16, "start" } } },
    { "a module has .text, at its offset",
      &module,
      { .machine = EM_S390,
        .type = ET_REL,
        .symtab = { { "f", 0x10, 16, GLOBAL_FUNC, .section = S_TEXT },
                    { "init_module", 0, 16, GLOBAL_FUNC, .section = S_INIT_TEXT },
                    { "o", 0, 8, .type = STT_OBJECT, .section = S_DATA } } },
      0,
      { { TEXT_FOFF + 0x10, TEXT_FOFF + 0x20, "f" } } },
};

/* The table of a file; its bytes lie in memory that cannot be written, right before memory that cannot be
 * read. */
static bool read_elf(const uint8_t *bytes, size_t n, const struct object *o, const struct make *runtime,
                     struct symtab *t, struct err *e)
{
    size_t page = 4096, size = (n + page - 1) / page * page;
    uint8_t *p = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(p != MAP_FAILED);
    uint8_t *at = p + size - n;
    memcpy(at, bytes, n);
    assert_int_equal(mprotect(p, size ? size : page, PROT_READ), 0);
    assert_int_equal(mprotect(p + size, page, PROT_NONE), 0);
    struct symbol_input in = { .bytes = { at, n }, .object = o };
    if (runtime)
        in.runtime = (struct span){ runtime->bytes, runtime->n };
    struct build_id id;
    elf_reader.recognise(in.bytes);
    elf_reader.content(&(struct blob){ .bytes = in.bytes });
    elf_reader.build_id(in.bytes, &id);
    bool ok = elf_reader.read(&in, t, e);
    munmap(p, size + page);
    return ok;
}

static void check(const struct symtab *t, const struct expected *out)
{
    size_t k = 0;
    struct text name = { 0 };
    for (; k < MAX && out[k].name; k++) {
        assert_true(k < t->n);
        name.n = 0;
        symtab_symbol_name(t->demangle, &t->v[k], &name);
        assert_string_equal(name.s, out[k].name);
        assert_true(t->v[k].start == out[k].start);
        assert_true(t->v[k].end == out[k].end);
    }
    assert_int_equal(t->n, k);
    text_free(&name);
}

static void test_selection(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        print_message("%s\n", rows[i].what);
        for (int form = 0; form < 4; form++) {
            struct make m = rows[i].file;
            struct symtab t = { 0 };
            struct err e = { 0 };
            m.wide = form & 1;
            m.big = form & 2;
            if (rows[i].only_class && (rows[i].only_class == 64) != m.wide)
                continue;
            make_elf(&m);
            assert_true(read_elf(m.bytes, m.n, rows[i].object, NULL, &t, &e));
            check(&t, rows[i].out);
            uint64_t addr;
            assert_int_equal(symtab_ref_addr(&t, "_text", &addr), rows[i].object == &kernel);
            assert_int_equal(t.text_foff, rows[i].object == &module ? TEXT_FOFF : 0);
            symtab_free(&t);
        }
    }
}

/* Symbols in a debug file, offsets and PLT in the stripped one that was mapped. */
static void test_debug_file(void **state)
{
    (void)state;
    struct make debug = { .machine = EM_S390,
                          .type = ET_DYN,
                          .wide = true,
                          .big = true,
                          .debug_file = true,
                          .symtab = { { "f", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT } } };
    struct make mapped = { .machine = EM_S390,
                           .type = ET_DYN,
                           .wide = true,
                           .big = true,
                           .dynsym = { { "puts", 0, 0, GLOBAL_FUNC, .section = SHN_UNDEF } },
                           .plt = { 2 },
                           .plt_code = "c01000108a40e3101000000407f1" }; /* larl to GOT_SVMA */
    static const struct expected out[MAX] = { { TEXT_FOFF, TEXT_FOFF + 16, "f" },
                                              { PLT_FOFF, PLT_FOFF + 32, "puts@plt" } };
    struct symtab t = { 0 };
    struct err e = { 0 };
    make_elf(&debug);
    make_elf(&mapped);
    struct symbol_content in_debug = elf_reader.content(&(struct blob){ .bytes = { debug.bytes, debug.n } });
    struct symbol_content in_mapped =
        elf_reader.content(&(struct blob){ .bytes = { mapped.bytes, mapped.n } });
    assert_true(in_debug.full && !in_debug.runtime);
    assert_true(!in_mapped.full && in_mapped.runtime);
    assert_true(read_elf(debug.bytes, debug.n, &user, &mapped, &t, &e));
    check(&t, out);
    symtab_free(&t);

    assert_false(read_elf(mapped.bytes, mapped.n, &kernel, NULL, &t, &e)); /* a stripped kernel is no use */
    assert_non_null(strstr(e.msg, "stripped"));
    symtab_free(&t);
}

/* Without the file that was mapped, what was mapped of it tells where the code was. Where the data was only
   segments tell, if they are still that file's: the sections have no place. */
static void test_debug_file_alone(void **state)
{
    (void)state;
    static const struct object mapped = { .kind = OBJECT_USER, .code_foff = 0, .code_end = 0x1000 };
    static const struct {
        bool segments;
        struct expected out[MAX];
    } ways[] = {
        { false, { { TEXT_FOFF, TEXT_FOFF + 16, "f" } } },
        { true, { { TEXT_FOFF, TEXT_FOFF + 16, "f" }, { DATA_FOFF, DATA_FOFF + 16, "d" } } },
    };
    for (size_t i = 0; i < 2; i++)
        for (int form = 0; form < 4; form++) {
            struct make m = { .machine = EM_S390,
                              .type = ET_DYN,
                              .wide = form & 1,
                              .big = form & 2,
                              .debug_file = true,
                              .segments = ways[i].segments,
                              .symtab = {
                                  { "f", TEXT_SVMA, 16, GLOBAL_FUNC, .section = S_TEXT },
                                  { "d", DATA_SVMA, 16, STB_GLOBAL, STT_OBJECT, .section = S_DATA } } };
            struct symtab t = { 0 };
            struct err e = { 0 };
            make_elf(&m);
            assert_true(read_elf(m.bytes, m.n, &mapped, NULL, &t, &e));
            check(&t, ways[i].out);
            symtab_free(&t);
        }
}

/* Of the bytes in memory, and of a file that has them. */
static bool id_of(const struct make *m, struct build_id *id)
{
    struct build_id read;
    struct err e = { 0 };
    struct file f;
    assert_true(file_temp(&f, NULL, &e) && file_append(&f, m->bytes, m->n, &e));
    const bool of_file = elf_build_id_of_file(&f, &read),
               of_bytes = elf_build_id((struct span){ m->bytes, m->n }, id);
    file_close(&f);
    assert_true(of_file == of_bytes && read.n == id->n && !memcmp(read.bytes, id->bytes, id->n));
    return of_bytes;
}

static void test_build_id(void **state)
{
    (void)state;
    static const char id[] = "0123456789abcdefghij";
    for (int form = 0; form < 4; form++) {
        struct make m = {
            .wide = form & 1, .big = form & 2, .machine = EM_S390, .type = ET_DYN, .build_id = id
        };
        struct build_id got;
        make_elf(&m);
        assert_true(id_of(&m, &got));
        assert_int_equal(got.n, 20);
        assert_memory_equal(got.bytes, id, 20);
        make_put(&m, m.wide ? 0x28 : 0x20, m.wide ? 8 : 4, 0); /* no section headers: the segment has it */
        make_put(&m, m.wide ? 0x3c : 0x30, 2, 0);
        make_put(&m, m.wide ? 0x3e : 0x32, 2, 0);
        assert_true(id_of(&m, &got));
        assert_memory_equal(got.bytes, id, 20);
        for (size_t n = m.n; n--; m.n = n)
            id_of(&m, &got);
    }
    static const uint8_t notes[] = { 6,   0,   0, 0, 1, 0, 0,   0,   1,   1, 0, 0, 'L', 'i', 'n',
                                     'u', 'x', 0, 0, 0, 0, 0,   0,   0,   4, 0, 0, 0,   3,   0,
                                     0,   0,   3, 0, 0, 0, 'G', 'N', 'U', 0, 1, 2, 3 };
    struct build_id got;
    assert_true(elf_build_id_of_notes((struct span){ notes, sizeof(notes) }, ORDER_LITTLE, &got));
    assert_int_equal(got.n, 3);
    for (size_t n = 0; n < sizeof(notes); n++)
        assert_false(elf_build_id_of_notes((struct span){ notes, n }, ORDER_LITTLE, &got));
    assert_false(elf_build_id_of_notes((struct span){ notes, sizeof(notes) }, ORDER_BIG, &got));
}

static void test_demangle(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out, *full; /* NULL: as `out` */
    } names[] = {
        { "main", NULL, NULL },
        { "_start", NULL, NULL },
        { "_ZN3foo3barEi", "foo::bar", "foo::bar(int)" },
        { "_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back",
          "std::vector<int, std::allocator<int> >::push_back(int&&)" },
        { "_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place", NULL },
        { "_ZN2ns4tmulIdEET_S1_i", "ns::tmul<double>", "double ns::tmul<double>(double, int)" },
        { "_RNvC6_123foo3bar", "123foo::bar", NULL },
        { "_Z", NULL, NULL },
        { "_Dmain", "D main", NULL },
        { "_D3std5stdio7writelnFAyaZv", "std.stdio.writeln(immutable(char)[])", NULL },
        { "_D9a", NULL, NULL },
        { "_Dwarf", NULL, NULL },
        { "$s4main3addyS2i_SitF", NULL, NULL },
        { "camlStdlib__$2b$2b_88", "Stdlib.++_88", NULL },
        { "camlBar__insert_84", "Bar.insert_84", NULL },
        { "camlStdlib__List__map_512", "Stdlib.List.map_512", NULL },
        { "camlFib.fib_269", "Fib.fib_269", NULL },
        { "camlFoo__bar$_7", "Foo.bar$_7", NULL },
        { "camlFoo__", NULL, NULL },
        { "camlStartup", NULL, NULL },
        { "caml_alloc", NULL, NULL },
        { "camlx__y", NULL, NULL },
        { "Lcom/example/Foo;bar(ILjava/lang/String;)V", "com.example.Foo.bar(int, java.lang.String)", NULL },
        { "Lcom/example/Foo;.bar(ILjava/lang/String;)V", "com.example.Foo.bar(int, java.lang.String)", NULL },
        { "LFoo;run()V", "Foo.run()", NULL },
        { "Ljava/lang/Object;<init>()V", "java.lang.Object<init>()", NULL },
        { "La/B;c([[J[Ld/E;Z)[I", "a.B.c(long[][], d.E[], boolean)", NULL },
        { "La/B;c(Q)V", NULL, NULL },
        { "La/B;c(I", NULL, NULL },
        { "La/B;c(I)", NULL, NULL },
        { "La/B;c(I)Vx", NULL, NULL },
        { "La/B;(I)V", NULL, NULL },
        { "L;a()V", NULL, NULL },
        { "Label", NULL, NULL },
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        char *got = elf_demangle(names[i].in);
        assert_string_equal(got ? got : "", names[i].out ? names[i].out : "");
        free(got);
        got = elf_demangle_full(names[i].in);
        const char *full = names[i].full ? names[i].full : names[i].out;
        assert_string_equal(got ? got : "", full ? full : "");
        free(got);
    }
}

/* Each level names the one before it twice: a::b<pair<int, int>, pair<that, that>, ...>. */
static void test_demangle_bomb(void **state)
{
    (void)state;
    char name[1024] = "_ZN1aISt4pairIiiE";
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int level = 1; level < 34; level++) {
        char next[16] = "S0_ISx_Sx_E";
        next[5] = next[8] = digits[level];
        strcat(name, next);
        if (level == 3 || level == 33) {
            char whole[1100];
            snprintf(whole, sizeof(whole), "%sE1bEv", name);
            char *got = elf_demangle(whole);
            assert_int_equal(got != NULL, level == 3);
            free(got);
        }
    }
}

/* Any clean outcome passes; a crash, a leak or a read outside of the bytes does not. */
static void test_damage(void **state)
{
    (void)state;
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        for (int form = 0; form < 4; form++) {
            struct make m = rows[i].file;
            m.wide = form & 1;
            m.big = form & 2;
            m.build_id = "01234567890123456789";
            make_elf(&m);
            for (size_t n = 0; n < m.n; n += n < 256 ? 1 : 37) {
                struct symtab t = { 0 };
                struct err e = { 0 };
                read_elf(m.bytes, n, rows[i].object, NULL, &t, &e);
                symtab_free(&t);
            }
            for (int flip = 0; flip < 400; flip++) {
                struct symtab t = { 0 };
                struct err e = { 0 };
                x = x * 1664525 + 1013904223;
                /* Headers, and everything from the symbols on. */
                size_t at = (x >> 8) % 0x100;
                if (x & 1)
                    at = 0xa00 + (x >> 8) % (m.n - 0xa00);
                uint8_t was = m.bytes[at];
                m.bytes[at] = x & 2 ? 0xff : (uint8_t)(was ^ 1u << (x >> 2) % 8);
                read_elf(m.bytes, m.n, rows[i].object, NULL, &t, &e);
                symtab_free(&t);
                if (x & 4) /* some damage stays and adds up */
                    m.bytes[at] = was;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selection),        cmocka_unit_test(test_debug_file),
        cmocka_unit_test(test_debug_file_alone), cmocka_unit_test(test_build_id),
        cmocka_unit_test(test_demangle),         cmocka_unit_test(test_demangle_bomb),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
