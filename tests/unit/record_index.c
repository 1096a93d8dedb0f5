/*
 * record_index: an index beside the capture that it is of: the same records in the same places, and blocks that have each
 * byte of a capture of several frames and stretches, whoever reads them. What is damaged is refused, or stays within the
 * capture's bytes.
 */
#include "formats/perf/record_index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/perf/feed.h"
#include "tests/unit/perf_make.h"

enum { SAMPLE_BYTES = 808, OTHERS = 16 /* every so many-th record is none */, FRONT = 200, BEHIND = 64 };

/* Records of at least n bytes, behind what is none; every other one that is no sample is followed by bytes that belong to
   no record. */
static struct bytes made_records(enum byte_order order, size_t n)
{
    struct bytes b = { .order = order };
    uint64_t noise = 88172645463325252u;
    for (size_t i = 0; i < FRONT; i++)
        put(&b, 1, i);
    for (uint32_t i = 1; b.n < n; i++) {
        const size_t at = b.n;
        if (i % (2 * OTHERS) == 0) {
            put_fields(
                &b, (const struct field[]){ U32(PERF_RECORD_AUXTRACE), U16(0), U16(48), U64(BEHIND), { 0 } });
            for (size_t k = 16; k < 48 + BEHIND; k += 8)
                put(&b, 8, i);
            continue;
        }
        put_fields(&b, (const struct field[]){
                           U32(i % OTHERS ? PERF_RECORD_SAMPLE : PERF_RECORD_EXIT), U16(0), U16(0), { 0 } });
        while (b.n - at < (i % OTHERS ? SAMPLE_BYTES : 32)) {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            put(&b, 8, noise);
        }
        put_size_at(&b, at);
    }
    return b;
}

/* Two stretches of records in two files. */
struct made {
    struct bytes bytes[2];
    struct file files[2];
    struct stretch stretches[2];
    struct perfdata p;
    struct text index;
};

static void make(struct made *m, enum byte_order order, size_t n)
{
    struct err e = { 0 };
    *m = (struct made){ .p = { .capture = { .order = order }, .stretches = m->stretches, .nstretches = 2 } };
    for (size_t i = 0; i < 2; i++) {
        m->bytes[i] = made_records(order, n >> i);
        file_of_bytes(&m->files[i], (struct span){ m->bytes[i].p, m->bytes[i].n });
        m->stretches[i] = (struct stretch){ &m->files[i], FRONT, m->bytes[i].n - FRONT };
    }
    assert_true(record_index_put(&m->p.capture, &m->index, &e));
    assert_true(m->index.n);
}

static void drop(struct made *m)
{
    for (size_t i = 0; i < 2; i++) {
        file_close(&m->files[i]);
        free(m->bytes[i].p);
    }
    text_free(&m->index);
}

static struct span index_of(const struct made *m)
{
    return (struct span){ (const uint8_t *)m->index.s, m->index.n };
}

/* A record of the capture, found by reading all of it. */
struct seen {
    struct span bytes;
    uint64_t at, seq;
};

/* All bytes of records into `all`, and those that are no samples into `others`; how many samples there are. */
static uint64_t read_through(const struct made *m, struct text *all, struct seen *others, size_t *n)
{
    uint64_t samples = 0;
    *n = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t at = FRONT; at < m->bytes[i].n;) {
            const uint8_t *p = m->bytes[i].p + at;
            const size_t size = load_u16(p + 6, m->p.capture.order);
            const uint32_t type = load_u32(p, m->p.capture.order);
            samples += type == PERF_RECORD_SAMPLE;
            if (type != PERF_RECORD_SAMPLE)
                others[(*n)++] = (struct seen){ { p, size }, at, all->n };
            text_add_n(all, (const char *)p, size);
            at += size + (type == PERF_RECORD_AUXTRACE ? BEHIND : 0);
        }
    return samples;
}

static void check_blocks(const struct made *m, const struct places *l, const struct text *all)
{
    struct block b = { 0 };
    struct err e = { 0 };
    uint64_t n = 0;
    for (size_t i = l->n; i--;) { /* in any order */
        assert_true(places_read(&m->p, &l->v[i], &b, &e));
        assert_int_equal(b.bytes.n, l->v[i].size);
        assert_true(b.seq + b.bytes.n <= all->n);
        assert_memory_equal(b.bytes.p, all->s + b.seq, b.bytes.n);
        n += b.bytes.n;
    }
    assert_int_equal(n, all->n);
    free(b.buf);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct made m;
        struct record_index x;
        struct places l = { 0 };
        struct text all = { 0 };
        struct span record;
        uint64_t at, seq;
        size_t n, i = 0;
        make(&m, order ? ORDER_BIG : ORDER_LITTLE, 3 * FEED_FRAME);
        struct seen *others = mem_new(m.bytes[0].n / SAMPLE_BYTES, sizeof(*others));
        const uint64_t samples = read_through(&m, &all, others, &n);
        assert_true(record_index_take(&m.p, index_of(&m), &x, &l));
        assert_int_equal(x.times.n, samples);
        for (; record_index_next(&x, &record, &at, &seq); i++) {
            assert_true(i < n);
            assert_true(at == others[i].at && seq == others[i].seq && record.n == others[i].bytes.n);
            assert_memory_equal(record.p, others[i].bytes.p, record.n);
        }
        assert_int_equal(i, n);
        check_blocks(&m, &l, &all);
        places_free(&l);
        text_free(&all);
        free(others);
        drop(&m);
    }
}

/* Where more than a tenth is no sample, or the last record is cut off, there is none. */
static void test_none(void **state)
{
    (void)state;
    struct made m;
    struct err e = { 0 };
    make(&m, ORDER_LITTLE, 50000);
    m.index.n = 0;
    m.stretches[1].size -= 8;
    assert_true(record_index_put(&m.p.capture, &m.index, &e));
    assert_int_equal(m.index.n, 0);
    m.stretches[1].size += 8;
    for (size_t at = FRONT, i = 0; i < 12; i++) {
        const size_t size = load_u16(m.bytes[0].p + at + 6, ORDER_LITTLE);
        m.bytes[0].p[at] = PERF_RECORD_EXIT;
        at += size;
    }
    assert_true(record_index_put(&m.p.capture, &m.index, &e));
    assert_int_equal(m.index.n, 0);
    drop(&m);
}

/* Whatever it says, it is refused or stays within the capture. */
static void use(const struct made *m, struct span index)
{
    struct record_index x;
    struct places l = { 0 };
    struct block b = { 0 };
    struct err e = { 0 };
    struct span record;
    uint64_t at, seq;
    if (!record_index_take(&m->p, index, &x, &l)) {
        assert_int_equal(l.n, 0);
        return;
    }
    while (record_index_next(&x, &record, &at, &seq))
        assert_true(record.n >= 8);
    for (size_t i = 0; i < l.n; i++)
        places_read(&m->p, &l.v[i], &b, &e);
    free(b.buf);
    places_free(&l);
}

static void test_damaged(void **state)
{
    (void)state;
    struct made m;
    make(&m, ORDER_LITTLE, 60000);
    uint8_t *copy = mem_new(m.index.n, 1);
    for (size_t n = 0; n < m.index.n;
         n++) { /* exactly as large, for the sanitizers to see what is behind it */
        uint8_t *cut = memcpy(mem_new(n + 1, 1), m.index.s, n);
        struct record_index x;
        struct places l = { 0 };
        assert_false(record_index_take(&m.p, (struct span){ cut, n }, &x, &l));
        free(cut);
    }
    for (size_t i = 0; i < m.index.n; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            memcpy(copy, m.index.s, m.index.n);
            copy[i] ^= (uint8_t)(1 << bit);
            use(&m, (struct span){ copy, m.index.n });
        }
    free(copy);
    drop(&m);
}

/* Numbers of an index that no such capture has, and blocks that lack bytes of it. */
static void test_forged(void **state)
{
    (void)state;
    enum { SAMPLES, FIRST, LATER, BLOCKS, HEAD };
    const uint64_t last = OFF_CPU_TIMESTAMP - 1;
    static const uint64_t same = UINT64_MAX;
    const struct {
        const char *what;
        uint64_t head[HEAD];
        bool taken;
    } rows[] = {
        { "its own", { same, same, same, same }, true },
        { "the last moment", { same, last - 1, 1, same }, true },
        { "behind the last moment", { same, last, 1, same }, false },
        { "times that come round", { same, last, OFF_CPU_TIMESTAMP + 5, same }, false },
        { "later than any, from 0", { same, 0, OFF_CPU_TIMESTAMP, same }, false },
        { "2^63 samples", { UINT64_C(1) << 63, same, same, same }, false },
        { "more samples than bytes / 8", { 50000 / 4, same, same, same }, false },
        { "no sample", { 0, same, same, same }, false },
        { "no block", { same, same, same, 0 }, false },
    };
    struct made m;
    make(&m, ORDER_LITTLE, 50000);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cur c = cur_of(index_of(&m), ORDER_LITTLE);
        struct text t = { 0 };
        struct record_index x;
        struct places l = { 0 };
        const uint64_t blocks = rows[i].head[BLOCKS];
        for (size_t k = 0; k < HEAD; k++) {
            const uint64_t own = cur_uleb(&c);
            text_uleb(&t, rows[i].head[k] == same ? own : rows[i].head[k]);
            for (uint64_t n = k == BLOCKS && !blocks ? 3 * own : 0; n; n--)
                cur_uleb(&c);
        }
        text_add_n(&t, (const char *)c.p, c.left);
        const bool taken = record_index_take(&m.p, (struct span){ (const uint8_t *)t.s, t.n }, &x, &l);
        if (taken != rows[i].taken)
            fail_msg("%s: %d", rows[i].what, taken);
        places_free(&l);
        text_free(&t);
    }
    m.stretches[1].size += 8; /* the capture has bytes that no block has */
    struct record_index x;
    struct places l = { 0 };
    assert_false(record_index_take(&m.p, index_of(&m), &x, &l));
    assert_int_equal(l.n, 0);
    drop(&m);
}

static void ignore(void *arg UNUSED, const struct record *r UNUSED)
{
}

/* As many samples as could be there and are not: noted when all were read, once. */
static void test_other_number(void **state)
{
    (void)state;
    for (uint64_t more = 0; more < 2; more++) {
        struct made m;
        struct text t = { 0 };
        struct err e = { 0 };
        struct block b = { 0 };
        make(&m, ORDER_LITTLE, 3 * FEED_FRAME);
        struct cur c = cur_of(index_of(&m), ORDER_LITTLE);
        text_uleb(&t, cur_uleb(&c) + more);
        text_add_n(&t, (const char *)c.p, c.left);
        struct perfdata *p = mem_new(1, sizeof(*p));
        struct capture *capture = &p->capture;
        *p = m.p;
        p->stretches = memcpy(mem_new(2, sizeof(*p->stretches)), m.stretches, sizeof(m.stretches));
        uint8_t *mapped = file_map_zeroed(t.n, &e);
        assert_non_null(mapped);
        p->index = (struct span){ memcpy(mapped, t.s, t.n), t.n };
        assert_true(perfdata_ops.walk(capture, &(struct visitor){ .visit = ignore }, &e));
        for (int pass = 0; pass < 2; pass++) {
            assert_int_equal(capture->problems.of[PROBLEM_BAD_INDEX].n, pass && more);
            assert_true(perfdata_ops.rewind(capture, &e));
            while (perfdata_ops.next_block(capture, &b, &e)) {
            }
        }
        assert_int_equal(capture->problems.of[PROBLEM_BAD_INDEX].n, more);
        perfdata_ops.close(capture);
        free(b.buf);
        text_free(&t);
        drop(&m);
    }
}

static void count_record(void *arg, const struct record *r UNUSED)
{
    ++*(size_t *)arg;
}

/* A capture of its own of what was made, without an index. */
static struct capture *capture_of(const struct made *m)
{
    struct perfdata *p = mem_new(1, sizeof(*p));
    *p = m->p;
    p->stretches = memcpy(mem_new(2, sizeof(*p->stretches)), m->stretches, sizeof(m->stretches));
    return &p->capture;
}

/* Both passes in one find what pass 1 finds; where they end early, nothing was found. */
static void test_along(void **state)
{
    (void)state;
    struct made m;
    struct err e = { 0 };
    struct record_heads heads = { 0 };
    struct block b = { .heads = &heads };
    size_t walked = 0;
    make(&m, ORDER_BIG, 3 * FEED_FRAME);
    struct capture *whole = capture_of(&m);
    assert_true(perfdata_ops.walk(whole, &(struct visitor){ .visit = count_record, .arg = &walked }, &e));
    assert_true(walked);
    for (int early = 0; early < 2; early++) {
        size_t seen = 0, blocks = 0;
        struct capture *c = capture_of(&m);
        assert_true(perfdata_ops.walk_along(c, &(struct visitor){ .visit = count_record, .arg = &seen }));
        assert_true(perfdata_ops.rewind(c, &e));
        while (!(early && blocks) && perfdata_ops.next_block(c, &b, &e))
            blocks++;
        assert_int_equal(perfdata_ops.end_along(c), !early);
        assert_true(blocks);
        if (early) {
            assert_int_equal(c->nsamples, 0);
            assert_true(
                perfdata_ops.walk(c, &(struct visitor){ .visit = count_record, .arg = &(size_t){ 0 } }, &e));
        } else {
            assert_int_equal(seen, walked);
        }
        assert_int_equal(c->nsamples, whole->nsamples);
        assert_int_equal(c->first_time, whole->first_time);
        assert_int_equal(c->last_time, whole->last_time);
        assert_memory_equal(c->counts, whole->counts, sizeof(c->counts));
        perfdata_ops.close(c);
    }
    perfdata_ops.close(whole);
    capture_heads_free(&heads);
    free(b.buf);
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_none),
                                        cmocka_unit_test(test_damaged),      cmocka_unit_test(test_forged),
                                        cmocka_unit_test(test_other_number), cmocka_unit_test(test_along) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
