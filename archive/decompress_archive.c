/* gzip and bzip2, decompressed by libarchive. libarchive could recognise compressions itself, but would
   then stack up to 25 filters, each of which may enlarge its input a thousandfold. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/decompress.h"
#include "core/base/mem.h"

struct decompress_archive_stream {
    struct decompressor base;
    struct archive *a;
    struct err refused; /* why no more compressed bytes could be read */
};

struct feeding {
    struct decompress_archive_stream *s;
    struct span packed;
    bool ok;
};

static void feed(void *arg)
{
    struct feeding *f = arg;
    f->ok = f->s->base.from.next(f->s->base.from.arg, &f->packed, &f->s->refused);
}

/* libarchive's callback. If mapped memory cannot be read, the error is passed on after libarchive has
   returned. */
static la_ssize_t read_packed(struct archive *a, void *arg, const void **p)
{
    struct feeding f = { .s = arg };
    const bool ok = mem_run_protected(feed, &f, &f.s->refused) && f.ok;
    if (!ok)
        archive_set_error(a, EINVAL, "%s", f.s->refused.msg);
    *p = f.packed.p;
    if (ok)
        return (la_ssize_t)f.packed.n;
    return -1;
}

static bool decompress_archive_gave_up(const struct decompress_archive_stream *s, struct err *e)
{
    const char *why = archive_error_string(s->a);
    if (s->refused.kind == ERR_MEMORY)
        mem_fail(&s->refused);
    if (s->refused.kind != ERR_NONE) {
        if (e->kind == ERR_NONE)
            *e = s->refused;
        return false;
    }
    if (!why)
        why = "damaged";
    return err_set(e, ERR_FORMAT, 0, "cannot be unpacked: %s", why);
}

static void decompress_archive_close_stream(struct decompressor *d)
{
    struct decompress_archive_stream *s = (struct decompress_archive_stream *)d;
    archive_read_free(s->a);
    free(s);
}

static struct decompressor *decompress_archive_open_stream(const struct codec *c, const struct feed *from,
                                                           struct err *e)
{
    struct decompress_archive_stream *s = mem_new(1, sizeof(*s));
    struct archive_entry *all;
    const bool is_gzip = !strcmp(c->name, "gzip");
    const int filter = is_gzip ? ARCHIVE_FILTER_GZIP : ARCHIVE_FILTER_BZIP2;
    s->base = (struct decompressor){ c, *from };
    s->a = mem_check_alloc(archive_read_new(), 1, 1);
    archive_read_support_format_raw(s->a);
    if (archive_read_append_filter(s->a, filter) == ARCHIVE_OK &&
        archive_read_open(s->a, s, NULL, read_packed, NULL) == ARCHIVE_OK &&
        archive_read_next_header(s->a, &all) == ARCHIVE_OK)
        return &s->base;
    decompress_archive_gave_up(s, e);
    decompress_archive_close_stream(&s->base);
    return NULL;
}

static bool decompress_archive_next_plain(struct decompressor *d, struct span *plain, struct err *e)
{
    struct decompress_archive_stream *s = (struct decompress_archive_stream *)d;
    const void *p = NULL;
    size_t n = 0;
    la_int64_t at;
    int r = ARCHIVE_OK;
    while (r != ARCHIVE_EOF && !n) {
        r = archive_read_data_block(s->a, &p, &n, &at);
        if (r != ARCHIVE_EOF && r < ARCHIVE_WARN)
            return decompress_archive_gave_up(s, e);
    }
    if (r == ARCHIVE_EOF)
        n = 0;
    *plain = (struct span){ p, n };
    return true;
}

const struct codec_ops decompress_archive = { decompress_archive_open_stream, decompress_archive_next_plain,
                                              decompress_archive_close_stream };
