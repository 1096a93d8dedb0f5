/*
 * places: blocks of pass 1, read by several threads in pass 2: of a compressed stream and of a file that is packed, with
 * room for all blocks, for the first ones and for none. Whatever is kept, each byte is that of its place.
 */
#include "formats/perf/places.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

#include "formats/perf/feed.h"
#include "tests/unit/perf_make.h"

enum { WORKERS = 3, PIECE = 60000, BLOCKS = 5 };

/* A few blocks of records that do not compress. */
static struct bytes made_records(void)
{
    struct bytes b = { .order = ORDER_LITTLE };
    uint64_t noise = 88172645463325252u;
    while (b.n < (size_t)(BLOCKS - 1) * FEED_BLOCK_BYTES + PIECE) {
        size_t at = b.n;
        put_fields(&b, (const struct field[]){ U32(PERF_RECORD_SAMPLE), U16(0), U16(0), { 0 } });
        while (b.n - at < 808) {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            put(&b, 8, noise);
        }
        put_size_at(&b, at);
    }
    return b;
}

/* The same as COMPRESSED records. */
static struct bytes compressed(const struct bytes *in)
{
    struct bytes out = { .order = in->order }, packed = { .cap = ZSTD_compressBound(in->n) };
    packed.p = mem_resize(NULL, packed.cap, 1);
    packed.n = ZSTD_compress(packed.p, packed.cap, in->p, in->n, 1);
    assert_false(ZSTD_isError(packed.n));
    for (size_t at = 0, n; at < packed.n; at += n) {
        size_t record = out.n;
        n = packed.n - at < PIECE ? packed.n - at : PIECE;
        put_fields(&out, (const struct field[]){ U32(PERF_RECORD_COMPRESSED), U16(0), U16(0), { 0 } });
        put_raw(&out, packed.p + at, n);
        put_size_at(&out, record);
    }
    free(packed.p);
    return out;
}

/* A file that takes work to read, as one in a folio does. */
struct view {
    struct file_view view;
    struct bytes bytes;
};

static int64_t read_view(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e)
{
    const struct bytes *b = &((struct view *)v)->bytes;
    (void)e;
    n = at >= b->n ? 0 : n < b->n - at ? n : b->n - (size_t)at;
    memcpy(buf, b->p + (n ? at : 0), n);
    return (int64_t)n;
}

/* What all workers read. */
struct reading {
    const struct perfdata *p;
    const struct places *l;
    atomic_size_t next;
    uint8_t *to; /* by seq */
    size_t cap;
    atomic_size_t n, failed;
};

static void *read_some(void *arg)
{
    struct reading *r = arg;
    struct block b = { 0 };
    struct err e = { 0 };
    for (size_t i; (i = atomic_fetch_add(&r->next, 1)) < r->l->n;) {
        if (!places_read(r->p, &r->l->v[i], &b, &e) || b.seq + b.bytes.n > r->cap) {
            atomic_fetch_add(&r->failed, 1);
            continue;
        }
        memcpy(r->to + b.seq, b.bytes.p, b.bytes.n);
        atomic_fetch_add(&r->n, b.bytes.n);
    }
    free(b.buf);
    return NULL;
}

static void find_places(const struct perfdata *p, struct places *l)
{
    struct feed f;
    struct block b = { 0 };
    struct problems problems = { 0 };
    struct err e = { 0 };
    feed_start_skimming(&f, p);
    while (feed_next(&f, &b, &problems, &e))
        places_add(l, &f, &b, NULL);
    assert_int_equal(e.kind, ERR_NONE);
    feed_close(&f);
    free(b.buf);
}

/* Room for so many bytes is left in the last store. */
static void leave_room(struct places *l, size_t bytes)
{
    for (l->nstores = 0; l->nstores < STORES_MOST; l->nstores++)
        l->stores[l->nstores] = mem_new(STORE_BYTES, 1);
    l->room = bytes;
}

/* How many blocks were kept of how many places; `all`: what is read has to be. */
struct kept {
    size_t n, of;
};

static struct kept read_places(const struct perfdata *p, struct places *l, const struct bytes *all)
{
    struct kept kept = { 0, l->n };
    struct reading r = { .p = p, .l = l, .cap = all->n };
    pthread_t worker[WORKERS];
    for (size_t i = 0; i < l->n; i++)
        kept.n += l->v[i].kept != NULL;
    r.to = mem_new(all->n, 1);
    for (size_t i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&worker[i], NULL, read_some, &r), 0);
    for (size_t i = 0; i < WORKERS; i++)
        pthread_join(worker[i], NULL);
    assert_int_equal(r.failed, 0);
    if (l->n) {
        assert_int_equal(r.n, all->n);
        assert_memory_equal(r.to, all->p, all->n);
    }
    free(r.to);
    places_free(l);
    return kept;
}

static void test_packed(void **state)
{
    (void)state;
    struct view v = { { read_view, NULL, true }, made_records() };
    struct file file = { .fd = -1, .size = v.bytes.n, .view = &v.view };
    struct stretch s = { &file, 0, v.bytes.n };
    struct perfdata p = { .capture = { .order = ORDER_LITTLE }, .stretches = &s, .nstretches = 1 };
    struct places l = { 0 };

    find_places(&p, &l);
    struct kept kept = read_places(&p, &l, &v.bytes);
    assert_true(kept.of > 1);
    assert_int_equal(kept.n, kept.of);

    leave_room(&l, 2 * FEED_BLOCK_BYTES + PIECE); /* those behind the kept ones are read again */
    find_places(&p, &l);
    kept = read_places(&p, &l, &v.bytes);
    assert_true(kept.n > 0 && kept.n < kept.of);

    leave_room(&l, 0);
    find_places(&p, &l);
    kept = read_places(&p, &l, &v.bytes);
    assert_true(!kept.n && kept.of > 1);
    free(v.bytes.p);
}

/* A stream is read from its front alone, so that all of its blocks are kept or none. */
static void test_compressed(void **state)
{
    (void)state;
    struct bytes all = made_records();
    struct view v = { { read_view, NULL, false }, compressed(&all) };
    struct file file = { .fd = -1, .size = v.bytes.n, .view = &v.view };
    struct stretch s = { &file, 0, v.bytes.n };
    struct perfdata p = { .capture = { .order = ORDER_LITTLE }, .stretches = &s, .nstretches = 1 };
    struct places l = { 0 };

    find_places(&p, &l);
    size_t bytes = 0;
    bool kept = true;
    for (size_t i = 0; i < l.n; i++) {
        bytes += l.v[i].size;
        kept = kept && l.v[i].kept;
    }
    assert_true(l.n > 1 && kept && !l.some_lack && bytes >= all.n);
    places_free(&l);

    static const size_t rooms[] = { 0, 2 * FEED_BLOCK_BYTES + PIECE };
    for (size_t i = 0; i < sizeof(rooms) / sizeof(*rooms); i++) {
        leave_room(&l, rooms[i]);
        find_places(&p, &l);
        assert_true(l.some_lack);
        assert_int_equal(l.n, 0);
        places_free(&l);
    }
    free(v.bytes.p);
    free(all.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_packed), cmocka_unit_test(test_compressed) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
