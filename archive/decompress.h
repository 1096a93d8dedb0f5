/*
 * decompress: turns compressed bytes into a stream of plain ones. A stream removes one layer of compression;
 * if the plain bytes are compressed again, they stay compressed. To add a codec, add a file with its
 * functions, its name here, and a row in decompress.c.
 */
#ifndef PERFOLIO_ARCHIVE_DECOMPRESS_H
#define PERFOLIO_ARCHIVE_DECOMPRESS_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"

/* A source of compressed bytes. next() sets `packed` to the next bytes, which are valid until the next call; at the
   end `packed` is empty. False with `e` set: the bytes cannot be read. */
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
    /* Opens a stream, and copies `from` to d->from. NULL with `e` set: the codec's library is out of memory. */
    struct decompressor *(*open)(const struct codec *c, const struct feed *from, struct err *e);
    /* Sets `plain` to the next plain bytes, which are valid until the next call; at the end `plain` is empty. False
       with `e` set: the compressed data is damaged or truncated, or its window is larger than BUDGET_WINDOW. */
    bool (*next)(struct decompressor *d, struct span *plain, struct err *e);
    void (*close)(struct decompressor *d);
};

/* Whether bytes begin like a compressed file: gzip, bzip2, xz, zstd or lzma. */
bool decompress_is_packed(struct span bytes);

/* Opens a stream with the codec whose magic number `head` begins with. `from` delivers all compressed
   bytes, including those of `head`. NULL with `e` set: `head` is not compressed data. */
struct decompressor *decompressor_open(struct span head, const struct feed *from, struct err *e);
bool decompressor_next(struct decompressor *d, struct span *plain, struct err *e);
void decompressor_close(struct decompressor *d);

/* Unpacks a compressed file into `plain`, which is malloc'ed. False with `e` set and `plain` empty: the file is
   damaged, or its plain size exceeds the rest of the budget. */
bool decompress_bytes(struct span packed, struct budget *b, struct span *plain, struct err *e);

/* Whether the plain bytes of a compressed file begin with `head` and contain `part`. It examines no more
   plain bytes than the budget allows, and does not store them. False with `e` set: the file is damaged
   before the bytes that would decide. */
bool decompress_holds(struct span packed, struct span head, struct span part, struct budget *b,
                      struct err *e);

/* The codecs. decompress_archive uses libarchive, which does not limit window sizes. So it is used only
   for gzip and bzip2, whose windows have at most 32 KiB and 900 kB (RFC 1951, 2; bzip2's manual, 3.3.1). */
extern const struct codec_ops decompress_archive, decompress_lzma, decompress_zstd;

#endif
