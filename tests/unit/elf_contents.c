/*
 * elf_contents: what is packed in an ELF file, and names of other files in it, by tables: compressed sections, .gnu_debugdata and
 * .gnu_debuglink, of either byte order and class, sound and damaged.
 */
#include "formats/elf/read/image.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

#include "core/base/budget.h"
#include "core/base/mem.h"
#include "core/resolve/resolver.h"
#include "tests/unit/perf_make.h"
#include "tests/unit/sections_make.h"

enum { PLAIN = 200, ZLIB = 1, ZSTD = 2, GNU = 100, NO_MAGIC };

static struct bytes plain_bytes(void)
{
    struct bytes b = { .order = ORDER_LITTLE };
    for (unsigned i = 0; i < PLAIN; i++)
        put(&b, 1, i % 7);
    return b;
}

static void put_packed(struct bytes *to, unsigned type, struct span in)
{
    uint8_t out[1024];
    uLongf n = sizeof(out);
    if (type == ZSTD)
        n = ZSTD_compress(out, sizeof(out), in.p, in.n, 1);
    else
        assert_int_equal(compress(out, &n, in.p, in.n), Z_OK);
    put_raw(to, out, n);
}

static const struct packed_case {
    const char *name;
    bool compressed;
    unsigned type;
    uint64_t size; /* as its header says */
    size_t cut;    /* bytes of the section that are missing */
    uint64_t most; /* of the budget */
    bool good;
} packed[] = {
    { ".debug_info", true, ZLIB, PLAIN, 0, 1000, true },
    { ".debug_info", true, ZSTD, PLAIN, 0, 1000, true },
    { ".zdebug_info", false, GNU, PLAIN, 0, 1000, true },
    { ".debug_info", true, 3, PLAIN, 0, 1000, false },
    { ".debug_info", true, ZLIB, PLAIN - 1, 0, 1000, false },
    { ".debug_info", true, ZLIB, PLAIN + 1, 0, 1000, false },
    { ".debug_info", true, ZSTD, PLAIN - 1, 0, 1000, false },
    { ".debug_info", true, ZSTD, PLAIN + 1, 0, 1000, false },
    { ".debug_info", true, ZLIB, PLAIN, 3, 1000, false },
    { ".debug_info", true, ZSTD, PLAIN, 3, 1000, false },
    { ".debug_info", true, ZLIB, 0, 0, 1000, false },
    { ".debug_info", true, ZLIB, PLAIN, 0, PLAIN, true },
    { ".debug_info", true, ZLIB, PLAIN, 0, PLAIN - 1, false },
    { ".debug_info", true, ZLIB, UINT32_MAX, 0, 1000, false },
    { ".debug_info", true, ZLIB, PLAIN, SIZE_MAX, 1000, false },
    { ".zdebug_info", false, GNU, PLAIN + 1, 0, 1000, false },
    { ".zdebug_info", false, GNU, 0, 0, 1000, false },
};

static struct bytes section_of_case(const struct packed_case *c, bool wide, enum byte_order order)
{
    struct bytes b = { .order = order }, plain = plain_bytes();
    if (c->type == GNU) {
        b.order = ORDER_BIG;
        put_raw(&b, "ZLIB", 4);
        put(&b, 8, c->size);
    } else {
        put(&b, 4, c->type);
        if (wide)
            put(&b, 4, 0);
        put(&b, wide ? 8 : 4, c->size);
        put(&b, wide ? 8 : 4, 1);
    }
    put_packed(&b, c->type, span_of(&plain));
    if (c->cut == SIZE_MAX)
        b.n = 7; /* within the header */
    else
        b.n -= c->cut;
    free(plain.p);
    return b;
}

static void test_compressed(void **state)
{
    (void)state;
    struct bytes plain = plain_bytes();
    for (size_t i = 0; i < 4 * COUNT(packed); i++) {
        const struct packed_case *c = &packed[i / 4];
        struct make m = { .wide = i & 1, .big = i & 2, .machine = EM_X86_64 };
        struct bytes b = section_of_case(c, m.wide, m.big ? ORDER_BIG : ORDER_LITTLE);
        sections_elf(&m, (const struct section_of[]){ { c->name, SHT_PROGBITS, span_of(&b) },
                                                      { NULL, 0, { NULL, 0 } } });
        struct image image;
        GElf_Shdr h;
        uint8_t *inflated;
        struct budget budget = { .packed = 1, .most = c->most, .left = c->most };
        assert_true(image_open(&image, (struct span){ m.bytes, m.n }, NULL));
        assert_non_null(image_find_section(&image, c->name, &h, NULL));
        if (c->compressed)
            h.sh_flags |= SHF_COMPRESSED;
        const struct span s = image_section_contents(&image, &h, &budget, &inflated);
        assert_int_equal(s.n, c->good ? PLAIN : 0);
        if (c->good)
            assert_memory_equal(s.p, plain.p, PLAIN);
        assert_int_equal(budget.over, c->size > c->most);
        free(inflated);
        image_close(&image);
        free(b.p);
    }
    free(plain.p);
}

/* A section that is called .z... and has no such header is as it is. */
static void test_not_compressed(void **state)
{
    (void)state;
    static const char *const contents[] = { "ZLIB", "ZLIB12345678", "something else" };
    for (size_t i = 0; i < COUNT(contents); i++) {
        struct make m = { .wide = true, .machine = EM_X86_64 };
        const struct span bytes = { (const uint8_t *)contents[i], strlen(contents[i]) };
        struct budget budget = budget_for_packed(100);
        struct image image;
        GElf_Shdr h;
        uint8_t *inflated;
        sections_elf(&m, (const struct section_of[]){ { ".zdebug_x", SHT_PROGBITS, bytes },
                                                      { NULL, 0, { NULL, 0 } } });
        assert_true(image_open(&image, (struct span){ m.bytes, m.n }, NULL));
        assert_non_null(image_find_section(&image, ".zdebug_x", &h, NULL));
        const struct span s = image_section_contents(&image, &h, &budget, &inflated);
        assert_int_equal(s.n, bytes.n);
        assert_memory_equal(s.p, bytes.p, bytes.n);
        assert_null(inflated);
        image_close(&image);
    }
}

static void test_links(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bytes;
        size_t n;
        bool found;
    } cases[] = {
        { ".gnu_debuglink", "a.debug\0\x11\x22\x33\x44", 12, true },
        { ".gnu_debuglink", "ab\0\0\x11\x22\x33\x44", 8, true },
        { ".gnu_debuglink", "ab\0\0\x11\x22\x33", 7, false }, /* the sum is cut off */
        { ".gnu_debuglink", "abcdefgh", 8, false },           /* the name does not end */
        { ".gnu_debuglink", "\0\0\0\0\x11\x22\x33\x44", 8, false },
        { ".gnu_debuglink", "a\0", 2, false },
        { ".other", "a.debug\0\x11\x22\x33\x44", 12, false },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct make m = { .wide = true, .machine = EM_X86_64 };
        struct symbol_link link = { NULL, 0 };
        const struct span bytes = { (const uint8_t *)cases[i].bytes, cases[i].n };
        sections_elf(&m, (const struct section_of[]){ { cases[i].name, SHT_PROGBITS, bytes },
                                                      { NULL, 0, { NULL, 0 } } });
        assert_int_equal(image_debug_link((struct span){ m.bytes, m.n }, &link), cases[i].found);
        if (cases[i].found) {
            assert_string_equal(link.name, cases[i].bytes);
            assert_int_equal(link.crc, 0x44332211);
        }
    }
    assert_false(
        image_debug_link((struct span){ (const uint8_t *)"none", 4 }, &(struct symbol_link){ NULL, 0 }));
}

/* What was put since `from`, filled up to a multiple of four bytes. */
static void put_padding(struct bytes *to, size_t from)
{
    while ((to->n - from) % 4)
        put(to, 1, 0);
}

static void put_sum_since(struct bytes *to, size_t from)
{
    put(to, 4, crc32(0, to->p + from, (uInt)(to->n - from)));
}

/* An .xz stream of one block whose bytes are stored in one chunk of LZMA2 (xz-file-format.txt; a static program's liblzma has
   no encoder). `dictionary` is the size as LZMA2's properties spell it, in half powers of two. */
static struct bytes xz_stored(const struct bytes *plain, uint8_t dictionary)
{
    struct bytes xz = { .order = ORDER_LITTLE };
    put_raw(&xz,
            "\xfd"
            "7zXZ",
            6);
    put_raw(&xz, "\0\1", 2); /* flags: CRC32 */
    put(&xz, 4, crc32(0, xz.p + 6, 2));
    const size_t block = xz.n;
    const uint8_t header[] = { 2, 0, 0x21, 1, dictionary, 0, 0, 0 }; /* of 12 bytes; one filter, LZMA2 */
    put_raw(&xz, header, sizeof(header));
    put_sum_since(&xz, block);
    const uint8_t chunk[] = { 1, (PLAIN - 1) >> 8, (PLAIN - 1) & 0xff };
    put_raw(&xz, chunk, sizeof(chunk));
    put_raw(&xz, plain->p, plain->n);
    put(&xz, 1, 0);
    const size_t unpadded = xz.n - block + 4;
    put_padding(&xz, block);
    put(&xz, 4, crc32(0, plain->p, (uInt)plain->n));
    const size_t index = xz.n;
    const uint8_t record[] = { 0,         1, (unpadded & 0x7f) | 0x80, unpadded >> 7, (PLAIN & 0x7f) | 0x80,
                               PLAIN >> 7 };
    put_raw(&xz, record, sizeof(record));
    put_padding(&xz, index);
    put_sum_since(&xz, index);
    struct bytes footer = { .order = ORDER_LITTLE };
    put(&footer, 4, (xz.n - index) / 4 - 1);
    put_raw(&footer, "\0\1", 2);
    put(&xz, 4, crc32(0, footer.p, (uInt)footer.n));
    put_raw(&xz, footer.p, footer.n);
    put_raw(&xz, "YZ", 2);
    free(footer.p);
    return xz;
}

static void test_debugdata(void **state)
{
    (void)state;
    enum how { SOUND, CUT, DAMAGED, LARGE_WINDOW, EMPTY };
    static const struct {
        enum how how;
        const char *says; /* NULL: it is unpacked */
    } cases[] = {
        { SOUND, NULL },
        { CUT, "its .gnu_debugdata is damaged" },
        { DAMAGED, "its .gnu_debugdata is damaged" },
        { LARGE_WINDOW, "its .gnu_debugdata has a dictionary of more than 134217728 bytes" },
        { EMPTY, "" },
    };
    struct bytes plain = plain_bytes();
    for (size_t i = 0; i < COUNT(cases); i++) {
        enum { MEGABYTE = 16, ABOVE_128_MEGABYTES = 31 };
        struct bytes xz = xz_stored(&plain, cases[i].how == LARGE_WINDOW ? ABOVE_128_MEGABYTES : MEGABYTE);
        if (cases[i].how == DAMAGED)
            xz.p[xz.n / 2] ^= 0xff;
        if (cases[i].how == CUT)
            xz.n -= 5;
        if (cases[i].how == EMPTY)
            xz.n = 0;
        struct make m = { .wide = true, .machine = EM_X86_64 };
        struct image image;
        struct err e = { 0 };
        sections_elf(&m, (const struct section_of[]){ { ".gnu_debugdata", SHT_PROGBITS, { xz.p, xz.n } },
                                                      { NULL, 0, { NULL, 0 } } });
        assert_true(image_open(&image, (struct span){ m.bytes, m.n }, NULL));
        const struct span s = image_unpack_debugdata(&image, &e);
        assert_string_equal(e.msg, cases[i].says ? cases[i].says : "");
        assert_int_equal(s.n, cases[i].says ? 0 : PLAIN);
        if (s.n)
            assert_memory_equal(s.p, plain.p, PLAIN);
        free((void *)(uintptr_t)s.p);
        image_close(&image);
        free(xz.p);
    }
    free(plain.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_compressed),
                                        cmocka_unit_test(test_not_compressed), cmocka_unit_test(test_links),
                                        cmocka_unit_test(test_debugdata) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
