/*
 * decompress: turns compressed bytes into a stream of plain ones. A stream undoes one compression; plain bytes that
 * look compressed are not unpacked again. To add a codec, add a file with its functions, its name here, and a row in
 * decompress.c.
 */
#ifndef PERFOLIO_ARCHIVE_DECOMPRESS_H
#define PERFOLIO_ARCHIVE_DECOMPRESS_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"

/* A source of compressed bytes. next() sets `packed` to the next ones, valid until the next call, empty at the end.
   False with `e` set: they cannot be read. */
struct feed {
    bool (*next)(void *arg, struct span *packed, struct err *e);
    void *arg;
};

/* A stream; the codecs' own structs begin with it. */
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
    /* Opens a stream, with d->from a copy of `from`. NULL with `e` set: the library has no memory for it. */
    struct decompressor *(*open)(const struct codec *c, const struct feed *from, struct err *e);
    /* Sets `plain` to the next plain bytes, valid until the next call, empty at the end. False with `e` set: damaged,
       cut off, or its window is larger than BUDGET_WINDOW. */
    bool (*next)(struct decompressor *d, struct span *plain, struct err *e);
    void (*close)(struct decompressor *d);
};

/* Whether bytes begin like a compressed file: gzip, bzip2, xz, zstd or lzma. */
bool decompress_is_packed(struct span bytes);

/* Opens the stream for the compression that `head` begins with; `from` delivers these bytes again. NULL with `e` set:
   it is not compressed. */
struct decompressor *decompressor_open(struct span head, const struct feed *from, struct err *e);
bool decompressor_next(struct decompressor *d, struct span *plain, struct err *e);
void decompressor_close(struct decompressor *d);

/* Unpacks a compressed file into `plain`, malloc'ed. False with `e` set, and `plain` empty: it is damaged, or larger
   than the rest of the budget. */
bool decompress_bytes(struct span packed, struct budget *b, struct span *plain, struct err *e);

/* Whether the unpacked file begins with `head` and contains `part`, as far as the budget goes. Keeps none of it in
   memory. False with `e` set if it is damaged before this is known. */
bool decompress_holds(struct span packed, struct span head, struct span part, struct budget *b,
                      struct err *e);

/* libarchive's is used for gzip and bzip2, whose windows have at most 32 KiB and 900 kB (RFC 1951, 2; bzip2's manual,
   3.3.1); it does not limit those of the others. */
extern const struct codec_ops decompress_archive, decompress_lzma, decompress_zstd;

#endif
