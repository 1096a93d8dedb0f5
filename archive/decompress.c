#include "archive/decompress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { AT_LEAST = 1 << 16 };

/* gzip: RFC 1952, 2.3.1; bzip2: its manual; xz: the .xz file format 2.1.1.1; zstd: RFC 8878, 3.1.1. lzma
   has no magic number, but programs only use these properties and dictionaries (lzma-file-format.txt,
   1.1). */
static const struct codec codecs[] = {
    { "gzip", "\x1f\x8b", 2, &decompress_archive }, { "bzip2", "BZh", 3, &decompress_archive },
    { "xz", "\3757zXZ", 5, &decompress_lzma },      { "zstd", "\x28\xb5\x2f\xfd", 4, &decompress_zstd },
    { "lzma", "\x5d\0\0", 3, &decompress_lzma },
};

static const struct codec *codec_of(struct span bytes)
{
    for (size_t i = 0; i < COUNT(codecs); i++)
        if (bytes.n >= codecs[i].nmagic && !memcmp(bytes.p, codecs[i].magic, codecs[i].nmagic))
            return &codecs[i];
    return NULL;
}

bool decompress_is_packed(struct span bytes)
{
    return codec_of(bytes);
}

struct decompressor *decompressor_open(struct span head, const struct feed *from, struct err *e)
{
    const struct codec *codec = codec_of(head);
    if (codec)
        return codec->ops->open(codec, from, e);
    err_set(e, ERR_FORMAT, 0, "not compressed");
    return NULL;
}

bool decompressor_next(struct decompressor *d, struct span *plain, struct err *e)
{
    *plain = (struct span){ NULL, 0 };
    return d->codec->ops->next(d, plain, e);
}

void decompressor_close(struct decompressor *d)
{
    if (d)
        d->codec->ops->close(d);
}

/* A feed's next() that delivers all bytes at once, and then nothing. */
static bool feed_memory(void *arg, struct span *packed, struct err *e UNUSED)
{
    struct span *left = arg;
    *packed = *left;
    *left = (struct span){ NULL, 0 };
    return true;
}

/* Reads the next plain bytes, and charges them to the budget. */
static bool next_within(struct decompressor *d, struct budget *b, struct span *plain, struct err *e)
{
    return decompressor_next(d, plain, e) && (budget_spend(b, plain->n) || budget_set_error(b, e));
}

bool decompress_bytes(struct span packed, struct budget *b, struct span *plain, struct err *e)
{
    const struct feed from = { feed_memory, &packed };
    struct decompressor *d = decompressor_open(packed, &from, e);
    struct span piece;
    size_t n = 0, cap = 0;
    uint8_t *to = NULL;
    bool ok = d;
    while (ok && (ok = next_within(d, b, &piece, e)) && piece.n) {
        if (cap - n < piece.n) {
            cap = 2 * cap + AT_LEAST + piece.n;
            to = mem_resize(to, cap, 1);
        }
        memcpy(to + n, piece.p, piece.n);
        n += piece.n;
    }
    decompressor_close(d);
    *plain = (struct span){ to, n };
    if (!ok) {
        free(to);
        *plain = (struct span){ NULL, 0 };
    }
    return ok;
}

static bool decompress_has(struct span all, struct span part)
{
    assert(part.n);
    for (const uint8_t *p = all.p; part.n <= all.n - (size_t)(p - all.p); p++) {
        p = memchr(p, part.p[0], all.n - (size_t)(p - all.p) - part.n + 1);
        if (!p)
            return false;
        if (!memcmp(p, part.p, part.n))
            return true;
    }
    return false;
}

/* The bytes in which a part is searched: the end of the earlier bytes, where the part may begin, and the
   new bytes. */
struct search {
    uint8_t *p;
    size_t kept, cap;
};

static bool search_on(struct search *s, struct span piece, struct span part)
{
    if (s->cap < s->kept + piece.n) {
        s->cap = s->kept + piece.n;
        s->p = mem_resize(s->p, s->cap, 1);
    }
    memcpy(s->p + s->kept, piece.p, piece.n);
    size_t n = s->kept + piece.n;
    bool found = decompress_has((struct span){ s->p, n }, part);
    s->kept = n;
    if (s->kept > part.n - 1)
        s->kept = part.n - 1;
    memmove(s->p, s->p + n - s->kept, s->kept);
    return found;
}

bool decompress_holds(struct span packed, struct span head, struct span part, struct budget *b, struct err *e)
{
    const struct feed from = { feed_memory, &packed };
    struct decompressor *d = NULL;
    if (part.n)
        d = decompressor_open(packed, &from, e);
    struct search s = { 0 };
    struct span piece;
    bool found = false, first = true;
    while (d && !found && next_within(d, b, &piece, e) && piece.n) {
        if (first && (piece.n < head.n || memcmp(piece.p, head.p, head.n) != 0))
            break;
        found = search_on(&s, piece, part);
        first = false;
    }
    decompressor_close(d);
    free(s.p);
    return found;
}
