#define ZSTD_STATIC_LINKING_ONLY /* needed for ZSTD_c_useRowMatchFinder */
#include "archive/folio/zstd_frames.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <zstd.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

enum { ROUND = 4 }; /* chunks per worker in a round */

struct zstd_frames_write_piece {
    uint8_t *packed;
    size_t n;
    struct err err;
};

/* Chunks that workers compress in parallel, and that are then written in order. */
struct round {
    const struct file *in;
    uint64_t size, at; /* size of the input; offset in it of the first chunk */
    struct zstd_frames_write_piece *pieces;
    unsigned n;
    atomic_uint next;
};

struct worker {
    struct round *round;
    ZSTD_CCtx *ctx;
    uint8_t *bytes;
};

/* Memory is allocated for the first chunk that needs it, and reused for all inputs. A folio has about a
   hundred inputs, most of one chunk; new pages for each took a sixth of the time. */
struct zstd_packer {
    struct worker *workers;
    struct zstd_frames_write_piece *pieces;
    unsigned n;
};

struct zstd_packer *zstd_packer_new(unsigned workers)
{
    struct zstd_packer *k = mem_new(1, sizeof(*k));
    k->n = workers + !workers;
    k->workers = mem_new(k->n, sizeof(*k->workers));
    k->pieces = mem_new((size_t)k->n * ROUND, sizeof(*k->pieces));
    return k;
}

void zstd_packer_free(struct zstd_packer *k)
{
    for (unsigned i = 0; k && i < k->n * ROUND; i++)
        free(k->pieces[i].packed);
    for (unsigned i = 0; k && i < k->n; i++) {
        ZSTD_freeCCtx(k->workers[i].ctx);
        free(k->workers[i].bytes);
    }
    if (k) {
        free(k->pieces);
        free(k->workers);
    }
    free(k);
}

/* By default zstd chooses the match finder for small frames by the host's SIMD instructions, which changes
   the output. So it is chosen here. */
static void set_level(ZSTD_CCtx *ctx, int level, struct err *e)
{
    const struct {
        ZSTD_cParameter which;
        int value;
    } parameters[] = {
        { ZSTD_c_compressionLevel, level },
        { ZSTD_c_contentSizeFlag, 1 },
        { ZSTD_c_checksumFlag, 1 },
        { ZSTD_c_useRowMatchFinder, ZSTD_ps_enable },
    };
    for (size_t i = 0; i < COUNT(parameters); i++) {
        size_t result = ZSTD_CCtx_setParameter(ctx, parameters[i].which, parameters[i].value);
        if (ZSTD_isError(result))
            err_set(e, ERR_UNSUPPORTED, 0, "this libzstd does not take a setting: %s",
                    ZSTD_getErrorName(result));
    }
}

/* Prepares a round, with workers for `pieces` chunks. Returns the number of workers. */
static unsigned zstd_frames_write_prepare(struct zstd_packer *k, uint64_t pieces, int level, struct round *r,
                                          struct err *e)
{
    unsigned n = k->n;
    if (pieces && n > pieces)
        n = (unsigned)pieces;
    for (unsigned i = 0; i < n; i++) {
        struct worker *w = &k->workers[i];
        if (!w->ctx) {
            w->ctx = mem_check_alloc(ZSTD_createCCtx(), 1, FRAME_BYTES);
            w->bytes = mem_new(FRAME_BYTES, 1);
        }
        set_level(w->ctx, level, e);
        w->round = r;
    }
    for (unsigned i = 0; i < n * ROUND && i < pieces; i++)
        if (!k->pieces[i].packed)
            k->pieces[i].packed = mem_new(ZSTD_compressBound(FRAME_BYTES), 1);
    return n;
}

/* The number of bytes of the input in the frame that begins at offset `at`. */
static size_t frame_size(uint64_t size, uint64_t at)
{
    assert(at < size);
    if (size - at < FRAME_BYTES)
        return (size_t)(size - at);
    return FRAME_BYTES;
}

static void compress(struct worker *w, struct zstd_frames_write_piece *p, uint64_t at)
{
    const struct round *r = w->round;
    const size_t n = frame_size(r->size, at);
    p->err = (struct err){ 0 };
    int64_t there = file_read(r->in, at, w->bytes, n, &p->err);
    if (there >= 0 && (size_t)there < n)
        err_set(&p->err, ERR_IO, at, "the input ends after %llu bytes of %llu",
                (unsigned long long)at + (unsigned long long)there, (unsigned long long)r->size);
    if (p->err.kind != ERR_NONE)
        return;
    p->n = ZSTD_compress2(w->ctx, p->packed, ZSTD_compressBound(FRAME_BYTES), w->bytes, n);
    if (ZSTD_isError(p->n))
        err_set(&p->err, ERR_IO, at, "cannot compress %zu bytes: %s", n, ZSTD_getErrorName(p->n));
}

static void zstd_frames_write_work(void *arg, unsigned number)
{
    struct worker *w = (struct worker *)arg + number;
    for (unsigned i; (i = atomic_fetch_add(&w->round->next, 1)) < w->round->n;)
        compress(w, &w->round->pieces[i], w->round->at + (uint64_t)i * FRAME_BYTES);
}

/* Append the parts of a seek table before and after its entries. */
static void begin_seek_table(struct text *t, uint32_t n)
{
    text_little_endian(t, FRAMES_HEAD_MAGIC, 4);
    text_little_endian(t, n * FRAMES_ENTRY + FRAMES_FOOT, 4);
}

static void end_seek_table(struct text *t, uint32_t n)
{
    text_little_endian(t, n, 4);
    text_little_endian(t, 0, 1); /* entries have no checksums */
    text_little_endian(t, FRAMES_FOOT_MAGIC, 4);
}

bool zstd_frames_write(struct zstd_packer *k, struct output *out, const struct file *in, uint64_t size,
                       int level, struct err *e)
{
    uint64_t left = size / FRAME_BYTES + !!(size % FRAME_BYTES);
    if (left > FRAMES_MOST)
        return err_set(e, ERR_UNSUPPORTED, 0, "%llu bytes are more than %u frames of %d can hold",
                       (unsigned long long)size, FRAMES_MOST, FRAME_BYTES);
    struct round r = { .in = in, .size = size, .pieces = k->pieces };
    const unsigned workers = zstd_frames_write_prepare(k, left, level, &r, e);
    struct text table = { 0 };
    uint32_t n = 0, all = (uint32_t)left;
    begin_seek_table(&table, all);
    for (; left && e->kind == ERR_NONE; left -= r.n, r.at += (uint64_t)r.n * FRAME_BYTES) {
        r.n = workers * ROUND;
        if (left < r.n)
            r.n = (unsigned)left;
        atomic_store(&r.next, 0);
        /* no stop(): the other threads end soon anyway */
        threads_run(workers, zstd_frames_write_work, NULL, k->workers);
        for (unsigned i = 0; i < r.n && e->kind == ERR_NONE; i++, n++) {
            const struct zstd_frames_write_piece *p = &r.pieces[i];
            *e = p->err;
            text_little_endian(&table, p->n, 4);
            text_little_endian(&table, frame_size(size, (uint64_t)n * FRAME_BYTES), 4);
            if (e->kind == ERR_NONE)
                output_add(out, p->packed, p->n, e);
        }
    }
    end_seek_table(&table, all);
    if (e->kind == ERR_NONE)
        output_add(out, table.s, table.n, e);
    text_free(&table);
    return e->kind == ERR_NONE;
}
