/*
 * series: captures whose compressed records are one zstd stream, as parts of perf record -z --switch-output. Read in order, each has
 * its records; in another order, or without the first, they are refused.
 */
#include "formats/perf/salvage/series.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

#include <cmocka.h>

#include "formats/perf/feed.h"
#include "tests/unit/perf_make.h"

enum { PARTS = 3, EACH = 2000, PERF_HEADER = 8, BODY = 40 };

/* A part on the heap, as captures are; its file has nothing but records. */
static struct perfdata *part_of(const struct bytes *b)
{
    struct perfdata *p = mem_new(1, sizeof(*p));
    struct err e = { 0 };
    p->capture.order = b->order;
    p->capture.path = "part";
    p->files = mem_new(1, sizeof(*p->files));
    p->nfiles = 1;
    assert_true(file_temp(&p->files[0], NULL, &e));
    assert_true(file_append(&p->files[0], b->p, b->n, &e));
    p->stretches = mem_new(1, sizeof(*p->stretches));
    p->stretches[p->nstretches++] = (struct stretch){ p->files, 0, b->n };
    p->capture.data_size = b->n;
    events_add(&p->capture.events,
               &(struct attr){ .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                              PERF_SAMPLE_ADDR | PERF_SAMPLE_PERIOD });
    return p;
}

static void free_part(struct perfdata *p)
{
    for (size_t i = 0; i < p->nfiles; i++)
        file_close(&p->files[i]);
    free(p->files);
    free(p->stretches);
    events_free(&p->capture.events);
    free(p);
}

static void put_numbered(struct bytes *b, uint64_t number)
{
    const size_t at = b->n;
    put_fields(b, (const struct field[]){ U32(PERF_RECORD_SAMPLE), U16(0), U16(0), U64(number), { 0 } });
    while (b->n - at < PERF_HEADER + BODY)
        put(b, 8, number * number);
    put_size_at(b, at);
}

/* Adds a plain record, which may be none of the stream, and then compressed ones that continue it. */
static void put_part(ZSTD_CCtx *stream, struct bytes *b, uint64_t first)
{
    struct bytes plain = { .order = b->order };
    static uint8_t packed[1 << 17];
    put_numbered(b, first);
    for (uint64_t i = 1; i < EACH; i++)
        put_numbered(&plain, first + i);
    for (size_t at = 0, n; at < plain.n; at += n) {
        n = lesser_of(plain.n - at, 20 * 48 + 8); /* ends within a record */
        ZSTD_inBuffer in = { plain.p + at, n, 0 };
        ZSTD_outBuffer out = { packed, sizeof(packed), 0 };
        assert_int_equal(ZSTD_compressStream2(stream, &out, &in, ZSTD_e_flush), 0);
        const size_t from = b->n;
        put_fields(b, (const struct field[]){
                          U32(PERF_RECORD_COMPRESSED), U16(0), U16(0), RAW((char *)packed, out.pos), { 0 } });
        put_size_at(b, from);
    }
    free(plain.p);
}

/* Reads all records of a part, whose numbers ascend from `first`. */
static uint64_t numbers_of(const struct perfdata *p, uint64_t first, struct problems *problems)
{
    struct feed f;
    struct block b = { 0 };
    struct err e = { 0 };
    uint64_t n = 0;
    feed_start(&f, p);
    while (feed_next(&f, &b, problems, &e))
        for (size_t at = 0; at < b.bytes.n; at += load_u16(b.bytes.p + at + 6, p->capture.order))
            if (load_u32(b.bytes.p + at, p->capture.order) == PERF_RECORD_SAMPLE)
                assert_int_equal(load_u64(b.bytes.p + at + 8, p->capture.order), first + n++);
    assert_int_equal(e.kind, ERR_NONE);
    feed_close(&f);
    free(b.buf);
    return n;
}

struct made {
    struct perfdata *v[PARTS];
};

static struct made make_parts(enum byte_order order)
{
    struct made made;
    ZSTD_CCtx *stream = ZSTD_createCCtx();
    for (size_t i = 0; i < PARTS; i++) {
        struct bytes b = { .order = order };
        put_part(stream, &b, i * EACH);
        made.v[i] = part_of(&b);
        free(b.p);
    }
    ZSTD_freeCCtx(stream);
    return made;
}

static void free_parts(struct made *made)
{
    for (size_t i = 0; i < PARTS; i++)
        free_part(made->v[i]);
}

static void test_in_order(void **state)
{
    (void)state;
    for (enum byte_order order = ORDER_LITTLE; order <= ORDER_BIG; order++) {
        struct made made = make_parts(order);
        struct series s = { .last = NULL };
        struct err e = { 0 };
        for (size_t i = 0; i < PARTS; i++) {
            struct problems before = { 0 }, after = { 0 };
            assert_int_equal(numbers_of(made.v[i], i * EACH, &before), i ? 1 : EACH);
            assert_int_equal(before.of[PROBLEM_MID_STREAM].n, i ? (EACH - 1) * 48 / (20 * 48 + 8) + 1 : 0);
            assert_int_equal(before.of[PROBLEM_BAD_COMPRESSION].n, 0);
            assert_true(series_add(&s, &made.v[i]->capture, NULL, &e));
            assert_int_equal(numbers_of(made.v[i], i * EACH, &after), EACH);
            for (int kind = 0; kind < PROBLEM_COUNT; kind++)
                assert_int_equal(after.of[kind].n, 0);
        }
        series_free(&s);
        free_parts(&made);
    }
}

/* Parts that do not follow one another: nothing is decompressed. */
static void test_out_of_order(void **state)
{
    (void)state;
    static const struct {
        size_t before, n; /* parts that are added first, from 0 on; the next one */
        const char *why;
    } rows[] = { { 0, 1, "name that before it" }, { 1, 2, "do not continue those of part" } };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct made made = make_parts(ORDER_LITTLE);
        struct series s = { .last = NULL };
        struct err e = { 0 };
        for (size_t k = 0; k < rows[i].before; k++)
            assert_true(series_add(&s, &made.v[k]->capture, NULL, &e));
        assert_false(series_add(&s, &made.v[rows[i].n]->capture, NULL, &e));
        assert_non_null(strstr(e.msg, rows[i].why));
        assert_int_equal(made.v[rows[i].n]->nfiles, 1);
        series_free(&s);
        free_parts(&made);
    }
}

/* More than the limit of unpacked bytes is not read in part. */
static void test_limit(void **state)
{
    (void)state;
    struct made made = make_parts(ORDER_LITTLE);
    struct series s = { .last = NULL };
    struct err e = { 0 };
    made.v[1]->capture.max_unpacked = 1000;
    assert_true(series_add(&s, &made.v[0]->capture, NULL, &e));
    assert_false(series_add(&s, &made.v[1]->capture, NULL, &e));
    assert_non_null(strstr(e.msg, "--max-unpacked"));
    series_free(&s);
    free_parts(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_in_order), cmocka_unit_test(test_out_of_order),
                                        cmocka_unit_test(test_limit) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
