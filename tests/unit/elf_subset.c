/* Subsets of small ELF files of both classes and orders, of real ones, and of damaged ones. */
#include "formats/elf/write/elf_subset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/file/file.h"
#include "formats/elf/unwind/cfi.h"
#include "formats/elf/elf.h"
#include "formats/elf/read/image.h"
#include "tests/unit/elf_make.h"

enum { FORMS = 4 };

static struct span span_of(const struct text *t)
{
    return (struct span){ (const uint8_t *)t->s, t->n };
}

/* A file with no zeros in its sections; its notes and frames are there. */
static struct make file(int form, uint16_t type)
{
    struct make m = { .wide = form & 1,
                      .big = form & 2,
                      .machine = EM_S390,
                      .type = type,
                      .frames = true,
                      .build_id = "0123456789abcdefghij",
                      .symtab = { { "f", TEXT_SVMA, 16, .type = STT_FUNC, .section = S_TEXT } },
                      .dynsym = { { "puts", 0, 0, .type = STT_FUNC } },
                      .plt = { 2 } };
    make_elf(&m);
    memset(m.bytes + TEXT_FOFF, 0xcc, 0xa00 - TEXT_FOFF);
    return m;
}

static GElf_Shdr section(struct span bytes, const char *name)
{
    struct image m;
    struct err e = { 0 };
    GElf_Shdr h = { .sh_type = SHT_NULL };
    assert_true(image_open(&m, bytes, &e));
    if (!image_find_section(&m, name, &h, NULL))
        h.sh_type = SHT_NULL;
    image_close(&m);
    return h;
}

static void test_kept(void **state)
{
    (void)state;
    static const struct elf_range asked[] = {
        { TEXT_FOFF + 0x40, TEXT_FOFF + 0x50 },                                      /* not in order, */
        { TEXT_FOFF, TEXT_FOFF + 0x10 },        { TEXT_FOFF + 8, TEXT_FOFF + 0x20 }, /* overlapping, */
        { TEXT_FOFF + 0x20, TEXT_FOFF + 0x20 }, { UINT64_MAX - 1, UINT64_MAX },      /* outside */
    };
    for (int form = 0; form < FORMS; form++) {
        struct make m = file(form, ET_DYN);
        struct span whole = { m.bytes, m.n };
        struct text out = { 0 }, again = { 0 };
        struct err e = { 0 };
        assert_true(elf_subset(whole, asked, 5, true, &out, &e));
        struct span subset = span_of(&out);

        struct elf_ranges real = elf_subset_ranges(subset);
        const size_t head = m.wide ? 64 : 52, phdrs = 3 * (m.wide ? 56 : 32);
        const uint64_t note = section(whole, ".note.gnu.build-id").sh_offset;
        const struct elf_range wanted[] = { { head, head + phdrs },
                                            { TEXT_FOFF, TEXT_FOFF + 0x20 },
                                            { TEXT_FOFF + 0x40, TEXT_FOFF + 0x50 },
                                            { PLT_FOFF, PLT_FOFF + 0x80 },
                                            { DATA_FOFF + 0x100, DATA_FOFF + 0x200 },
                                            { note, note + 36 } };
        assert_int_equal(real.n, sizeof(wanted) / sizeof(*wanted));
        assert_memory_equal(real.v, wanted, sizeof(wanted));
        for (size_t i = 0, at = head; i < real.n; at = (size_t)real.v[i++].end) {
            const struct elf_range *r = &real.v[i];
            assert_memory_equal(subset.p + r->foff, m.bytes + r->foff, r->end - r->foff);
            for (; at < r->foff; at++)
                assert_int_equal(subset.p[at], 0);
        }
        free(real.v);

        assert_int_equal(section(subset, ".text").sh_type, SHT_PROGBITS);
        assert_int_equal(section(subset, ".text").sh_offset, TEXT_FOFF);
        assert_int_equal(section(subset, ".text").sh_addr, TEXT_SVMA);
        assert_int_equal(section(subset, ".init.text").sh_type, SHT_NOBITS);
        assert_int_equal(section(subset, ".data").sh_type, SHT_NOBITS);
        assert_int_equal(section(subset, ".data").sh_offset, DATA_FOFF);
        assert_int_equal(section(subset, ".dynsym").sh_type, SHT_NOBITS);
        assert_int_equal(section(subset, ".symtab").sh_type, SHT_NULL);
        assert_int_equal(section(subset, ".strtab").sh_type, SHT_NULL);
        assert_int_equal(section(subset, ".eh_frame").sh_type, SHT_PROGBITS);
        GElf_Shdr frames = section(subset, ".debug_frame");
        assert_int_equal(frames.sh_size, 16);
        assert_memory_equal(subset.p + frames.sh_offset, m.bytes + section(whole, ".debug_frame").sh_offset,
                            16);
        struct build_id id;
        assert_true(elf_build_id(subset, &id));
        assert_memory_equal(id.bytes, "0123456789abcdefghij", 20);

        /* What is not there cannot be kept: a subset of all of a subset is the same. */
        const struct elf_range all = { 0, UINT64_MAX };
        assert_true(elf_subset(subset, &all, 1, true, &again, &e));
        assert_int_equal(again.n, out.n);
        assert_memory_equal(again.s, out.s, out.n);
        text_free(&again);
        text_free(&out);

        assert_true(elf_subset(whole, NULL, 0, false, &out, &e));
        assert_int_equal(section(span_of(&out), ".text").sh_type, SHT_NOBITS);
        assert_int_equal(section(span_of(&out), ".eh_frame").sh_type, SHT_NOBITS);
        assert_int_equal(section(span_of(&out), ".debug_frame").sh_type, SHT_NULL);
        text_free(&out);

        assert_true(elf_subset_is_whole(whole));
        assert_false(elf_subset_is_whole((struct span){ NULL, 0 }));
    }
}

/* All of a file: nothing is there twice, and its bytes are those of the file but for the ELF header. */
static void test_all(void **state)
{
    (void)state;
    const struct elf_range all = { 0, UINT64_MAX };
    for (int form = 0; form < FORMS; form++) {
        struct make m = file(form, ET_REL);
        struct text out = { 0 };
        struct err e = { 0 };
        assert_true(elf_subset((struct span){ m.bytes, m.n }, &all, 1, true, &out, &e));
        assert_memory_equal(out.s + 64, m.bytes + 64, m.n - 64);
        assert_true(out.n < m.n + 1000 + S_COUNT * 64);
        assert_int_equal(section(span_of(&out), ".debug_frame").sh_offset,
                         section((struct span){ m.bytes, m.n }, ".debug_frame").sh_offset);
        text_free(&out);
    }
}

/* A module has no program headers: what is not kept at its end is not there. */
static void test_module(void **state)
{
    (void)state;
    struct make m = file(3, ET_REL);
    const struct elf_range one = { TEXT_FOFF + 0x10, TEXT_FOFF + 0x20 };
    struct text out = { 0 };
    struct err e = { 0 };
    m.frames = false;
    m.build_id = NULL;
    make_elf(&m);
    assert_true(elf_subset((struct span){ m.bytes, m.n }, &one, 1, false, &out, &e));
    assert_int_equal(section(span_of(&out), ".text").sh_offset, TEXT_FOFF);
    assert_int_equal(section(span_of(&out), ELF_SUBSET_RANGES).sh_offset,
                     TEXT_FOFF + 0x100); /* where .text ends */
    text_free(&out);
}

/* More sections than the ELF header can count, and links between them. */
static void many_sections(bool big)
{
    enum { N = 0xff10, TABLE = 0x100 };
    struct make m = { .wide = true, .big = big };
    uint8_t *bytes = calloc(1, TABLE + N * 64);
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', 2, big ? ELFDATA2MSB : ELFDATA2LSB, 1 };
    memcpy(m.bytes, ident, sizeof(ident));
    make_put(&m, 16, 2, ET_REL);
    make_put(&m, 20, 4, 1);
    make_put(&m, 0x28, 8, TABLE);
    make_put(&m, 0x34, 2, 64);
    make_put(&m, 0x3a, 2, 64);
    memcpy(bytes, m.bytes, 64);
    make_put(&m, TABLE + 0x20, 8, N);
    memcpy(bytes + TABLE, m.bytes + TABLE, 64);
    for (size_t i = 1; i < N; i++) {
        make_put(&m, 4, 4, SHT_PROGBITS);
        make_put(&m, 8, 8, i % 2 ? SHF_ALLOC : 0);
        make_put(&m, 0x28, 4, i == N - 1 ? N - 3 : 0);
        memcpy(bytes + TABLE + i * 64, m.bytes, 64);
        memset(bytes + TABLE + i * 64, 0, 4);
    }
    struct span whole = { bytes, TABLE + N * 64 };
    struct text out = { 0 };
    struct err e = { 0 };
    struct image image;
    size_t n;
    assert_true(elf_subset(whole, NULL, 0, true, &out, &e)); /* every other one is loaded */
    assert_true(image_open(&image, span_of(&out), &e));
    assert_int_equal(elf_getshdrnum(image.elf, &n), 0);
    assert_int_equal(n, 1 + N / 2 + 2);
    GElf_Shdr h;
    assert_non_null(gelf_getshdr(elf_getscn(image.elf, N / 2), &h));
    assert_int_equal(h.sh_link, N / 2 - 1);
    image_close(&image);
    text_free(&out);

    for (size_t i = 1; i < N; i++) /* all are loaded */
        bytes[TABLE + i * 64 + (big ? 15 : 8)] = SHF_ALLOC;
    assert_true(elf_subset(whole, NULL, 0, true, &out, &e));
    assert_true(image_open(&image, span_of(&out), &e));
    assert_int_equal(elf_getshdrnum(image.elf, &n), 0);
    assert_int_equal(n, N + 2);
    assert_non_null(
        image_find_section(&image, ELF_SUBSET_RANGES, &h, NULL)); /* found by its name, whose place the first
                                                                      section header tells */
    image_close(&image);
    text_free(&out);
    free(bytes);
}

static void test_many_sections(void **state)
{
    (void)state;
    many_sections(false);
    many_sections(true);
}

/* Sections that all claim the same bytes would make an image of many times the file's size. */
static void test_bomb(void **state)
{
    (void)state;
    struct make m = file(1, ET_REL);
    struct text out = { 0 };
    struct err e = { 0 };
    const size_t table = (size_t)load_u64(m.bytes + 0x28, ORDER_LITTLE);
    for (int i = 1; i < S_COUNT - 1; i++)
        if (i != S_SHSTRTAB)
            memcpy(m.bytes + table + (size_t)i * 64, m.bytes + table + S_FRAMES * 64, 64);
    for (int i = 1; i < S_COUNT; i++)
        if (i != S_SHSTRTAB) {
            make_put(&m, table + (size_t)i * 64 + 0x18, 8, 0x100);
            make_put(&m, table + (size_t)i * 64 + 0x20, 8, m.n - 0x100);
        }
    assert_false(elf_subset((struct span){ m.bytes, m.n }, NULL, 0, true, &out, &e));
    assert_non_null(strstr(e.msg, "overlap"));
    assert_int_equal(out.n, 0);
    assert_false(elf_subset((struct span){ m.bytes, 10 }, NULL, 0, true, &out, &e));
    assert_int_equal(out.n, 0);
}

/* The frames of a debug file come into the subset of a file that has none, and stay when that is made
   thin, or joined. */
static void test_debug_frames(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct make debug = file(form, ET_DYN), m = file(form, ET_DYN);
        struct text subset = { 0 }, out = { 0 }, again = { 0 }, both = { 0 };
        struct err e = { 0 };
        const struct span of_debug = { debug.bytes, debug.n };
        m.frames = false;
        m.n = 0;
        make_elf(&m);
        const struct span whole = { m.bytes, m.n };
        GElf_Shdr h = section(of_debug, ".debug_frame");
        assert_true(elf_subset(whole, NULL, 0, true, &subset, &e));
        assert_false(elf_subset_frames(span_of(&subset), whole, &out));
        assert_int_equal(out.n, 0);
        assert_true(elf_subset_frames(span_of(&subset), of_debug, &out));
        GElf_Shdr kept = section(span_of(&out), ".debug_frame");
        assert_int_equal(kept.sh_size, h.sh_size);
        assert_memory_equal(out.s + kept.sh_offset, debug.bytes + h.sh_offset, (size_t)h.sh_size);
        assert_false(elf_subset_frames(span_of(&out), of_debug, &both)); /* it has some */
        assert_true(elf_subset(span_of(&out), NULL, 0, true, &again, &e));
        assert_int_equal(section(span_of(&again), ".debug_frame").sh_size, h.sh_size);
        assert_true(elf_subset_join(span_of(&subset), span_of(&out), &both, &e));
        assert_int_equal(section(span_of(&both), ".debug_frame").sh_size, h.sh_size);
        text_free(&both);
        assert_false(elf_subset_frames((struct span){ debug.bytes, 9 }, of_debug, &both));
        assert_false(elf_subset_frames(whole, (struct span){ debug.bytes, 9 }, &both));
        text_free(&subset);
        text_free(&out);
        text_free(&again);
        text_free(&both);
    }
}

/* Ranges that a hostile image claims. */
static void test_claims(void **state)
{
    (void)state;
    struct make m = file(1, ET_DYN);
    struct text out = { 0 };
    struct err e = { 0 };
    assert_true(elf_subset((struct span){ m.bytes, m.n }, NULL, 0, false, &out, &e));
    const size_t at = (size_t)section(span_of(&out), ELF_SUBSET_RANGES).sh_offset;
    memset(out.s + at + 8, 0xff, 8); /* the first one ends outside */
    struct elf_ranges real = elf_subset_ranges(span_of(&out));
    assert_int_equal(real.n, 1);
    free(real.v);
    memset(out.s + at + 16, 0, 8);
    memset(out.s + at, 0, 8);
    memset(out.s + at + 8, 0, 8);
    out.s[at + 8] = 0x40; /* the second one begins in the first one */
    real = elf_subset_ranges(span_of(&out));
    assert_int_equal(real.n, 1);
    assert_int_equal(real.v[0].end, 0x40);
    free(real.v);
    text_free(&out);
}

/* The unwinder has the same answers for every offset. */
static void test_frames(void **state)
{
    (void)state;
    static const char *const files[] = {
        "fixtures/amd64/debug/opt/wl/libwork.so/fb563abe2e17ee1384c7c9e6dd377b30174fb8ce/elf",
        "fixtures/amd64/debug/opt/wl/workload-nopie/bb472517edc6a1702667b666e895be7bb50348bb/elf",
        "fixtures/amd64/debug/opt/wl/workload-stripped/f9d85ecaf846033ac5333a74e14f2e78c9996db9/elf",
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
        struct err e = { 0 };
        struct span whole;
        struct text out = { 0 };
        assert_true(file_map(files[i], &whole, &e));
        assert_true(elf_subset(whole, NULL, 0, true, &out, &e));
        const struct span none = { NULL, 0 };
        struct frame_tables *a = cfi_reader.open(whole, none), *b = cfi_reader.open(span_of(&out), none);
        assert_true(a && b);
        int told = 0;
        for (uint64_t foff = 0; foff < whole.n; foff++) {
            enum unwind_stop why_a, why_b;
            struct unwind_rule *x = cfi_reader.rule(a, foff, &why_a), *y = cfi_reader.rule(b, foff, &why_b);
            assert_true(!x == !y);
            if (x) {
                assert_int_equal(x->end, y->end);
                assert_int_equal(x->ncells, y->ncells);
                assert_memory_equal(&x->cfa, &y->cfa, sizeof(x->cfa));
                assert_memory_equal(x->cells, y->cells, x->ncells * sizeof(*x->cells));
                told++;
            } else {
                assert_int_equal(why_a, why_b);
            }
            free(x);
            free(y);
        }
        assert_true(told > 50);
        cfi_reader.close(a);
        cfi_reader.close(b);
        text_free(&out);
        file_unmap(whole);
    }
}

/* Any clean outcome passes that is not larger than it may be. */
static void subset_of(const uint8_t *bytes, size_t n)
{
    static const struct elf_range some[] = { { TEXT_FOFF, TEXT_FOFF + 0x20 },
                                             { 0, 8 },
                                             { 0x900, UINT64_MAX } };
    uint8_t *copy = malloc(n + 1); /* of exactly that size: the sanitizer sees what is read behind it */
    memcpy(copy, bytes, n);
    struct text out = { 0 };
    struct err e = { 0 };
    if (elf_subset((struct span){ copy, n }, some, 3, n % 2, &out, &e))
        assert_true(out.n < 3 * n + 8192);
    else
        assert_int_equal(out.n, 0);
    free(elf_subset_ranges(span_of(&out)).v);
    text_free(&out);
    free(copy);
}

static void test_damage(void **state)
{
    (void)state;
    uint32_t x = 1;
    for (int form = 0; form < FORMS; form++) {
        struct make m = file(form, form & 1 ? ET_DYN : ET_REL);
        for (size_t n = 0; n < m.n; n += n < 256 ? 1 : 37)
            subset_of(m.bytes, n);
        for (int flip = 0; flip < 2000; flip++) {
            x = x * 1664525 + 1013904223;
            size_t at = x & 1 ? 0xa00 + (x >> 8) % (m.n - 0xa00) : (x >> 8) % 0x100;
            uint8_t was = m.bytes[at];
            m.bytes[at] = x & 2 ? 0xff : (uint8_t)(was ^ 1u << (x >> 2) % 8);
            subset_of(m.bytes, m.n);
            if (x & 4) /* some damage stays and adds up */
                m.bytes[at] = was;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),   cmocka_unit_test(test_all),
        cmocka_unit_test(test_module), cmocka_unit_test(test_many_sections),
        cmocka_unit_test(test_bomb),   cmocka_unit_test(test_debug_frames),
        cmocka_unit_test(test_claims), cmocka_unit_test(test_frames),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
