#include "formats/perf/feed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct inflater {
    ZSTD_DStream *stream;
    uint8_t *buf; /* decompressed bytes that were not returned yet, less than a record, and room for more */
    size_t n, cap;
    bool began;  /* a payload was seen ... */
    bool within; /* ... which began no stream, nor did one after it */
};

struct inflater *inflater_new(void)
{
    struct inflater *i = mem_new(1, sizeof(*i));
    i->stream = mem_check_alloc(ZSTD_createDStream(), 1, 1);
    return i;
}

void inflater_free(struct inflater *i)
{
    if (!i)
        return;
    ZSTD_freeDStream(i->stream);
    free(i->buf);
    free(i);
}

bool inflater_begins_frame(struct span payload)
{
    static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
    return payload.n && !memcmp(payload.p, magic, (size_t)lesser_of(payload.n, sizeof(magic)));
}

/* Whether a payload continues a stream whose beginning was not read, or was damaged. */
static bool is_within(struct inflater *i, struct span payload)
{
    if (!i->began || i->within)
        i->within = !inflater_begins_frame(payload);
    i->began = true;
    return i->within;
}

size_t inflater_rest(const struct inflater *i)
{
    if (i)
        return i->n;
    return 0;
}

/* Moves the whole records at the beginning of the decompressed bytes to `out`. False: the next bytes are
   not a record. */
static bool drain(struct inflater *i, enum byte_order order, struct block *out)
{
    size_t at = 0;
    bool sound = true;
    while (i->n - at >= 8) {
        size_t size = load_u16(i->buf + at + 6, order);
        sound = size >= 8;
        if (!sound || size > i->n - at)
            break;
        at += size;
    }
    capture_block_add(out, i->buf, at);
    memmove(i->buf, i->buf + at, i->n - at);
    i->n -= at;
    return sound;
}

bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems)
{
    ZSTD_inBuffer in = { payload->p, payload->n, 0 };
    size_t chunk = ZSTD_DStreamOutSize();
    if (payload->n && is_within(i, *payload)) {
        problem_add(problems, PROBLEM_MID_STREAM, 1, "at offset %" PRIu64, at);
        return true;
    }
    while (out->bytes.n < enough) {
        if (i->cap - i->n < chunk) {
            i->cap = i->n + 2 * chunk;
            i->buf = mem_resize(i->buf, i->cap, 1);
        }
        ZSTD_outBuffer to = { i->buf + i->n, chunk, 0 };
        size_t in_before = in.pos, result = ZSTD_decompressStream(i->stream, &to, &in);
        if (ZSTD_isError(result) && ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
            mem_check_alloc(NULL, chunk, 1); /* the file is not at fault */
        i->n += to.pos;
        const char *why = "the decompressed bytes are not a record";
        if (ZSTD_isError(result))
            why = ZSTD_getErrorName(result);
        const bool stuck = in.pos == in_before && !to.pos && in.pos < in.size;
        if (ZSTD_isError(result) || stuck || !drain(i, order, out)) {
            problem_add(problems, PROBLEM_BAD_COMPRESSION, 1, "at offset %" PRIu64 ": %s", at, why);
            ZSTD_initDStream(i->stream);
            i->n = 0;
            return true;
        }
        if (in.pos == in.size && to.pos < to.size)
            return true;
    }
    *payload = (struct span){ payload->p + in.pos, payload->n - in.pos };
    return false;
}
