/*
 * containers_made: zip files and rpm headers by hand, a damage in each row: what is listed and unpacked of them, or the error.
 */
#include "archive/zip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "archive/package/package.h"
#include "core/base/text.h"
#include "tests/unit/perf_make.h"

/* ---- zip: a folder, a stored and a deflated member ---- */

enum { STORED_AT = 36, PLAIN = 300, CHANGES = 2 };

struct made_zip {
    struct bytes b;
    size_t list, end, rows[3], packed; /* where things are; bytes of the deflated member */
};

static void put_local(struct bytes *b, const char *name, uint16_t extra)
{
    put_raw(b, "PK\3\4", 4);
    for (int i = 0; i < 22; i++)
        put(b, 1, 0);
    put(b, 2, strlen(name));
    put(b, 2, extra);
    put_raw(b, name, strlen(name));
    for (int i = 0; i < extra; i++)
        put(b, 1, 'e');
}

static void put_row(struct made_zip *z, int i, const char *name, uint16_t method, uint32_t packed,
                    uint32_t local)
{
    struct bytes *b = &z->b;
    z->rows[i] = b->n;
    put_raw(b, "PK\1\2", 4);
    put_fields(
        b,
        (const struct field[]){
            U16(20), U16(20), U16(0), U16(method), U32(0), U32(0), U32(packed), U32(PLAIN), { 0, 0, NULL } });
    put_fields(b,
               (const struct field[]){
                   U16(strlen(name)), U16(1), U16(2), U16(0), U16(0), U32(0), U32(local), { 0, 0, NULL } });
    put_raw(b, name, strlen(name));
    put_raw(b, "xyz", 3); /* extra and comment */
}

static struct made_zip zip_made(void)
{
    struct made_zip z = { .b = { .order = ORDER_LITTLE } };
    uint8_t plain[PLAIN], out[2 * PLAIN];
    memset(plain, 'd', sizeof(plain));
    z_stream s = { .next_in = plain, .avail_in = PLAIN, .next_out = out, .avail_out = sizeof(out) };
    assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
    z.packed = s.total_out;
    deflateEnd(&s);
    put_local(&z.b, "a", 5);
    assert_int_equal(z.b.n, STORED_AT);
    put_raw(&z.b, "stored", 6);
    const uint32_t second = (uint32_t)z.b.n;
    put_local(&z.b, "f/b", 0);
    put_raw(&z.b, out, z.packed);
    z.list = z.b.n;
    put_row(&z, 0, "a", 0, 6, 0);
    put_row(&z, 1, "f/", 0, 0, 0);
    put_row(&z, 2, "f/b", 8, (uint32_t)z.packed, second);
    z.end = z.b.n;
    put_raw(&z.b, "PK\5\6", 4);
    put_fields(
        &z.b, (const struct field[]){
                  U16(0), U16(0), U16(3), U16(3), U32(z.end - z.list), U32(z.list), U16(7), { 0, 0, NULL } });
    put_raw(&z.b, "comment", 7);
    return z;
}

enum where { FILE_START, LIST, ROW_1, ROW_3, END };

static const struct zip_case {
    struct change {
        enum where where;
        size_t at;
        unsigned width; /* 0: none */
        uint64_t value;
    } changes[CHANGES];
    size_t cut; /* bytes missing at the end */
    const char *seen;
} zips[] = {
#define CUT   "it is a zip that is cut off or damaged"
#define ZIP64 "it is a zip64 archive, which is not supported: unpack it first"
    { { { 0, 0, 0, 0 } }, 0, "a: 6 stored at 36, f/b: 300, " },
    { { { 0, 0, 0, 0 } }, 7, "a: 6 stored at 36, f/b: 300, " }, /* without the comment */
    { { { 0, 0, 0, 0 } }, 8, CUT },
    { { { END, 0, 1, 'Q' } }, 0, CUT },
    { { { END, 10, 2, 0xffff } }, 0, ZIP64 },
    { { { END, 12, 4, UINT32_MAX } }, 0, ZIP64 },
    { { { END, 16, 4, UINT32_MAX } }, 0, ZIP64 },
    { { { END, 12, 4, (64 << 20) + 1 } }, 0, CUT },
    { { { END, 12, 4, 100000 } }, 0, CUT },
    { { { END, 16, 4, 100000 } }, 0, CUT },
    { { { END, 10, 2, 4 } }, 0, "a: 6 stored at 36, f/b: 300, " CUT }, /* a row more than there is */
    { { { END, 10, 2, 1 } }, 0, "a: 6 stored at 36, " },
    { { { ROW_1, 8, 2, 1 } }, 0, "its members are encrypted, or compressed by an unsupported method (0)" },
    { { { ROW_3, 10, 2, 12 } },
      0,
      "a: 6 stored at 36, its members are encrypted, or compressed by an unsupported method (12)" },
    { { { ROW_1, 20, 4, 100000 } }, 0, CUT },
    { { { ROW_1, 42, 4, 1 } }, 0, CUT },
    { { { ROW_1, 42, 4, 100000 } }, 0, CUT },
    { { { FILE_START, 28, 2, 0xffff } }, 0, CUT }, /* its extra field ends behind the file */
    { { { ROW_3, 20, 4, 1 } }, 0, "a: 6 stored at 36, f/b: " CUT },
    { { { ROW_3, 20, 4, 0 } }, 0, "a: 6 stored at 36, f/b: " CUT },
    { { { ROW_1, 10, 2, 8 } }, 0, "a: " CUT }, /* not deflated */
    { { { ROW_3, 10, 2, 0 }, { ROW_3, 20, 4, 3 } }, 0, "a: 6 stored at 36, f/b: 3 stored at 75, " },
};

static void unpack_all(const struct file *f, struct text *out)
{
    struct err e = { 0 };
    struct zip *z = zip_open(f, &e);
    const char *name;
    while (z && (name = zip_next(z, &e)) != NULL) {
        struct span block;
        uint64_t at, size, n = 0;
        text_printf(out, "%s: ", name);
        const bool stored = zip_stored_extent(z, &at, &size);
        bool ok;
        while ((ok = zip_block(z, &block, &e)) && block.n)
            n += block.n;
        if (!ok)
            break;
        text_printf(out, "%u", (unsigned)n);
        if (stored)
            text_printf(out, " stored at %u", (unsigned)at);
        text_add(out, ", ");
    }
    text_add(out, e.msg);
    zip_close(z);
}

static void test_zips(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(zips); i++) {
        struct made_zip z = zip_made();
        const size_t bases[] = {
            [FILE_START] = 0, [LIST] = z.list, [ROW_1] = z.rows[0], [ROW_3] = z.rows[2], [END] = z.end
        };
        for (const struct change *c = zips[i].changes; c < zips[i].changes + CHANGES && c->width; c++)
            for (unsigned k = 0; k < c->width; k++)
                z.b.p[bases[c->where] + c->at + k] = (uint8_t)(c->value >> 8 * k);
        char path[] = "/tmp/perfolio-test-XXXXXX";
        const int fd = mkstemp(path);
        struct file f;
        struct err e = { 0 };
        struct text out = { 0 };
        assert_true(fd >= 0 && write(fd, z.b.p, z.b.n - zips[i].cut) == (ssize_t)(z.b.n - zips[i].cut));
        close(fd);
        assert_true(file_open(&f, path, &e));
        unpack_all(&f, &out);
        assert_string_equal(text_str(&out), zips[i].seen);
        file_close(&f);
        unlink(path);
        text_free(&out);
        free(z.b.p);
    }
}

/* ---- rpm: the list of files in the header ---- */

enum {
    MODES = 1030,
    LINKS = 1036,
    INDEXES = 1116,
    BASES = 1117,
    DIRS = 1118,
    INT16 = 3,
    INT32 = 4,
    STRINGS = 8
};

static const struct rpm_case {
    uint32_t nbases, nmodes, nlinks, index, links_type;
    size_t cut; /* bytes of the header that are missing */
    const char *dir, *seen;
} rpms[] = {
    { 2, 2, 2, 0, STRINGS, 0, "/usr/lib/", "usr/lib/a usr/lib/to=usr/lib/b " },
    { 2, 2, 2, 0, STRINGS, 0, "./", "a to=b " },
    { 2, 2, 1, 0, STRINGS, 0, "/usr/lib/", "usr/lib/a " }, /* a link that leads nowhere */
    { 2, 2, 2, 0, INT32, 0, "/usr/lib/", "usr/lib/a " },   /* links of another type */
    { 2, 2, 2, 1, STRINGS, 0, "/usr/lib/", "the rpm's list of files is damaged: file 0 is in folder 1 of 1" },
    { 0, 2, 2, 0, STRINGS, 0, "/usr/lib/", "" },
    { 2, 2, 2, 0, STRINGS, 1, "/usr/lib/", "the header of the rpm is damaged or cut off" },
    { 2, 2, 2, 0, STRINGS, 1000, "/usr/lib/", "the header of the rpm is damaged or cut off" },
};

static void put_header(struct bytes *b, uint32_t entries, uint32_t store)
{
    put_raw(b, "\x8e\xad\xe8\x01\0\0\0\0", 8);
    put(b, 4, entries);
    put(b, 4, store);
}

static struct bytes rpm_made(const struct rpm_case *c)
{
    struct bytes b = { .order = ORDER_BIG }, store = { .order = ORDER_BIG };
    put_raw(&b, "\xed\xab\xee\xdb\3", 5);
    while (b.n < 96)
        put(&b, 1, 0);
    put_header(&b, 0, 4);
    put(&b, 4, 0);
    put(&b, 4, 0); /* to 8 bytes */
    put_fields(&store, (const struct field[]){ U16(0100644),
                                               U16(0120777),
                                               U32(c->index),
                                               U32(c->index),
                                               RAW("a\0b", 4),
                                               RAW("\0to", 4),
                                               RAW(c->dir, strlen(c->dir) + 1),
                                               { 0, 0, NULL } });
    put_header(&b, 6, (uint32_t)store.n);
    put_fields(&b,
               (const struct field[]){
                   U32(BASES), U32(INT16), U32(0), U32(1), { 0, 0, NULL } }); /* of another type: not it */
    put_fields(&b, (const struct field[]){ U32(MODES),
                                           U32(INT16),
                                           U32(0),
                                           U32(c->nmodes),
                                           U32(INDEXES),
                                           U32(INT32),
                                           U32(4),
                                           U32(2),
                                           { 0, 0, NULL } });
    put_fields(&b, (const struct field[]){ U32(BASES),
                                           U32(STRINGS),
                                           U32(12),
                                           U32(c->nbases),
                                           U32(LINKS),
                                           U32(c->links_type),
                                           U32(16),
                                           U32(c->nlinks),
                                           { 0, 0, NULL } });
    put_fields(&b, (const struct field[]){ U32(DIRS), U32(STRINGS), U32(20), U32(1), { 0, 0, NULL } });
    put_raw(&b, store.p, store.n);
    free(store.p);
    b.n = c->cut < b.n - 97 ? b.n - c->cut : 97;
    return b;
}

static void test_rpms(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rpms); i++) {
        struct bytes b = rpm_made(&rpms[i]);
        struct members m = { .n = 0 };
        struct err e = { 0 };
        struct text out = { 0 };
        assert_true(package_rpm.recognise(span_of(&b), &e));
        if (package_rpm.list(span_of(&b), &m, &e)) {
            assert_int_equal(package_rpm.archive(span_of(&b)).n, 0);
            for (size_t k = 0; k < m.n; k++)
                text_printf(&out, m.v[k].link ? "%s=%s " : "%s ", m.v[k].path, m.v[k].cached_path);
        }
        text_add(&out, e.msg);
        assert_string_equal(text_str(&out), rpms[i].seen);
        text_free(&out);
        members_free(&m);
        free(b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_zips), cmocka_unit_test(test_rpms) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
