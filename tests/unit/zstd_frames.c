/* What goes into frames comes out, whole or in any part, by one thread or several; what is damaged or made up
 * is told from it. */
#define _DEFAULT_SOURCE /* mincore() */
#include "archive/folio/zstd_frames.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/text.h"

static char path[] = "/tmp/perfolio-test-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    signal(SIGXFSZ, SIG_IGN);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static uint32_t next(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 16 | *random << 16;
}

/* Something like a capture: words of which most were there before, in another order. */
static uint8_t *make_bytes(size_t n, uint32_t random)
{
    enum { WORD = 8, WORDS = 1000 };
    uint8_t words[WORDS][WORD] = { { 0 } }, *p = mem_new(n + WORD, 1);
    for (size_t i = 0; i < n; i += WORD) {
        uint8_t *word = words[next(&random) % WORDS];
        if (next(&random) % 8 == 0) {
            word[0] = (uint8_t)next(&random);
            word[1] = (uint8_t)next(&random);
        }
        memcpy(p + i, word, WORD);
    }
    return p;
}

static int64_t read_frames(struct frames *fr, uint64_t at, void *buf, size_t n, struct err *e)
{
    struct file f;
    zstd_frames_as_file(&f, fr);
    return file_read(&f, at, buf, n, e);
}

/* The frames of bytes, after "before" in the file at `path`; how many bytes they are. */
static uint64_t write_frames_with(struct zstd_packer *k, struct span bytes, int level)
{
    struct err e = { 0 };
    struct output o;
    struct file in;
    file_of_bytes(&in, bytes);
    assert_true(output_open(&o, path, OUTPUT_ORDINARY, NULL, &e));
    assert_true(output_add(&o, "before", 6, &e));
    assert_true(zstd_frames_write(k, &o, &in, bytes.n, level, &e));
    uint64_t written = o.size - 6;
    assert_true(output_add(&o, "after", 5, &e));
    assert_true(output_commit(&o, &e));
    file_close(&in);
    return written;
}

static uint64_t write_frames(struct span bytes, int level, unsigned workers)
{
    struct zstd_packer *k = zstd_packer_new(workers);
    uint64_t written = write_frames_with(k, bytes, level);
    zstd_packer_free(k);
    return written;
}

static void test_round_trip(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        int level;
    } rows[] = {
        { 0, 9 },        { 1, 9 },        { 5, 9 },           { 3000, 9 },
        { 100000, 9 },   { 200000, 9 },   { FRAME_BYTES, 9 }, { FRAME_BYTES + 1, 6 },
        { 100000, 5 },   { 70000, 7 },    { 70000, 12 },      { 2 * FRAME_BYTES - 1, 19 },
        { 11000000, 3 }, { 11000000, 9 },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        uint8_t *bytes = make_bytes(rows[i].n, (uint32_t)i), *copy = mem_new(rows[i].n + 1, 1);
        struct span in = { bytes, rows[i].n }, first = { NULL, 0 };
        for (unsigned workers = 0; workers <= 5; workers += 1 + workers / 2) {
            struct err e = { 0 };
            uint64_t written = write_frames(in, rows[i].level, workers);
            struct span whole, all;
            struct file f;
            assert_true(file_map(path, &whole, &e));
            assert_int_equal(whole.n, 6 + written + 5);
            assert_memory_equal(whole.p, "before", 6);
            assert_memory_equal(whole.p + 6 + written, "after", 5);
            if (!first.n)
                first = (struct span){ (uint8_t *)mem_copy(whole.p, whole.n), whole.n };
            assert_int_equal(whole.n, first.n); /* the same whatever the number of workers */
            assert_memory_equal(whole.p, first.p, whole.n);
            assert_int_equal(ZSTD_decompress(copy, in.n, whole.p + 6, written), in.n); /* for anyone's zstd */
            assert_memory_equal(copy, bytes, in.n);
            if (in.n) {
                assert_true(whole.p[6 + 4] & 4); /* Content_Checksum_flag, RFC 8878, 3.1.1.1.1 */
                assert_int_equal(ZSTD_getFrameContentSize(whole.p + 6, written),
                                 in.n < FRAME_BYTES ? in.n : FRAME_BYTES);
            }
            file_unmap(whole);

            assert_true(file_open(&f, path, &e));
            struct frames *fr = zstd_frames_open(&f, 6, written, &e);
            assert_non_null(fr);
            assert_int_equal(zstd_frames_size(fr), in.n);
            assert_true(zstd_frames_all(fr, &all, &e));
            assert_int_equal(all.n, in.n);
            if (in.n)
                assert_memory_equal(all.p, bytes, in.n);
            file_unmap(all);
            zstd_frames_close(fr);
            file_close(&f);
        }
        free((void *)(uintptr_t)first.p);
        free(bytes);
        free(copy);
    }
}

/* What is compressed with the memory of others, of other sizes and levels, is as if it were alone. */
static void test_one_after_the_other(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        int level;
    } rows[] = {
        { 100, 9 }, { 9000000, 3 }, { 70000, 9 },  { 0, 3 },       { 3000000, 19 },
        { 5, 3 },   { 70000, 9 },   { 300000, 1 }, { 9000000, 3 }, { 2 * FRAME_BYTES, 9 },
    };
    struct zstd_packer *used = zstd_packer_new(2);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        uint8_t *bytes = make_bytes(rows[i].n, (uint32_t)i);
        struct span in = { bytes, rows[i].n }, alone, beside;
        struct err e = { 0 };
        write_frames(in, rows[i].level, 1);
        assert_true(file_map(path, &alone, &e));
        char *expected = mem_copy(alone.p, alone.n);
        write_frames_with(used, in, rows[i].level);
        assert_true(file_map(path, &beside, &e));
        assert_int_equal(beside.n, alone.n);
        assert_memory_equal(beside.p, expected, alone.n);
        file_unmap(beside);
        file_unmap(alone);
        free(expected);
        free(bytes);
    }
    zstd_packer_free(used);
}

/* Recorded on amd64: every host makes the same of the same input, also of the short frame at its end, for
 * which libzstd by itself would ask the host. With another libzstd it may be another. */
static void test_same_everywhere(void **state)
{
    (void)state;
    static const struct {
        int level;
        const char *hash;
    } rows[] = {
        { 6, "a33538c0ed3899616fd9cb2b4243a180" },
        { 9, "d1bd6dc3869ece41359f70af2d7c7cc5" },
        { 19, "dabf87a9f69724c3651d68171cf83057" },
    };
    enum { SIZE = 2 * FRAME_BYTES + 50000 };
    if (ZSTD_versionNumber() != 10504)
        skip();
    uint8_t *bytes = make_bytes(SIZE, 7), hash[HASH128];
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct span whole;
        struct text hex = { 0 };
        struct hash128 *h = hash128_new();
        write_frames((struct span){ bytes, SIZE }, rows[i].level, 2);
        assert_true(file_map(path, &whole, &e));
        hash128_add(h, whole.p, whole.n);
        hash128_end(h, hash);
        file_unmap(whole);
        text_add_hex_bytes(&hex, hash, HASH128);
        assert_string_equal(hex.s, rows[i].hash);
        text_free(&hex);
    }
    free(bytes);
}

enum { READ_SIZE = 7 * FRAME_BYTES + 12345 };

struct reader {
    struct frames *frames;
    struct file *file;
    const uint8_t *bytes;
    uint32_t random;
    bool ok;
};

static void *read_anywhere(void *arg)
{
    struct reader *r = arg;
    uint8_t *buf = mem_new(READ_SIZE, 1);
    r->ok = true;
    for (unsigned i = 0; i < 200 && r->ok; i++) {
        struct err e = { 0 };
        uint64_t at = next(&r->random) % (READ_SIZE + 1000);
        size_t n = next(&r->random) % (i % 10 ? 100000 : READ_SIZE),
               there = at < READ_SIZE ? READ_SIZE - at : 0;
        at = i % 7 ? at : at & ~(uint64_t)(FRAME_BYTES - 1);
        there = at < READ_SIZE ? READ_SIZE - (size_t)at : 0;
        n = n < there || i % 3 ? n : there;
        int64_t got = r->file ? file_read(r->file, at, buf, n, &e) : read_frames(r->frames, at, buf, n, &e);
        r->ok = got == (int64_t)(n < there ? n : there) && (!got || !memcmp(buf, r->bytes + at, (size_t)got));
    }
    free(buf);
    return NULL;
}

static void test_read(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    struct err e = { 0 };
    uint8_t *bytes = make_bytes(READ_SIZE, 1), one;
    uint64_t written = write_frames((struct span){ bytes, READ_SIZE }, 3, 2);
    struct file f, view;
    assert_true(file_open(&f, path, &e));
    struct frames *fr = zstd_frames_open(&f, 6, written, &e);
    assert_non_null(fr);
    zstd_frames_as_file(&view, fr);
    assert_int_equal(view.size, READ_SIZE);
    struct reader r[THREADS];
    pthread_t thread[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        r[i] = (struct reader){ .frames = fr, .file = i % 2 ? &view : NULL, .bytes = bytes, .random = i };
        assert_int_equal(pthread_create(&thread[i], NULL, read_anywhere, &r[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_true(r[i].ok);
    }
    assert_int_equal(read_frames(fr, UINT64_MAX, &one, 1, &e), 0);
    assert_int_equal(read_frames(fr, READ_SIZE - 1, &one, 1, &e), 1);
    file_close(&view);
    file_close(&f);
    free(bytes);
}

/* Zeros are not written to: what is all zeros takes no memory. */
static void test_zeros(void **state)
{
    (void)state;
    enum { SIZE = 48 << 20, PAGE = 4096 }; /* a larger page only makes fewer of them */
    static uint8_t resident[SIZE / PAGE];
    struct err e = { 0 };
    uint8_t *bytes = mem_new(SIZE, 1);
    bytes[20000000] = 1;
    bytes[SIZE - 1] = 2;
    uint64_t written = write_frames((struct span){ bytes, SIZE }, 3, 2);
    assert_true(written < 10000);
    struct file f;
    struct span all;
    assert_true(file_open(&f, path, &e));
    struct frames *fr = zstd_frames_open(&f, 6, written, &e);
    assert_true(zstd_frames_all(fr, &all, &e));
    size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
    assert_int_equal(mincore((void *)(uintptr_t)all.p, all.n, resident), 0);
    for (size_t i = 0; i < SIZE / page; i++)
        n += resident[i] & 1;
    assert_true(n * page < SIZE / 4);
    assert_memory_equal(all.p, bytes, SIZE);
    file_unmap(all);
    zstd_frames_close(fr);
    file_close(&f);
    free(bytes);
}

/* Frames out of memory: all of them, or the first thing that is wrong with them. */
static bool read_all(struct span bytes, uint64_t at, uint64_t n, struct span *all, struct err *e)
{
    struct file f;
    file_of_bytes(&f, bytes);
    *all = (struct span){ NULL, 0 };
    struct frames *fr = zstd_frames_open(&f, at, n, e);
    bool ok = fr && zstd_frames_all(fr, all, e);
    zstd_frames_close(fr);
    file_close(&f);
    return ok;
}

/* Whatever bit is flipped, what was written comes out or an error does. */
static void test_damaged(void **state)
{
    (void)state;
    enum { SIZE = 3000 };
    struct err e = { 0 };
    uint8_t *bytes = make_bytes(SIZE, 3);
    struct span whole, all;
    uint64_t written = write_frames((struct span){ bytes, SIZE }, 9, 1);
    assert_true(file_map(path, &whole, &e));
    uint8_t *copy = (uint8_t *)mem_copy(whole.p, whole.n);
    unsigned survived = 0, checksums = 0;
    for (size_t bit = 0; bit < 8 * written; bit++) {
        e = (struct err){ 0 };
        copy[6 + bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (read_all((struct span){ copy, whole.n }, 6, written, &all, &e)) {
            survived++;
            assert_int_equal(all.n, SIZE);
            assert_memory_equal(all.p, bytes, SIZE);
            file_unmap(all);
        } else {
            assert_true(e.kind == ERR_FORMAT || e.kind == ERR_UNSUPPORTED);
            assert_true(e.at >= 6 && e.at < 6 + written);
            checksums += !!strstr(e.msg, "the zstd frame at offset 6 ") &&
                         strstr(e.msg, "its checksum is wrong");
        }
        copy[6 + bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* the survivors: other places with the same bytes, and bits that mean nothing */
    assert_true(survived < 8 * written / 20);
    assert_true(checksums > 8 * written / 2);
    for (size_t n = 0; n < written; n++) { /* cut off: by the section's end, and by the file's */
        e = (struct err){ 0 };
        assert_false(read_all((struct span){ copy, whole.n }, 6, n, &all, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
        e = (struct err){ 0 };
        assert_false(read_all((struct span){ copy, 6 + n }, 6, written, &all, &e));
        assert_int_equal(e.kind, ERR_FORMAT);
    }
    free(copy);
    free(bytes);
    file_unmap(whole);
}

/* One damaged frame among good ones: those are read, it is named. */
static void test_one_damaged(void **state)
{
    (void)state;
    enum { SIZE = 3 * FRAME_BYTES };
    struct err e = { 0 };
    uint8_t *bytes = make_bytes(SIZE, 4), *buf = mem_new(SIZE, 1);
    uint64_t written = write_frames((struct span){ bytes, SIZE }, 3, 1);
    struct span whole;
    struct file f;
    char expected[64];
    assert_true(file_map(path, &whole, &e));
    uint8_t *copy = (uint8_t *)mem_copy(whole.p, whole.n);
    size_t second = 6 + ZSTD_findFrameCompressedSize(copy + 6, written);
    copy[second + 1000] ^= 0x10;
    snprintf(expected, sizeof(expected), "the zstd frame at offset %zu ", second);
    file_of_bytes(&f, (struct span){ copy, whole.n });
    struct frames *fr = zstd_frames_open(&f, 6, written, &e);
    assert_int_equal(read_frames(fr, 0, buf, FRAME_BYTES, &e), FRAME_BYTES);
    assert_memory_equal(buf, bytes, FRAME_BYTES);
    assert_int_equal(read_frames(fr, 2 * FRAME_BYTES + 5, buf, FRAME_BYTES, &e), FRAME_BYTES - 5);
    assert_memory_equal(buf, bytes + 2 * FRAME_BYTES + 5, FRAME_BYTES - 5);
    assert_int_equal(read_frames(fr, FRAME_BYTES + 1, buf, 1, &e), -1);
    assert_int_equal(e.kind, ERR_FORMAT);
    assert_int_equal(e.at, second);
    assert_non_null(strstr(e.msg, expected));
    e = (struct err){ 0 };
    assert_int_equal(read_frames(fr, 0, buf, SIZE, &e), -1);
    assert_int_equal(e.at, second);
    zstd_frames_close(fr);
    file_close(&f);
    free(copy);
    free(bytes);
    free(buf);
    file_unmap(whole);
}

static void put(uint8_t **p, uint32_t v, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        *(*p)++ = (uint8_t)(v >> 8 * i);
}

/* Tables that nobody honest wrote, after one frame of 100 bytes. In the sizes, FRAME stands for its own. */
static void test_hostile_tables(void **state)
{
    (void)state;
    enum { FRAME = 0x01000000 }; /* + what to add to it */
    static const struct {
        uint32_t count, head_magic, head_size;
        struct {
            uint32_t packed, bytes;
        } entries[2];
        uint8_t descriptor;
        uint32_t foot_magic;
        enum err_kind kind;
        const char *why;
    } rows[] = {
        { 1, 0x184D2A5E, 17, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_NONE, "" },
        { 1, 0x184D2A5E, 17, { { FRAME, 100 } }, 3, 0x8F92EAB1, ERR_NONE, "" },
        { 1, 0x184D2A5E, 17, { { FRAME, 100 } }, 0, 0x8F92EAB2, ERR_FORMAT, "no seek table ends" },
        { 1, 0x184D2A5E, 17, { { FRAME, 100 } }, 4, 0x8F92EAB1, ERR_UNSUPPORTED, "unknown kind: 0x4" },
        { 1, 0x184D2A5E, 17, { { FRAME, 100 } }, 0x80, 0x8F92EAB1, ERR_UNSUPPORTED, "unknown kind: 0x80" },
        { 1, 0x184D2A5F, 17, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "no seek table of 1 frames" },
        { 1, 0x184D2A5E, 18, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "no seek table of 1 frames" },
        { 0, 0x184D2A5E, 9, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 0" },
        { 2, 0x184D2A5E, 17, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "no seek table of 2 frames" },
        { 20, 0x184D2A5E, 169, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "20 frames at offset 0" },
        { 0x8000001, 0x184D2A5E, 17, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "134217729 frames" },
        { UINT32_MAX, 0x184D2A5E, 1, { { FRAME, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "4294967295 frames" },
        { 1, 0x184D2A5E, 17, { { FRAME - 1, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 1 of 1" },
        { 1, 0x184D2A5E, 17, { { FRAME + 1, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { UINT32_MAX, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { 0, 100 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { FRAME, 0 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { FRAME, 0x1000001 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { FRAME, UINT32_MAX } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
        { 1, 0x184D2A5E, 17, { { FRAME, 0x1000000 } }, 0, 0x8F92EAB1, ERR_FORMAT, "says 16777216" },
        { 1, 0x184D2A5E, 17, { { FRAME, 101 } }, 0, 0x8F92EAB1, ERR_FORMAT, "holds 100 bytes" },
        { 1, 0x184D2A5E, 17, { { FRAME, 99 } }, 0, 0x8F92EAB1, ERR_FORMAT, "is damaged" },
        { 2, 0x184D2A5E, 25, { { FRAME - 1, 99 }, { 1, 1 } }, 0, 0x8F92EAB1, ERR_FORMAT, "is damaged" },
        { 2, 0x184D2A5E, 25, { { FRAME, 100 }, { 1, 1 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 1 of 2" },
        { 2, 0x184D2A5E, 25, { { FRAME, 100 }, { 0, 0 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 1 of 2" },
        { 1, 0x184D2A5E, 17, { { FRAME, 1 } }, 0, 0x8F92EAB1, ERR_FORMAT, "at frame 0 of 1" },
    };
    uint8_t content[100], bytes[400];
    for (unsigned i = 0; i < sizeof(content); i++)
        content[i] = (uint8_t)(i * i);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct span all;
        size_t frame = ZSTD_compress(bytes, 200, content, sizeof(content), 3);
        assert_false(ZSTD_isError(frame));
        uint8_t *p = bytes + frame;
        put(&p, rows[i].head_magic, 4);
        put(&p, rows[i].head_size, 4);
        for (unsigned k = 0; k < rows[i].count && k < 2 && (k == 0 || rows[i].count == 2); k++) {
            uint32_t packed = rows[i].entries[k].packed;
            bool relative = packed > FRAME - 10 && packed < FRAME + 10;
            put(&p, relative ? (uint32_t)frame + packed - FRAME : packed, 4);
            put(&p, rows[i].entries[k].bytes, 4);
        }
        put(&p, rows[i].count, 4);
        put(&p, rows[i].descriptor, 1);
        put(&p, rows[i].foot_magic, 4);
        size_t n = (size_t)(p - bytes);
        uint8_t *exact = (uint8_t *)mem_copy(bytes, n); /* so that a read beyond is seen */
        bool ok = read_all((struct span){ exact, n }, 0, n, &all, &e);
        if (e.kind != rows[i].kind || !strstr(e.msg, rows[i].why))
            fail_msg("row %zu: %s", i, e.msg);
        assert_int_equal(ok, rows[i].kind == ERR_NONE);
        if (ok)
            assert_memory_equal(all.p, content, sizeof(content));
        file_unmap(all);
        const uint64_t places[][2] = { { 1, n }, { 0, n + 1 }, { UINT64_MAX, n }, { 1, UINT64_MAX } };
        for (unsigned k = 0; k < 4; k++) { /* beyond the file */
            e = (struct err){ 0 };
            assert_false(read_all((struct span){ exact, n }, places[k][0], places[k][1], &all, &e));
            assert_int_equal(e.kind, ERR_FORMAT);
        }
        free(exact);
    }
}

/* Frames larger than ours, up to the limit. */
static void test_larger(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        bool ok;
    } rows[] = { { FRAME_BYTES_MOST, true }, { FRAME_BYTES_MOST + 1, false } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct span all;
        uint8_t *content = mem_new(rows[i].n, 1), *bytes = mem_new(ZSTD_compressBound(rows[i].n) + 25, 1);
        content[12345678] = 9;
        size_t frame = ZSTD_compress(bytes, ZSTD_compressBound(rows[i].n), content, rows[i].n, 1);
        uint8_t *p = bytes + frame;
        const uint32_t table[] = { 0x184D2A5E, 17, (uint32_t)frame, (uint32_t)rows[i].n, 1 };
        for (size_t k = 0; k < sizeof(table) / sizeof(*table); k++)
            put(&p, table[k], 4);
        put(&p, 0, 1);
        put(&p, 0x8F92EAB1, 4);
        size_t n = (size_t)(p - bytes);
        assert_int_equal(read_all((struct span){ bytes, n }, 0, n, &all, &e), rows[i].ok);
        assert_int_equal(all.n, rows[i].ok ? rows[i].n : 0);
        if (rows[i].ok)
            assert_memory_equal(all.p, content, rows[i].n);
        file_unmap(all);
        free(content);
        free(bytes);
    }
}

static void test_refused(void **state)
{
    (void)state;
    enum { MOST = 3000000 };
    static const struct {
        uint64_t size;
        enum err_kind kind;
        uint64_t at;
        const char *why;
    } rows[] = {
        { 5000001, ERR_IO, 4 * FRAME_BYTES, "ends after 5000000 bytes of 5000001" },
        { UINT64_MAX, ERR_UNSUPPORTED, 0, "134217728 frames" },
        { 50000000, ERR_IO, 4 * FRAME_BYTES, "ends after 5000000 bytes of 50000000" }, /* the first of many */
        { 5000000, ERR_IO, MOST, "at offset 3000000" },                                /* no room */
    };
    uint8_t *bytes = mem_new(5000000, 1);
    for (uint32_t i = 0, random = 1; i < 5000000; i++)
        bytes[i] = (uint8_t)next(&random);
    struct rlimit was, now;
    struct zstd_packer *k = zstd_packer_new(2); /* that it failed before is forgotten */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct err e = { 0 };
        struct output o;
        struct file in;
        file_of_bytes(&in, (struct span){ bytes, 5000000 });
        now = (struct rlimit){ i == 3 ? MOST : was.rlim_cur, was.rlim_max };
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
        bool opened = output_open(&o, path, OUTPUT_ORDINARY, NULL, &e),
             ok = opened && zstd_frames_write(k, &o, &in, rows[i].size, 1, &e);
        output_abandon(&o);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
        assert_true(opened);
        assert_false(ok);
        assert_int_equal(e.kind, rows[i].kind);
        assert_int_equal(e.at, rows[i].at);
        if (!strstr(e.msg, rows[i].why))
            fail_msg("%s", e.msg);
        file_close(&in);
    }
    zstd_packer_free(k);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_one_after_the_other),
        cmocka_unit_test(test_same_everywhere), cmocka_unit_test(test_read),
        cmocka_unit_test(test_zeros),           cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_one_damaged),     cmocka_unit_test(test_hostile_tables),
        cmocka_unit_test(test_larger),          cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
