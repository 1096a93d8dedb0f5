#include "archive/folio/zstd_frames.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/file/lock.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* RECENT: number of frames whose plain bytes are cached. STRETCH: bytes of a range that is checked for
   zeros; at most a page. */
enum { RECENT = 4, STRETCH = 4096 };

/* A decompressed frame, cached because callers ask for parts of it. Its last user frees it; the list of
   recent frames is one of the users. If another thread is decompressing the frame, a thread that needs it
   waits. */
struct zstd_frames_piece {
    uint32_t frame;
    unsigned users;
    enum { PIECE_AWAITED, PIECE_READY, PIECE_DAMAGED } state;
    size_t cap; /* size of `bytes` */
    uint8_t bytes[];
};

/* The memory to decompress a frame; in a list while unused. */
struct unpacker {
    struct unpacker *next;
    ZSTD_DCtx *ctx;
    uint8_t *packed;
    size_t cap;
};

struct frames {
    struct file_view view;
    struct file file;
    uint32_t n;
    uint64_t *packed; /* offset of each frame in the file, and the end of the last frame */
    uint64_t *from;   /* offset of each frame in the plain bytes, and their end */
    pthread_mutex_t lock;
    pthread_cond_t done;                      /* a frame was decompressed, or found damaged */
    struct zstd_frames_piece *recent[RECENT]; /* the most recently used first */
    struct unpacker *idle;
};

/* Reads the n bytes at `at`. Fewer bytes are an error. */
static bool read_whole(const struct file *f, uint64_t at, void *buf, size_t n, struct err *e)
{
    int64_t there = file_read(f, at, buf, n, e);
    return there == (int64_t)n || err_set(e, ERR_IO, at, "the file ends before the %zu bytes at offset %llu",
                                          n, (unsigned long long)at);
}

/* Reads the entries into fr->packed and fr->from. The frames begin at `at` and must end before `end`.
   Returns the number of valid entries before the first invalid one. */
static uint32_t take_entries(struct frames *fr, struct cur c, uint64_t at, uint64_t end)
{
    uint64_t from = 0;
    for (uint32_t i = 0; i < fr->n; i++) {
        uint32_t packed = cur_u32(&c), bytes = cur_u32(&c);
        if (!packed || packed > end - at || !bytes || bytes > FRAME_BYTES_MOST ||
            packed > ZSTD_compressBound(bytes))
            return i;
        fr->packed[i] = at;
        fr->from[i] = from;
        at += packed;
        from += bytes;
    }
    fr->packed[fr->n] = at;
    fr->from[fr->n] = from;
    return fr->n;
}

/* Reads the seek table. Every number in it is checked against the n bytes before it is used. */
static bool read_seek_table(struct frames *fr, uint64_t at, uint64_t n, struct err *e)
{
    uint8_t foot[FRAMES_FOOT];
    if (at > fr->file.size || n > fr->file.size - at || n < FRAMES_HEAD + FRAMES_FOOT)
        return err_set(e, ERR_FORMAT, at, "no room for a seek table in %llu bytes at offset %llu",
                       (unsigned long long)n, (unsigned long long)at);
    if (!read_whole(&fr->file, at + n - sizeof(foot), foot, sizeof(foot), e))
        return false;
    struct cur c = cur_of((struct span){ foot, sizeof(foot) }, ORDER_LITTLE);
    uint32_t count = cur_u32(&c), descriptor = cur_u8(&c), magic = cur_u32(&c);
    if (magic != FRAMES_FOOT_MAGIC)
        return err_set(e, ERR_FORMAT, at + n - 4, "no seek table ends at offset %llu",
                       (unsigned long long)(at + n));
    if (descriptor & ~3U) /* entries have checksums, or the format is newer; the last two bits are unused */
        return err_set(e, ERR_UNSUPPORTED, at + n - 5,
                       "the seek table that ends at offset %llu is of an unknown kind: 0x%x",
                       (unsigned long long)(at + n), descriptor);
    uint64_t entries = (uint64_t)count * FRAMES_ENTRY;
    if (count > FRAMES_MOST || entries > n - FRAMES_HEAD - FRAMES_FOOT)
        return err_set(e, ERR_FORMAT, at + n - FRAMES_FOOT, "%u frames at offset %llu, in %llu bytes", count,
                       (unsigned long long)at, (unsigned long long)n);

    uint64_t table = at + n - FRAMES_FOOT - entries - FRAMES_HEAD;
    size_t size = FRAMES_HEAD + (size_t)entries;
    uint8_t *bytes = mem_new(size, 1);
    bool ok = read_whole(&fr->file, table, bytes, size, e);
    c = cur_of((struct span){ bytes, size }, ORDER_LITTLE);
    if (ok && (cur_u32(&c) != FRAMES_HEAD_MAGIC || cur_u32(&c) != entries + FRAMES_FOOT))
        ok = err_set(e, ERR_FORMAT, table, "no seek table of %u frames begins at offset %llu", count,
                     (unsigned long long)table);
    if (ok) {
        fr->n = count;
        fr->packed = mem_new((size_t)count + 1, sizeof(*fr->packed));
        fr->from = mem_new((size_t)count + 1, sizeof(*fr->from));
        uint32_t taken = take_entries(fr, c, at, table);
        if (taken < count || fr->packed[count] != table)
            ok = err_set(e, ERR_FORMAT, table + FRAMES_HEAD + (uint64_t)taken * FRAMES_ENTRY,
                         "the seek table at offset %llu has wrong sizes at frame %u of %u",
                         (unsigned long long)table, taken, count);
    }
    free(bytes);
    return ok;
}

void zstd_frames_close(struct frames *fr)
{
    if (!fr)
        return;
    for (struct unpacker *u; (u = fr->idle);) {
        fr->idle = u->next;
        ZSTD_freeDCtx(u->ctx);
        free(u->packed);
        free(u);
    }
    for (int i = 0; i < RECENT; i++)
        free(fr->recent[i]);
    pthread_mutex_destroy(&fr->lock);
    pthread_cond_destroy(&fr->done);
    free(fr->packed);
    free(fr->from);
    free(fr);
}

/* The bytes of the frames as they are on disk: the file may be unpacked itself. */
static uint64_t stored_size(const struct frames *fr)
{
    const uint64_t here = fr->packed[fr->n] - fr->packed[0], file = fr->file.packed;
    if (file && file < here)
        return file;
    return here;
}

void zstd_frames_as_file(struct file *out, struct frames *fr)
{
    *out = (struct file){ .fd = -1,
                          .size = zstd_frames_size(fr),
                          .packed = stored_size(fr),
                          .view = &fr->view,
                          .fault = fr->file.fault };
}

uint64_t zstd_frames_size(const struct frames *fr)
{
    return fr->from[fr->n];
}

static size_t size_of(const struct frames *fr, uint32_t i)
{
    assert(i < fr->n);
    return (size_t)(fr->from[i + 1] - fr->from[i]);
}

static struct unpacker *unpacker_take(struct frames *fr)
{
    pthread_mutex_lock(&fr->lock);
    struct unpacker *u = fr->idle;
    if (u)
        fr->idle = u->next;
    pthread_mutex_unlock(&fr->lock);
    if (!u) {
        u = mem_new(1, sizeof(*u));
        u->ctx = mem_check_alloc(ZSTD_createDCtx(), 1, sizeof(*u));
    }
    return u;
}

static void unpacker_give(struct frames *fr, struct unpacker *u)
{
    pthread_mutex_lock(&fr->lock);
    u->next = fr->idle;
    fr->idle = u;
    pthread_mutex_unlock(&fr->lock);
}

/* Decompresses a whole frame. */
static bool unpack(struct frames *fr, uint32_t i, uint8_t *to, struct err *e)
{
    struct unpacker *u = unpacker_take(fr);
    uint64_t at = fr->packed[i];
    size_t n = (size_t)(fr->packed[i + 1] - at), size = size_of(fr, i);
    if (u->cap < n) {
        free(u->packed);
        u->packed = mem_new(n, 1);
        u->cap = n;
    }
    bool ok = read_whole(&fr->file, at, u->packed, n, e);
    size_t result = size;
    if (ok)
        result = ZSTD_decompressDCtx(u->ctx, to, size, u->packed, n);
    const char *why = ZSTD_getErrorName(result);
    if (ZSTD_getErrorCode(result) == ZSTD_error_checksum_wrong)
        why = "its checksum is wrong";
    if (ZSTD_isError(result))
        ok = err_set(e, ERR_FORMAT, at, "the zstd frame at offset %llu (%zu bytes) is damaged: %s",
                     (unsigned long long)at, n, why);
    else if (result != size)
        ok = err_set(e, ERR_FORMAT, at,
                     "the zstd frame at offset %llu holds %zu bytes where the seek table says %zu",
                     (unsigned long long)at, result, size);
    unpacker_give(fr, u);
    return ok;
}

static void piece_drop(struct zstd_frames_piece *p)
{
    assert(!p || p->users);
    if (p && !--p->users)
        free(p);
}

static void piece_give(struct frames *fr, struct zstd_frames_piece *p)
{
    pthread_mutex_lock(&fr->lock);
    piece_drop(p);
    pthread_mutex_unlock(&fr->lock);
}

/* ---- with the lock held ---- */

/* Moves a decompressed frame to the front of the list of recent frames, instead of the k-th. */
static void put_first(struct frames *fr, struct zstd_frames_piece *p, int k)
{
    assert(k >= 0 && k < RECENT);
    memmove(fr->recent + 1, fr->recent, (size_t)k * sizeof(*fr->recent));
    fr->recent[0] = p;
}

/* Finds a frame in the list of recent frames and moves it to the front; NULL: it is not there. */
static struct zstd_frames_piece *piece_find(struct frames *fr, uint32_t i)
{
    for (int k = 0; k < RECENT; k++) {
        struct zstd_frames_piece *p = fr->recent[k];
        if (!p || p->frame != i || p->state == PIECE_DAMAGED)
            continue;
        put_first(fr, p, k);
        p->users++;
        return p;
    }
    return NULL;
}

/* Adds a frame, which the caller will decompress, to the list of recent frames. It gets the memory of the
   least recently used one, if that has no other user. */
static struct zstd_frames_piece *piece_new(struct frames *fr, uint32_t i)
{
    size_t n = size_of(fr, i);
    struct zstd_frames_piece *p = fr->recent[RECENT - 1];
    if (!p || p->users > 1 || p->cap < n) {
        fr->recent[RECENT - 1] = NULL; /* before the allocation, which may fail */
        piece_drop(p);
        p = mem_resize(NULL, sizeof(*p) + n, 1);
        p->cap = n;
    }
    p->frame = i;
    p->users = 2;
    p->state = PIECE_AWAITED;
    put_first(fr, p, RECENT - 1);
    return p;
}

/* Waits until a frame in the list of recent frames is decompressed; NULL: it is not there, or damaged. */
static struct zstd_frames_piece *piece_awaited(struct frames *fr, uint32_t i)
{
    struct zstd_frames_piece *p = piece_find(fr, i);
    while (p && p->state == PIECE_AWAITED)
        pthread_cond_wait(&fr->done, &fr->lock);
    if (!p || p->state == PIECE_READY)
        return p;
    piece_drop(p);
    return NULL;
}

/* ---- without the lock ---- */

static struct zstd_frames_piece *piece_known(struct frames *fr, uint32_t i)
{
    pthread_mutex_lock(&fr->lock);
    struct zstd_frames_piece *p = piece_awaited(fr, i);
    pthread_mutex_unlock(&fr->lock);
    return p;
}

/* Wakes the threads that wait for a frame. It is decompressed, or damaged (`ok` is false). */
static void piece_end(struct frames *fr, struct zstd_frames_piece *p, bool ok)
{
    assert(p->state == PIECE_AWAITED);
    pthread_mutex_lock(&fr->lock);
    p->state = ok ? PIECE_READY : PIECE_DAMAGED;
    pthread_cond_broadcast(&fr->done);
    if (!ok)
        piece_drop(p);
    pthread_mutex_unlock(&fr->lock);
}

struct unpacking {
    struct frames *fr;
    struct zstd_frames_piece *p;
    struct mem_undo undo;
};

static void piece_fail(void *unpacking)
{
    const struct unpacking *u = unpacking;
    piece_end(u->fr, u->p, false);
}

/* The plain bytes of a frame, cached or decompressed now. NULL with `e` set: it is damaged, or cannot be
   read. */
static struct zstd_frames_piece *piece_get(struct frames *fr, uint32_t i, struct err *e)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &fr->lock);
    struct zstd_frames_piece *p = piece_awaited(fr, i);
    const bool is_known = p;
    if (!is_known)
        p = piece_new(fr, i);
    lock_release(held);
    if (is_known)
        return p;
    struct unpacking u = { .fr = fr, .p = p };
    mem_undo_add(&u.undo, piece_fail, &u);
    bool ok = unpack(fr, i, p->bytes, e);
    mem_undo_drop(&u.undo);
    piece_end(fr, p, ok);
    if (ok)
        return p;
    return NULL;
}

static int64_t view_read(struct file_view *v, uint64_t at, void *buf, size_t n, struct err *e)
{
    struct frames *fr = (struct frames *)v;
    uint8_t *to = buf, *end = to + n;
    uint32_t i = 0;
    if (to < end)
        i = (uint32_t)sort_count_up_to(fr->from, fr->n, sizeof(*fr->from), at) - 1;
    for (; to < end; i++) {
        size_t skip = (size_t)(at - fr->from[i]), take = size_of(fr, i) - skip;
        const bool whole = !skip && take <= (size_t)(end - to);
        struct zstd_frames_piece *p;
        if (whole)
            p = piece_known(fr, i);
        else
            p = piece_get(fr, i, e);
        if (take >= (size_t)(end - to))
            take = (size_t)(end - to);
        if (!p && !(whole && unpack(fr, i, to, e)))
            return -1;
        if (p) {
            memcpy(to, p->bytes + skip, take);
            piece_give(fr, p);
        }
        to += take;
        at += take;
    }
    return to - (uint8_t *)buf;
}

static void view_close(struct file_view *v)
{
    zstd_frames_close((struct frames *)v);
}

struct frames *zstd_frames_open(const struct file *f, uint64_t at, uint64_t n, struct err *e)
{
    struct frames *fr = mem_new(1, sizeof(*fr));
    fr->view = (struct file_view){ .read = view_read, .close = view_close, .unpacks = true };
    fr->file = *f;
    pthread_mutex_init(&fr->lock, NULL);
    pthread_cond_init(&fr->done, NULL);
    if (read_seek_table(fr, at, n, e))
        return fr;
    zstd_frames_close(fr);
    return NULL;
}

bool zstd_frames_all(struct frames *fr, struct span *out, struct err *e)
{
    size_t most = 0;
    uint8_t *bytes = file_map_zeroed(zstd_frames_size(fr), e);
    *out = (struct span){ NULL, 0 };
    if (!bytes)
        return e->kind == ERR_NONE;
    for (uint32_t i = 0; i < fr->n; i++) {
        if (size_of(fr, i) > most)
            most = size_of(fr, i);
    }
    uint8_t *frame = mem_new(most, 1);
    uint64_t left = zstd_frames_bearable(fr->packed[fr->n] - fr->packed[0]);
    bool ok = true;
    for (uint32_t i = 0; ok && i < fr->n && (ok = unpack(fr, i, frame, e)); i++)
        for (size_t at = 0, size = size_of(fr, i), n; ok && at < size; at += n) {
            n = STRETCH;
            if (size - at < n)
                n = size - at;
            if (!frame[at] && !memcmp(frame + at, frame + at + 1, n - 1))
                continue;
            ok = n <= left ||
                 err_set(e, ERR_UNSUPPORTED, fr->packed[0],
                         "the frames from offset %llu on unpack to more than 64 times their size",
                         (unsigned long long)fr->packed[0]);
            if (ok) {
                memcpy(bytes + fr->from[i] + at, frame + at, n);
                left -= n;
            }
        }
    free(frame);
    struct span all = { bytes, (size_t)zstd_frames_size(fr) };
    if (ok)
        *out = all;
    else
        file_unmap(all);
    return ok;
}
