/*
 * decompress: compressed bytes as a stream of plain ones, and what is built on it. Every stream is one
 * compression, once: what comes out is never taken for another one. The codecs are rows: adding one is a file
 * with its functions, a name here and a row in decompress.c.
 */
#ifndef PERFOLIO_ARCHIVE_DECOMPRESS_H
#define PERFOLIO_ARCHIVE_DECOMPRESS_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"

/* Where compressed bytes come from: the next ones, which hold until the next call; none at the end. False
   with `e` set when they cannot be had. */
struct feed {
    bool (*next)(void *arg, struct span *packed, struct err *e);
    void *arg;
};

/* One stream; a codec's own begins with it. */
struct decompressor {
    const struct codec *codec;
    struct feed from;
};

struct codec {
    const char *name;
    const char *magic;
    size_t nmagic;
    const struct codec_ops *ops;
};

struct codec_ops {
    /* A stream that reads from d->from; NULL with `e` set when the library has no memory for one. */
    struct decompressor *(*open)(const struct codec *c, const struct feed *from, struct err *e);
    /* The next plain bytes, which hold until the next call; none at the end. False with `e` set: damaged, cut
       off, or it wants to look back further than BUDGET_WINDOW. */
    bool (*next)(struct decompressor *d, struct span *plain, struct err *e);
    void (*close)(struct decompressor *d);
};

/* Whether bytes begin as a compressed file does: gzip, bzip2, xz, zstd or lzma. */
bool decompress_is_packed(struct span bytes);

/* The stream that undoes the compression with which `head` begins, which `from` has once more; NULL and `e`:
   there is none. */
struct decompressor *decompressor_open(struct span head, const struct feed *from, struct err *e);
bool decompressor_next(struct decompressor *d, struct span *plain, struct err *e);
void decompressor_close(struct decompressor *d);

/* What a compressed file stands for, malloc'ed. False with `e` set when it is damaged, or more than what is
   left of the budget; `plain` is empty then. */
bool decompress_bytes(struct span packed, struct budget *b, struct span *plain, struct err *e);

/* Whether what it stands for begins with `head` and has `part` somewhere, as far as the budget goes. Keeps
   nothing of it in memory. False with `e` set also when it is damaged in front of that. */
bool decompress_holds(struct span packed, struct span head, struct span part, struct budget *b,
                      struct err *e);

/* libarchive's is for what looks back 32 KiB or 900 kB at the most (RFC 1951, 2; bzip2's manual, 3.3.1); it sets no
   bound on the windows of others. */
extern const struct codec_ops decompress_archive, decompress_lzma, decompress_zstd;

#endif
