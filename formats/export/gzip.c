#include "formats/export/protobuf.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

struct gzip {
    z_stream z;
    gz_header head;
    struct export_sink *out;
    struct text block;             /* not yet compressed */
    struct threads_beside *beside; /* the thread that compresses; NULL: the caller compresses */
    pthread_mutex_t lock;          /* protects all members below, while there is a thread */
    pthread_cond_t changed;
    struct text next; /* the next block for the thread */
    bool full, ended; /* full: `next` is to be compressed; ended: no more blocks will follow */
    bool failed;      /* the thread ran out of memory and has ended */
    struct mem_undo undo;
};

static void deflate_all(struct gzip *g, const struct text *bytes, int flush)
{
    enum { ROOM = 1 << 16 };
    struct text *t = &g->out->text;
    int more = Z_OK;
    g->z.next_in = (Bytef *)bytes->s;
    g->z.avail_in = (uInt)bytes->n;
    do {
        text_room(t, ROOM);
        g->z.next_out = (Bytef *)t->s + t->n;
        g->z.avail_out = ROOM;
        more = deflate(&g->z, flush);
        t->n += ROOM - g->z.avail_out;
        export_flush(g->out);
    } while (!g->z.avail_out || (flush == Z_FINISH && more == Z_OK));
}

static void gzip_work(void *arg, unsigned number)
{
    struct gzip *g = arg;
    (void)number;
    pthread_mutex_lock(&g->lock);
    while (g->full || !g->ended) {
        if (!g->full) {
            pthread_cond_wait(&g->changed, &g->lock);
            continue;
        }
        pthread_mutex_unlock(&g->lock);
        deflate_all(g, &g->next, Z_NO_FLUSH);
        pthread_mutex_lock(&g->lock);
        g->full = false;
        pthread_cond_signal(&g->changed);
    }
    pthread_mutex_unlock(&g->lock);
}

static void gzip_stop(void *arg)
{
    struct gzip *g = arg;
    pthread_mutex_lock(&g->lock);
    g->failed = true;
    g->full = false;
    pthread_cond_signal(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

/* Ends the thread, if there is one, and returns an error if it ran out of memory. */
static struct err gzip_join(struct gzip *g)
{
    struct err e = { 0 };
    if (!g->beside)
        return e;
    pthread_mutex_lock(&g->lock);
    g->ended = true;
    pthread_cond_signal(&g->changed);
    pthread_mutex_unlock(&g->lock);
    e = threads_join(g->beside);
    g->beside = NULL;
    return e;
}

static void gzip_abandon(void *gzip)
{
    gzip_join(gzip);
}

/* Ends the thread, and fails if it ran out of memory. */
static void gzip_finish(struct gzip *g)
{
    const struct err e = gzip_join(g);
    if (e.kind != ERR_NONE)
        mem_fail(&e);
}

struct gzip *gzip_begin(struct export_sink *out, bool beside)
{
    enum {
        GZIP = 16 + MAX_WBITS,
        MEMORY = 8, /* zlib.h, deflateInit2() */
        UNIX = 3
    }; /* RFC 1952, 2.3.1, "OS": one on every host, so that the bytes are equal */
    struct gzip *g = mem_new(1, sizeof(*g));
    g->out = out;
    if (deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        mem_check_alloc(NULL, 1, 1 << 18); /* it can only fail for lack of memory */
    g->head.os = UNIX;
    deflateSetHeader(&g->z, &g->head);
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    if (beside)
        g->beside = threads_start(gzip_work, gzip_stop, g);
    mem_undo_add(&g->undo, gzip_abandon, g);
    return g;
}

static void compress_block(struct gzip *g)
{
    assert(g->block.n);
    if (g->beside) {
        pthread_mutex_lock(&g->lock);
        while (g->full)
            pthread_cond_wait(&g->changed, &g->lock);
        const bool failed = g->failed;
        const struct text empty = g->next;
        g->next = g->block;
        g->block = empty;
        g->full = !failed;
        pthread_cond_signal(&g->changed);
        pthread_mutex_unlock(&g->lock);
        if (failed)
            gzip_finish(g);
    } else {
        deflate_all(g, &g->block, Z_NO_FLUSH);
    }
    g->block.n = 0;
}

bool gzip_add(void *gzip, const void *bytes, size_t n, struct err *e UNUSED)
{
    enum { BLOCK = 1 << 18 };
    struct gzip *g = gzip;
    for (const char *s = bytes; n;) {
        size_t some = BLOCK - g->block.n;
        if (some > n)
            some = n;
        text_add_n(&g->block, s, some);
        s += some;
        n -= some;
        if (g->block.n == BLOCK)
            compress_block(g);
    }
    return true;
}

void gzip_end(struct gzip *g)
{
    gzip_finish(g);
    mem_undo_drop(&g->undo);
    deflate_all(g, &g->block, Z_FINISH);
    deflateEnd(&g->z);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    text_free(&g->next);
    text_free(&g->block);
    free(g);
}
