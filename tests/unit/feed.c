/*
 * feed: whole records, wherever they come from: plain stretches, compressed ones in pieces of any size, with
 * payloads between them and with rubbish at the end. Whatever the packaging, the same records come out, each
 * once.
 */
#include "formats/perf/feed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

#include "tests/unit/perf_make.h"

enum { PERF_HEADER = 8, SUB_RECORD = 65519 /* perf's builtin-record.c: the payload of a full COMPRESSED2 */ };

/* A record that says which one it is; its body is random where `noise` is, so that it does not compress. */
static void put_record(struct bytes *b, uint32_t type, uint64_t number, size_t body, uint64_t *noise)
{
    size_t at = b->n;
    put_fields(b, (const struct field[]){ U32(type), U16(0), U16(0), U64(number), { 0 } });
    while (b->n - at < PERF_HEADER + body) {
        if (noise) {
            *noise ^= *noise << 13;
            *noise ^= *noise >> 7;
            *noise ^= *noise << 17;
        }
        put(b, 8, noise ? *noise : number);
    }
    put_size_at(b, at);
}

/* ---- what comes out ---- */

struct seen {
    uint64_t next; /* the number that the next record of the recorder must have */
    size_t outer;  /* COMPRESSED, COMPRESSED2 */
    size_t tool;   /* of the tool, type 64 and above, others */
    uint64_t seq;
    struct problems problems;
};

/* Skimmed, the last record of a block may be a sample of which the front alone is there. */
static struct seen drain(const struct perfdata *p, bool skim)
{
    struct seen seen = { 0 };
    struct feed f;
    struct block b = { 0 };
    struct err e = { 0 };
    (skim ? feed_start_skimming : feed_start)(&f, p);
    while (feed_next(&f, &b, &seen.problems, &e)) {
        size_t at = 0;
        assert_int_equal(b.seq, seen.seq);
        while (at < b.bytes.n) {
            const uint8_t *r = b.bytes.p + at;
            uint32_t type = load_u32(r, p->capture.order);
            size_t size = load_u16(r + 6, p->capture.order);
            size_t least = skim && type == PERF_RECORD_SAMPLE && size > SKIM_BYTES ? SKIM_BYTES : size;
            assert_true(size >= 8 && least <= b.bytes.n - at);
            if (type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2)
                seen.outer++;
            else if (type >= 64)
                seen.tool++;
            else
                assert_int_equal(load_u64(r + 8, p->capture.order), seen.next++);
            at += size;
        }
        seen.seq += at;
    }
    assert_int_equal(e.kind, ERR_NONE);
    feed_close(&f);
    free(b.buf);
    return seen;
}

/* A capture of some stretches of bytes. */
static struct seen read_back(enum byte_order order, bool is_pipe, const struct bytes *stretches, size_t n)
{
    struct perfdata p = { .capture = { .order = order, .is_pipe = is_pipe }, .nstretches = n };
    struct file files[4];
    struct stretch s[4];
    struct err e = { 0 };
    for (size_t i = 0; i < n; i++) {
        assert_true(file_temp(&files[i], NULL, &e));
        assert_true(file_append(&files[i], "before the data", 15, &e));
        assert_true(file_append(&files[i], stretches[i].p, stretches[i].n, &e));
        assert_true(file_append(&files[i], "behind the data", 15, &e));
        s[i] = (struct stretch){ &files[i], 15, stretches[i].n };
    }
    p.stretches = s;
    struct seen seen = drain(&p, false), skimmed = drain(&p, true);
    assert_memory_equal(&seen, &skimmed, offsetof(struct seen, problems));
    assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, skimmed.problems.of[PROBLEM_TRUNCATED].n);
    for (size_t i = 0; i < n; i++)
        file_close(&files[i]);
    return seen;
}

/* ---- plain ---- */

static void test_plain(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct bytes b[3] = { { .order = order }, { .order = order }, { .order = order } };
        uint64_t number = 0;
        for (size_t i = 0; i < 3; i++) /* the middle one is empty; a MiB and more, of records of all sizes */
            for (size_t k = 0; i != 1 && k < 3000; k++)
                put_record(&b[i], k % 3 ? PERF_RECORD_SAMPLE : PERF_RECORD_MMAP, number++,
                           k % 17 ? 8 * (1 + k % 50 * (1 + k % 19)) : 65528 - 8, NULL);
        struct seen seen = read_back(order, false, b, 3);
        assert_int_equal(seen.next, number);
        assert_int_equal(seen.seq, b[0].n + b[2].n);
        assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 0);
        for (size_t i = 0; i < 3; i++)
            free(b[i].p);
    }
}

/* What is no record ends its stretch; what stood before it and the other stretches are kept. */
static void test_rubbish(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t n, lost;
    } rows[] = {
        { "\xff", 1, 1 },                           /* less than a header */
        { "\x09\0\0\0\0\0\0\0????????", 16, 16 },   /* a size of 0 */
        { "\x09\0\0\0\0\0\x07\0????????", 16, 16 }, /* smaller than its header */
        { "\x09\0\0\0\0\0\x18\0????????", 16, 16 }, /* more than is left */
        { "\0\x09\0\0\0\0\x10\0????????\0\0\x09\0\0\0\x09\0?\x09\0\0\0\0\0\0\0", 33,
          33 }, /* strange ones lead to none */
        { "\0\x09\0\0\0\0\x10\0????????\x09\0\0\0\0\0\x18\0????????", 32, 16 }, /* to one that is cut off */
        { "\0\x09\0\0\0\0\x10\0????????\x44\0\0\0\0\0\x08\0\x09\0\0\0\0\0\0\0", 32,
          8 }, /* to one, which leads to none */
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct bytes b[2] = { { .order = ORDER_LITTLE }, { .order = ORDER_LITTLE } };
        for (uint64_t k = 0; k < 20; k++)
            put_record(&b[k >= 10], PERF_RECORD_SAMPLE, k, 16, NULL);
        put_raw(&b[0], rows[i].bytes, rows[i].n);
        struct seen seen = read_back(ORDER_LITTLE, false, b, 2);
        assert_int_equal(seen.next, 20);
        assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, rows[i].lost);
        free(b[0].p);
        free(b[1].p);
    }
}

/* A strange record that leads to one which is longer than what the header states is lost with it, be there a feature's stretch
   in front of what the header states, as of simpleperf (INIT_MAP), or not. */
static void test_stated(void **state)
{
    (void)state;
    for (size_t in_front = 0; in_front < 2; in_front++) {
        struct bytes b = { .order = ORDER_LITTLE };
        struct file file;
        struct err e = { 0 };
        put_record(&b, PERF_RECORD_SAMPLE, 0, 16, NULL);
        const size_t at = b.n;
        put_raw(&b, "\0\x09\0\0\0\0\x10\0????????\x09\0\0\0\0\0\x18\0????????", 32);
        assert_true(file_temp(&file, NULL, &e) && file_append(&file, b.p, b.n, &e));
        struct stretch s[] = { { &file, 0, at }, { &file, at, b.n - at } };
        struct perfdata p = { .capture = { .data_at = s[in_front].at, .data_size = b.n - s[in_front].at },
                              .files = &file,
                              .features_at = b.n,
                              .stretches = in_front ? s : &(struct stretch){ &file, 0, b.n },
                              .nstretches = 1 + in_front };
        struct seen seen = drain(&p, false);
        assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 32);
        file_close(&file);
        free(b.p);
    }
}

/* Records that no known recorder writes are stepped over, whatever their headers are. */
static void test_strange(void **state)
{
    (void)state;
    static const struct {
        uint32_t type;
        size_t size;
    } rows[] = {
        { PERF_RECORD_USER_END, 24 }, { 1000, 65528 }, { 40000, 16 }, { 0x12345, 9 }, { UINT32_MAX, 65535 }
    };
    static const uint8_t zeros[UINT16_MAX];
    for (int order = 0; order < 2; order++) {
        struct bytes b = { .order = order };
        for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
            put_record(&b, PERF_RECORD_SAMPLE, i, 16, NULL);
            size_t at = b.n;
            put_fields(&b, (const struct field[]){ U32(rows[i].type), U16(0), U16(0), { 0 } });
            put_raw(&b, zeros, rows[i].size - PERF_HEADER);
            put_size_at(&b, at);
        }
        struct seen seen = read_back(order, false, &b, 1);
        assert_int_equal(seen.next, sizeof(rows) / sizeof(*rows));
        assert_int_equal(seen.tool, seen.next);
        assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 0);
        free(b.p);
    }
}

/* Payloads that no size counts: of AUXTRACE anywhere, of TRACING_DATA in a pipe, padded there. */
static void test_payloads(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        enum byte_order order = k & 1 ? ORDER_BIG : ORDER_LITTLE;
        bool is_pipe = k & 2;
        struct bytes b = { .order = order };
        static uint8_t payload[700000];
        memset(payload, 0xff, sizeof(payload));
        put_record(&b, PERF_RECORD_SAMPLE, 0, 16, NULL);
        put_fields(&b, (const struct field[]){ U32(PERF_RECORD_AUXTRACE),
                                               U16(0),
                                               U16(48),
                                               U64(sizeof(payload)),
                                               U64(0),
                                               U64(0),
                                               U64(0),
                                               U64(0),
                                               { 0 } });
        put_raw(&b, payload, sizeof(payload));
        put_record(&b, PERF_RECORD_SAMPLE, 1, 16, NULL);
        if (is_pipe) {
            put_fields(&b, (const struct field[]){
                               U32(PERF_RECORD_HEADER_TRACING_DATA), U16(0), U16(12), U32(13), { 0 } });
            put_raw(&b, payload, 16);
        }
        put_record(&b, PERF_RECORD_SAMPLE, 2, 16, NULL);
        struct seen seen = read_back(order, is_pipe, &b, 1);
        assert_int_equal(seen.next, 3);
        assert_int_equal(seen.tool, is_pipe ? 2 : 1);
        assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 0);

        struct bytes hostile = { .order = order }; /* a payload that reaches beyond the end, by much */
        put_fields(
            &hostile,
            (const struct field[]){
                U32(PERF_RECORD_AUXTRACE), U16(0), U16(48), U64(-1), U64(0), U64(0), U64(0), U64(0), { 0 } });
        seen = read_back(order, is_pipe, &hostile, 1);
        assert_int_equal(seen.tool, 1);
        free(hostile.p);
        free(b.p);
    }
}

/* ---- compressed ---- */

/* `in` as one zstd stream. */
static struct bytes deflated(const struct bytes *in)
{
    struct bytes out = { .order = in->order };
    out.cap = ZSTD_compressBound(in->n);
    out.p = mem_resize(NULL, out.cap, 1);
    out.n = ZSTD_compress(out.p, out.cap, in->p, in->n, 1);
    assert_false(ZSTD_isError(out.n));
    return out;
}

static void put_compressed(struct bytes *b, uint32_t type, const uint8_t *p, size_t n)
{
    size_t at = b->n;
    put_fields(b, (const struct field[]){ U32(type), U16(0), U16(0), { 0 } });
    if (type == PERF_RECORD_COMPRESSED2)
        put(b, 8, n);
    put_raw(b, p, n);
    if (type == PERF_RECORD_COMPRESSED2)
        put_raw(b, "\0\0\0\0\0\0\0", (8 - n % 8) % 8);
    put_size_at(b, at);
}

/* One stream in pieces of every size, so that records lie across every boundary. */
static void test_pieces(void **state)
{
    (void)state;
    static const size_t pieces[] = { 1, 7, 8, 13, 64, 1000, 60000 };
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
        for (int k = 0; k < 4; k++) {
            enum byte_order order = k & 1 ? ORDER_BIG : ORDER_LITTLE;
            uint32_t type = k & 2 ? PERF_RECORD_COMPRESSED2 : PERF_RECORD_COMPRESSED;
            struct bytes plain = { .order = order }, b[2] = { { .order = order }, { .order = order } };
            uint64_t noise = 88172645463325252u;
            size_t outer = 0;
            put_record(&b[0], PERF_RECORD_MMAP, 0, 16, NULL);
            for (uint64_t n = 1; n < 300; n++)
                put_record(&plain, PERF_RECORD_SAMPLE, n, 8 * (1 + n % 40), n % 3 ? &noise : NULL);
            struct bytes packed = deflated(&plain);
            for (size_t at = 0, n; at < packed.n; at += n, outer++) {
                n = packed.n - at < pieces[i] ? packed.n - at : pieces[i];
                put_compressed(&b[0], type, packed.p + at, n);
                if (outer % 5 == 0)
                    put_record(&b[0], PERF_RECORD_FINISHED_ROUND, 0, 0, NULL);
            }
            struct bytes other = { .order =
                                       order }; /* of the next file of a directory: a stream of its own */
            put_record(&other, PERF_RECORD_SAMPLE, 300, 16, NULL);
            struct bytes packed_other = deflated(&other);
            put_compressed(&b[1], type, packed_other.p, packed_other.n);
            outer++;
            struct seen seen = read_back(order, false, b, 2);
            assert_int_equal(seen.next, 301);
            assert_int_equal(seen.outer, outer);
            assert_int_equal(seen.problems.of[PROBLEM_BAD_COMPRESSION].n, 0);
            assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 0);
            free(plain.p);
            free(packed.p);
            free(other.p);
            free(packed_other.p);
            free(b[0].p);
            free(b[1].p);
        }
}

/* What perf 6.16 to 7.1 write for one buffer: sub-records of at most 65519 bytes, of which the first one's
   size is overwritten by the aligned size of all of them, as far as 16 bits hold it; the padding is only
   there when the size did not overflow; the others say no data_size (perf, record__pushfn and
   zstd_compress_stream_to_records). */
static void put_overflowing(struct bytes *b, const uint8_t *p, size_t n)
{
    size_t at = b->n, sub = at;
    for (size_t done = 0, piece; done < n || !done; done += piece) {
        piece = n - done < SUB_RECORD ? n - done : SUB_RECORD;
        sub = b->n;
        put_fields(b, (const struct field[]){
                          U32(PERF_RECORD_COMPRESSED2), U16(0), U16(0), U64(0xabababababababab), { 0 } });
        put_raw(b, p + done, piece);
        put_size_at(b, sub);
    }
    struct bytes head = { .order = b->order };
    size_t all = b->n - at, aligned = (all + 7) & ~(size_t)7;
    put(&head, 2, aligned & 0xffff);
    put(&head, 8, all - 16);
    memcpy(b->p + at + 6, head.p, 10);
    free(head.p);
    if (aligned <= UINT16_MAX)
        put_raw(b, "\0\0\0\0\0\0\0", aligned - all);
}

static void test_overflow(void **state)
{
    (void)state;
    static const size_t buffers[] = { 100,   60000, 65505, 65512,  65513,  65515,  65519,
                                      65520, 65600, 70001, 131038, 131039, 150003, 200000 };
    for (size_t i = 0; i < sizeof(buffers) / sizeof(*buffers); i++)
        for (int order = 0; order < 2; order++) {
            struct bytes plain = { .order = order }, b = { .order = order };
            uint64_t noise = 88172645463325252u, n = 0;
            while (plain.n < 700000)
                put_record(&plain, PERF_RECORD_SAMPLE, n++, 800, &noise);
            struct bytes packed = deflated(&plain);
            print_message("%zu bytes of %zu at a time\n", buffers[i], packed.n);
            for (size_t at = 0; at < packed.n; at += buffers[i])
                put_overflowing(&b, packed.p + at, packed.n - at < buffers[i] ? packed.n - at : buffers[i]);
            put_record(&b, PERF_RECORD_FINISHED_ROUND, 0, 0, NULL);
            struct seen seen = read_back(order, false, &b, 1);
            assert_int_equal(seen.problems.of[PROBLEM_BAD_COMPRESSION].n, 0);
            assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 0);
            assert_int_equal(seen.next, n);
            assert_int_equal(seen.tool, 1);
            free(plain.p);
            free(packed.p);
            free(b.p);
        }
}

/* Damage in one record costs what it holds; a new stream, as after a restart of the recorder, is read again.
 */
static void test_damage(void **state)
{
    (void)state;
    struct bytes one = { .order = ORDER_LITTLE }, two = { .order = ORDER_LITTLE },
                 b = { .order = ORDER_LITTLE };
    for (uint64_t n = 0; n < 40; n++)
        put_record(n < 20 ? &one : &two, PERF_RECORD_SAMPLE, n, 64, NULL);
    struct bytes first = deflated(&one), second = deflated(&two);
    put_compressed(&b, PERF_RECORD_COMPRESSED, first.p, first.n);
    put_compressed(&b, PERF_RECORD_COMPRESSED, (const uint8_t *)"this is no zstd stream", 22);
    put_compressed(&b, PERF_RECORD_COMPRESSED, second.p, second.n);
    struct seen seen = read_back(ORDER_LITTLE, false, &b, 1);
    assert_int_equal(seen.next, 40);
    assert_int_equal(seen.outer, 3);
    assert_int_equal(seen.problems.of[PROBLEM_BAD_COMPRESSION].n, 1);

    b.n = 0; /* a stream that stops inside of a record */
    put_record(&one, PERF_RECORD_SAMPLE, 20, 64, NULL);
    one.n -= 24;
    free(first.p);
    first = deflated(&one);
    put_compressed(&b, PERF_RECORD_COMPRESSED, first.p, first.n);
    seen = read_back(ORDER_LITTLE, false, &b, 1);
    assert_int_equal(seen.next, 20);
    assert_int_equal(seen.problems.of[PROBLEM_TRUNCATED].n, 8 + 64 - 24);
    free(one.p);
    free(two.p);
    free(b.p);
    free(first.p);
    free(second.p);
}

/* What one record costs, and the three bytes behind it that are none. */
static void test_cost(void **state)
{
    (void)state;
    static const struct {
        uint8_t type; /* PERF_RECORD_*: 1 MMAP, 9 SAMPLE */
        uint16_t size;
        uint64_t cost;
    } cases[] = {
        { 9, 8, 8 }, { 9, 2048, 2048 }, { 9, 2056, 2048 }, { 9, 65528, 2048 }, { 1, 65528, 65528 },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int big = 0; big < 2; big++) {
            static uint8_t bytes[65536 + 16];
            memset(bytes, 0, sizeof(bytes));
            bytes[big ? 3 : 0] = cases[i].type;
            bytes[big ? 6 : 7] = (uint8_t)(cases[i].size >> 8);
            bytes[big ? 7 : 6] = (uint8_t)cases[i].size;
            const struct span records = { bytes, cases[i].size + 3u };
            assert_int_equal(feed_record_cost(records, big ? ORDER_BIG : ORDER_LITTLE), cases[i].cost + 3);
            /* one that is not there as a whole costs what is there */
            const struct span cut = { bytes, cases[i].size - 1u };
            assert_int_equal(feed_record_cost(cut, big ? ORDER_BIG : ORDER_LITTLE), cases[i].size - 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost),     cmocka_unit_test(test_plain),    cmocka_unit_test(test_rubbish),
        cmocka_unit_test(test_strange),  cmocka_unit_test(test_payloads), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_overflow), cmocka_unit_test(test_damage),   cmocka_unit_test(test_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
