#include "formats/export/protobuf.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/base/mem.h"

struct gzip {
    z_stream z;
    struct export_sink *out;
    struct text block; /* not yet compressed */
    bool beside;
    pthread_t thread;
    pthread_mutex_t lock; /* of everything below, while there is a thread */
    pthread_cond_t changed;
    struct text next; /* the block for the thread */
    bool full, ended; /* `next` is to be compressed; no block will follow */
    struct err err;   /* memory failed in the thread, which then compresses nothing any more */
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

static void deflate_next(void *arg)
{
    struct gzip *g = arg;
    deflate_all(g, &g->next, Z_NO_FLUSH);
}

static void *gzip_work(void *arg)
{
    struct gzip *g = arg;
    pthread_mutex_lock(&g->lock);
    while (g->full || !g->ended) {
        if (!g->full) {
            pthread_cond_wait(&g->changed, &g->lock);
            continue;
        }
        pthread_mutex_unlock(&g->lock);
        struct err e = g->err;
        if (e.kind == ERR_NONE)
            mem_within(deflate_next, g, &e);
        pthread_mutex_lock(&g->lock);
        g->err = e;
        g->full = false;
        pthread_cond_signal(&g->changed);
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* Ends the thread, if there is one. */
static void gzip_join(void *gzip)
{
    struct gzip *g = gzip;
    if (!g->beside)
        return;
    pthread_mutex_lock(&g->lock);
    g->ended = true;
    pthread_cond_signal(&g->changed);
    pthread_mutex_unlock(&g->lock);
    pthread_join(g->thread, NULL);
    g->beside = false;
}

struct gzip *gzip_begin(struct export_sink *out, bool beside)
{
    enum { GZIP = 16 + MAX_WBITS, MEMORY = 8 }; /* zlib.h, deflateInit2() */
    struct gzip *g = mem_new(1, sizeof(*g));
    g->out = out;
    if (deflateInit2(&g->z, Z_BEST_SPEED, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        mem_must(NULL, 1, 1 << 18); /* nothing else can go wrong */
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    g->beside = beside && !pthread_create(&g->thread, NULL, gzip_work, g);
    mem_undo_add(&g->undo, gzip_join, g);
    return g;
}

static void compress_block(struct gzip *g)
{
    assert(g->block.n);
    if (g->beside) {
        pthread_mutex_lock(&g->lock);
        while (g->full)
            pthread_cond_wait(&g->changed, &g->lock);
        const struct err e = g->err;
        const struct text empty = g->next;
        g->next = g->block;
        g->block = empty;
        g->full = true;
        pthread_cond_signal(&g->changed);
        pthread_mutex_unlock(&g->lock);
        if (e.kind != ERR_NONE)
            mem_fail(&e);
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
    gzip_join(g);
    mem_undo_drop(&g->undo);
    if (g->err.kind != ERR_NONE)
        mem_fail(&g->err);
    deflate_all(g, &g->block, Z_FINISH);
    deflateEnd(&g->z);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    text_free(&g->next);
    text_free(&g->block);
    free(g);
}
