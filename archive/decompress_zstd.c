/* zstd: a file is a sequence of frames, each with its own window. */
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "archive/decompress.h"
#include "core/base/mem.h"

enum { PIECE = 1 << 17 }; /* a block (RFC 8878, 3.1.1.2.3) */

struct decompress_zstd_stream {
    struct decompressor base;
    ZSTD_DCtx *z;
    ZSTD_inBuffer in;
    size_t wants; /* bytes that the decoder needs next, or an estimate; 0: a frame is complete */
    bool fed;
    uint8_t plain[PIECE];
};

static void decompress_zstd_close_stream(struct decompressor *d)
{
    struct decompress_zstd_stream *s = (struct decompress_zstd_stream *)d;
    ZSTD_freeDCtx(s->z);
    free(s);
}

static struct decompressor *decompress_zstd_open_stream(const struct codec *c, const struct feed *from,
                                                        struct err *e UNUSED)
{
    struct decompress_zstd_stream *s = mem_new(1, sizeof(*s));
    s->base = (struct decompressor){ c, *from };
    s->z = mem_check_alloc(ZSTD_createDCtx(), 1, 1);
    ZSTD_DCtx_setParameter(s->z, ZSTD_d_windowLogMax, BUDGET_WINDOW_LOG);
    return &s->base;
}

static bool decompress_zstd_next_plain(struct decompressor *d, struct span *plain, struct err *e)
{
    struct decompress_zstd_stream *s = (struct decompress_zstd_stream *)d;
    ZSTD_outBuffer out = { s->plain, PIECE, 0 };
    while (!out.pos) {
        struct span more = { NULL, 0 };
        if (s->in.pos == s->in.size && !s->fed) {
            if (!s->base.from.next(s->base.from.arg, &more, e))
                return false;
            s->fed = !more.n;
            s->in = (ZSTD_inBuffer){ more.p, more.n, 0 };
        }
        if (s->fed && !s->wants)
            break;
        size_t in_before = s->in.pos;
        s->wants = ZSTD_decompressStream(s->z, &out, &s->in);
        if (ZSTD_isError(s->wants) && ZSTD_getErrorCode(s->wants) == ZSTD_error_memory_allocation)
            mem_check_alloc(NULL, PIECE, 1); /* not a fault of the file */
        if (ZSTD_isError(s->wants))
            return err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", ZSTD_getErrorName(s->wants));
        if (s->fed && !out.pos && s->in.pos == in_before && s->wants)
            return err_set(e, ERR_FORMAT, 0, "cannot be unpacked: it is cut off");
    }
    *plain = (struct span){ s->plain, out.pos };
    return true;
}

const struct codec_ops decompress_zstd = { decompress_zstd_open_stream, decompress_zstd_next_plain,
                                           decompress_zstd_close_stream };
