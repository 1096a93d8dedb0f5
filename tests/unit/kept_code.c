/* Code that recorders keep: functions of BPF programs in either byte order, damaged ones, as an ELF core file of every
   architecture, and what a reader of code makes of it. */
#include "archive/source/sources.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "formats/elf/read/code_ranges.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/image.h"
#include "formats/elf/write/elf_core.h"
#include "formats/perf/features/feature.h"
#include "tests/unit/perf_make.h"

enum { BPF_PROG_INFO = 25, FIRST = 0x1000, SECOND = 0x2000 };

#define TAG(c) c c c c c c c c

/* A program of two functions, of 3 and 5 bytes, and one that was not compiled. */
static void put_programs(struct bytes *b)
{
    static const struct field fields[] = {
        U32(2),
        /* struct perf_bpil: lengths, arrays: code, addresses, lengths, tags */
        U32(192),
        U32(48),
        U64(0x119),
        /* struct bpf_prog_info: type, id, tag; lengths of the code and of the program, where they are, times, maps, name */
        U32(1),
        U32(7),
        RAW(TAG("T"), 8),
        U32(8),
        U32(0),
        U64(0),
        U64(0),
        U64(0),
        U32(0),
        U32(0),
        U64(0),
        RAW("mix\0\0\0\0\0\0\0\0\0\0\0\0\0", 16),
        U32(0),
        U32(0),
        U64(0),
        U64(0),
        /* addresses and lengths of its functions: how many, where; types, lines, their numbers, tags */
        U32(2),
        U32(2),
        U64(8),
        U64(24),
        U32(0),
        U32(0),
        U64(0),
        U32(0),
        U32(0),
        U64(0),
        U64(0),
        U32(0),
        U32(0),
        U32(0),
        U32(2),
        U64(32),
        /* the arrays */
        RAW("abcABCDE", 8),
        U64(FIRST),
        U64(SECOND),
        U32(3),
        U32(5),
        RAW(TAG("1") TAG("2"), 16),
        U32(192),
        U32(0),
        U64(0),
        U32(1),
        U32(8),
        RAW("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16),
        RAW("\0\0\0\0\0\0\0\0", 8),
        { 0, 0, NULL }
    };
    static const uint8_t rest[192 - 32];
    put_fields(b, fields);
    put_raw(b, rest, sizeof(rest));
}

static void give(struct perfdata *p, const struct bytes *b)
{
    *p = (struct perfdata){ .capture = { .path = "x.data", .order = b->order } };
    p->capture.env.arch = arch_by_name("x86_64", 64, ORDER_LITTLE);
    p->features[BPF_PROG_INFO] = (struct feature_bytes){ .present = true, .s = span_of(b) };
}

struct seen {
    struct feature_bpf_function v[4];
    size_t n;
    uint32_t sum;
};

static void see(void *arg, const struct feature_bpf_function *f)
{
    struct seen *s = arg;
    for (size_t i = 0; i < f->code.n; i++)
        s->sum += f->code.p[i];
    for (size_t i = 0; i < COUNT(f->tags); i++)
        s->sum += f->tags[i].n ? f->tags[i].p[f->tags[i].n - 1] : 0;
    if (s->n < COUNT(s->v))
        s->v[s->n] = *f;
    s->n++;
}

static void functions_in_both_orders(void **state UNUSED)
{
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct bytes b = { .order = order };
        struct perfdata p;
        struct seen s = { .n = 0 };
        put_programs(&b);
        give(&p, &b);
        feature_bpf_functions(&p.capture, see, &s);
        assert_int_equal(s.n, 2);
        assert_int_equal(s.v[0].avma, FIRST);
        assert_int_equal(s.v[1].avma, SECOND);
        assert_int_equal(s.v[0].code.n, 3);
        assert_memory_equal(s.v[1].code.p, "ABCDE", 5);
        assert_memory_equal(s.v[0].tags[0].p, TAG("1"), 8);
        assert_memory_equal(s.v[0].tags[1].p, TAG("T"), 8);
        assert_int_equal(s.v[1].tags[1].n, 0);
        free(b.p);
    }
}

/* Cut anywhere, and with any 4 bytes turned into a huge number: nothing behind the end is read. */
static void damaged_functions(void **state UNUSED)
{
    struct bytes whole = { .order = ORDER_BIG };
    struct perfdata p;
    put_programs(&whole);
    for (size_t n = 0; n < 2 * whole.n; n++) {
        struct bytes b = { .order = ORDER_BIG };
        struct seen s = { .n = 0 };
        put_raw(&b, whole.p, n < whole.n ? n : whole.n);
        for (size_t i = n - whole.n; n >= whole.n && i < whole.n && i < n - whole.n + 4; i++)
            b.p[i] = 0xff;
        b.p = mem_resize(b.p, b.n + !b.n, 1); /* what is behind is no one's */
        give(&p, &b);
        feature_bpf_functions(&p.capture, see, &s);
        assert_true(s.n <= 2);
        free(b.p);
    }
    free(whole.p);
}

static void cores_of_every_architecture(void **state UNUSED)
{
    size_t n;
    const struct arch *const *all = arch_all(&n);
    const struct object o = { .kind = OBJECT_KSYMBOL, .path = "x", .name = "x" };
    const struct span code = { (const uint8_t *)"0123456789", 10 }, none = { NULL, 0 };
    for (size_t i = 0; i < n; i++) {
        struct text file = { 0 };
        struct err e = { 0 };
        struct image m;
        uint64_t avma = all[i]->bits == 64 ? 0xffffffffc0001234 : 0xc0001234, foff, at;
        assert_true(elf_core_put(all[i], &(struct code_piece){ all[i], code, avma, 0 }, 1, &file, &e));
        const struct span bytes = { (const uint8_t *)file.s, file.n };
        assert_true(image_open(&m, bytes, &e));
        assert_int_equal(m.ehdr.e_type, ET_CORE);
        assert_true(image_foff_of_svma(&m, avma + 9, &foff));
        assert_int_equal(file.s[foff], '9');
        assert_false(image_foff_of_svma(&m, avma + 10, &foff));
        image_close(&m);

        struct code_file *f = elf_code_reader.open(bytes, none, &o, &avma, &e);
        assert_non_null(f);
        assert_int_equal(elf_code_reader.arch(f)->machine, all[i]->machine);
        assert_int_equal(elf_code_reader.addresses(f), CODE_AS_RUN);
        assert_true(elf_code_reader.at(f, avma + 3, &at));
        assert_int_equal(at, 3);
        size_t runs;
        struct code_run *r = elf_code_reader.runs(f, 2, 20, &runs);
        assert_int_equal(runs, 2);
        assert_int_equal(r[0].svma, avma + 2);
        assert_int_equal(r[0].bytes.n, 8);
        assert_int_equal(r[0].bytes.p[0], '2');
        assert_int_equal(r[1].bytes.n, 0);
        free(r);
        elf_code_reader.close(f);
        text_free(&file);
    }
}

/* Pieces with gaps between them: each is there, and nothing beside it; in more segments than are read there would be. */
static void core_of_pieces(void **state UNUSED)
{
    enum { PIECES = 1000 };
    static const uint64_t gaps[] = { 0, 1, 7, 4096, 1 << 14 };
    const struct object o = { .kind = OBJECT_JIT, .path = "x", .name = "x" };
    const struct span none = { NULL, 0 };
    size_t n;
    const struct arch *const *all = arch_all(&n);
    for (size_t i = 0; i < n; i++) {
        struct code_piece p[PIECES];
        struct text file = { 0 };
        struct err e = { 0 };
        const uint64_t zero = 0;
        uint64_t at = 0x1000;
        for (size_t k = 0; k < PIECES; k++) {
            const size_t size = 1 + k % 9;
            p[k] = (struct code_piece){ all[i], { (const uint8_t *)"012345678" + 9 - size, size }, at, 0 };
            at += size + gaps[k % COUNT(gaps)];
        }
        assert_true(elf_core_put(all[i], p, PIECES, &file, &e));
        struct code_file *f =
            elf_code_reader.open((struct span){ (const uint8_t *)file.s, file.n }, none, &o, &zero, &e);
        assert_non_null(f);
        for (size_t k = 0; k < PIECES; k++) {
            const uint64_t gap = gaps[k % COUNT(gaps)], end = p[k].addr + p[k].bytes.n;
            size_t runs;
            struct code_run *r = elf_code_reader.runs(f, p[k].addr, end + gap, &runs);
            assert_int_equal(r[0].bytes.n, p[k].bytes.n);
            assert_memory_equal(r[0].bytes.p, p[k].bytes.p, p[k].bytes.n);
            assert_true(gap ? runs >= 2 && !r[1].bytes.n : runs == 1);
            free(r);
        }
        elf_code_reader.close(f);
        text_free(&file);
    }
}

/* Code all over an address space would make a file of its size. */
static void code_too_far_apart(void **state UNUSED)
{
    enum { PIECES = 200 };
    const struct arch *wide = arch_by_name("x86_64", 64, ORDER_LITTLE);
    struct code_piece p[PIECES];
    struct text file = { 0 };
    struct err e = { 0 };
    for (size_t k = 0; k < PIECES; k++)
        p[k] = (struct code_piece){ wide, { (const uint8_t *)"x", 1 }, (uint64_t)k << 40, 0 };
    assert_false(elf_core_put(wide, p, PIECES, &file, &e));
    assert_null(file.s);
    assert_true(elf_core_put(wide, p, 100, &file, &e));
    assert_true(file.n < 1 << 14);

    const struct span bytes = { (const uint8_t *)file.s,
                                file.n }; /* a range larger than the file, over all of them */
    const struct object o = { .kind = OBJECT_JIT, .path = "x", .name = "x" };
    const struct elf_range all = { 0, (uint64_t)100 << 40 };
    const uint64_t zero = 0;
    size_t n = 1, runs, there = 0;
    struct elf_range *ranges = code_ranges_to_foffs(bytes, &all, &n);
    assert_int_equal(n, 100);
    for (size_t k = 0; k < n; k++)
        assert_int_equal(file.s[ranges[k].foff], 'x');
    struct code_file *f = elf_code_reader.open(bytes, (struct span){ NULL, 0 }, &o, &zero, &e);
    assert_non_null(f);
    struct code_run *r = elf_code_reader.runs(f, 0, all.end, &runs);
    for (size_t k = 0; k < runs; k++) {
        if (!r[k].bytes.n)
            continue;
        assert_int_equal(r[k].bytes.n, 1);
        assert_int_equal(r[k].svma, (uint64_t)there++ << 40);
    }
    assert_int_equal(there, 100);
    free(r);
    free(ranges);
    elf_code_reader.close(f);
    text_free(&file);
    assert_false(elf_core_put(arch_by_name("i386", 32, ORDER_LITTLE), p, 2, &file, &e));
    assert_null(file.s);
}

/* Who is asked: by where the function lay, if the tag in its name is right. */
static void code_by_place_and_tag(void **state UNUSED)
{
    static const struct {
        const char *name;
        enum object_kind kind;
        uint64_t base;
        enum want_kind want;
        char first; /* of the code; 0: there is none */
    } rows[] = {
        { "bpf_prog_3131313131313131_f", OBJECT_KSYMBOL, FIRST, WANT_CODE, 'a' },
        { "bpf_prog_5454545454545454_mix", OBJECT_KSYMBOL, FIRST, WANT_CODE, 'a' },
        { "bpf_prog_3232323232323232", OBJECT_KSYMBOL, SECOND, WANT_CODE, 'A' },
        { "bpf_prog_5454545454545454_mix", OBJECT_KSYMBOL, SECOND, WANT_CODE, 0 },
        { "bpf_prog_3131313131313131_f", OBJECT_KSYMBOL, SECOND, WANT_CODE, 0 },
        { "bpf_prog_313131313131313100", OBJECT_KSYMBOL, FIRST, WANT_CODE, 0 },
        { "bpf_prog_3131313131313131_f", OBJECT_KSYMBOL, 0, WANT_CODE, 0 },
        { "bpf_trampoline_6442508", OBJECT_KSYMBOL, FIRST, WANT_CODE, 0 },
        { "bpf_prog_3131313131313131_f", OBJECT_USER, FIRST, WANT_CODE, 0 },
        { "bpf_prog_3131313131313131_f", OBJECT_KSYMBOL, FIRST, WANT_ELF, 0 },
    };
    static const struct symbol_reader *const readers[] = { NULL };
    struct bytes b = { .order = ORDER_BIG };
    struct perfdata p;
    struct source_list c;
    put_programs(&b);
    give(&p, &b);
    source_list_init(&c, readers);
    source_list_add(&c, source_bpf_code(&p.capture));
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct object o = { .kind = rows[i].kind,
                                  .index = (uint32_t)i,
                                  .machine = -1,
                                  .path = rows[i].name,
                                  .name = rows[i].name,
                                  .base = rows[i].base };
        const struct want w = want_of(rows[i].want, &o);
        struct source_list_cursor at = { .which = SOURCE_LIST_ALL };
        const struct symbol_reader *reader;
        struct blob blob;
        bool found = source_list_next(&c, &w, &at, &blob, &reader);
        assert_int_equal(found, rows[i].first != 0);
        if (found)
            assert_int_equal(blob.bytes.p[64 + 56], rows[i].first);
        blob_close(&blob);
        assert_false(found && source_list_next(&c, &w, &at, &blob, &reader));
    }
    assert_int_equal(c.problems.of[PROBLEM_BAD_OBJECT].n, 0);
    source_list_free(&c);
    free(b.p);
}

/* A capture without programs has no such source. */
static void no_programs(void **state UNUSED)
{
    struct bytes b = { .order = ORDER_LITTLE };
    struct perfdata p;
    put(&b, 4, 0);
    give(&p, &b);
    assert_null(source_bpf_code(&p.capture));
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_in_both_orders),
        cmocka_unit_test(damaged_functions),
        cmocka_unit_test(cores_of_every_architecture),
        cmocka_unit_test(core_of_pieces),
        cmocka_unit_test(code_too_far_apart),
        cmocka_unit_test(code_by_place_and_tag),
        cmocka_unit_test(no_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
