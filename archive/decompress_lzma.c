/* xz and lzma. A decoder allocates a dictionary of the size given in the file, up to 4 GiB. This file
   limits the size. */
#include <inttypes.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "archive/decompress.h"
#include "core/base/mem.h"

enum {
    PIECE = 1 << 16,
    /* bytes allowed for a decoder besides its dictionary; it needs about 30 KB (xz's manual) */
    STATE = 1 << 20,
};

struct decompress_lzma_stream {
    struct decompressor base;
    lzma_stream z;
    bool fed; /* the decoder has all compressed bytes */
    bool ended;
    uint8_t plain[PIECE];
};

static void decompress_lzma_close_stream(struct decompressor *d)
{
    struct decompress_lzma_stream *s = (struct decompress_lzma_stream *)d;
    lzma_end(&s->z);
    free(s);
}

static struct decompressor *decompress_lzma_open_stream(const struct codec *c, const struct feed *from,
                                                        struct err *e)
{
    const uint64_t most = BUDGET_WINDOW + STATE;
    struct decompress_lzma_stream *s = mem_new(1, sizeof(*s));
    s->base = (struct decompressor){ c, *from };
    s->z = (lzma_stream)LZMA_STREAM_INIT;
    lzma_ret r;
    if (!strcmp(c->name, "lzma"))
        r = lzma_alone_decoder(&s->z, most);
    else
        r = lzma_stream_decoder(&s->z, most, LZMA_CONCATENATED);
    if (r == LZMA_OK)
        return &s->base;
    if (r == LZMA_MEM_ERROR)
        err_set(e, ERR_IO, 0, "cannot be unpacked: out of memory");
    else
        err_set(e, ERR_UNSUPPORTED, 0, "cannot be unpacked: liblzma fails");
    decompress_lzma_close_stream(&s->base);
    return NULL;
}

static const char *reason_of(const struct decompress_lzma_stream *s, lzma_ret r)
{
    if (r == LZMA_BUF_ERROR && s->fed)
        return "it is cut off";
    if (r == LZMA_OPTIONS_ERROR)
        return "its filters are unknown";
    if (r == LZMA_FORMAT_ERROR)
        return "its contents do not match its header";
    return "damaged";
}

static bool decompress_lzma_gave_up(const struct decompress_lzma_stream *s, lzma_ret r, struct err *e)
{
    if (r == LZMA_MEMLIMIT_ERROR)
        return err_set(e, ERR_UNSUPPORTED, 0,
                       "needs %" PRIu64 " MiB of memory to be unpacked; the limit is %d MiB",
                       lzma_memusage(&s->z) >> 20, BUDGET_WINDOW >> 20);
    if (r == LZMA_MEM_ERROR)
        return err_set(e, ERR_IO, 0, "cannot be unpacked: out of memory");
    return err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", reason_of(s, r));
}

static bool decompress_lzma_next_plain(struct decompressor *d, struct span *plain, struct err *e)
{
    struct decompress_lzma_stream *s = (struct decompress_lzma_stream *)d;
    s->z.next_out = s->plain;
    s->z.avail_out = PIECE;
    while (!s->ended && s->z.avail_out) {
        struct span more = { NULL, 0 };
        if (!s->z.avail_in && !s->fed) {
            if (!s->base.from.next(s->base.from.arg, &more, e))
                return false;
            s->fed = !more.n;
            s->z.next_in = more.p;
            s->z.avail_in = more.n;
        }
        lzma_ret r = lzma_code(&s->z, s->fed ? LZMA_FINISH : LZMA_RUN);
        s->ended = r == LZMA_STREAM_END;
        if (r != LZMA_OK && !s->ended)
            return decompress_lzma_gave_up(s, r, e);
    }
    *plain = (struct span){ s->plain, PIECE - s->z.avail_out };
    return true;
}

const struct codec_ops decompress_lzma = { decompress_lzma_open_stream, decompress_lzma_next_plain,
                                           decompress_lzma_close_stream };
