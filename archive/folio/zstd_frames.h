/*
 * zstd_frames: how a folio holds what is big: cut into pieces of a mebibyte, each a zstd frame of its own, so
 * that any of them can be read without the others and workers can read side by side; every frame knows its
 * size and carries a checksum. A seek table follows them: the "Zstandard Seekable Format" 0.1.0
 * (facebook/zstd, contrib/seekable_format/zstd_seekable_compression_format.md), so that `zstd -d` can read it
 * all too.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_ZSTD_FRAMES_H
#define PERFOLIO_ARCHIVE_FOLIO_ZSTD_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/file/output.h"

enum {
    FRAME_BYTES = 1 << 20,     /* what we put into one; the last one holds the rest                  */
    FRAME_BYTES_MOST = 1 << 24 /* what we read of one: no other table may claim more per frame */
};

/* The seek table, all little-endian: a skippable frame (RFC 8878, 3.1.2) of magic and size, then an entry
 * {compressed size, decompressed size} per frame, then {number of frames, descriptor byte, magic}. */
enum { FRAMES_HEAD = 8, FRAMES_ENTRY = 8, FRAMES_FOOT = 9 };
#define FRAMES_HEAD_MAGIC 0x184D2A5EU
#define FRAMES_FOOT_MAGIC 0x8F92EAB1U
#define FRAMES_MOST       0x8000000U /* of the format's own reader (ZSTD_SEEKABLE_MAXFRAMES): 128 TiB in ours */

struct zstd_packer;

/* What compresses with so many threads (0: one), one input after the other. Memory: about 6 MiB per worker and what
 * the highest level takes, from the first input until it is freed; NULL may be. */
struct zstd_packer *zstd_packer_new(unsigned workers);
void zstd_packer_free(struct zstd_packer *k);

/* Compress the first `size` bytes of `in` (memory: file_of_bytes()) and add them to `out`. The bytes depend on the
 * input, the level and the version of libzstd, not on the host, the number of workers or what was compressed
 * before. */
bool zstd_frames_write(struct zstd_packer *k, struct output *out, const struct file *in, uint64_t size,
                       int level, struct err *e);

struct frames;

/* The frames that are n bytes at `at` of a file, which stays open longer than they do. The seek table must
 * explain all of the n bytes. NULL, with the offset in the file in `e`, when it does not. */
struct frames *zstd_frames_open(const struct file *f, uint64_t at, uint64_t n, struct err *e);

/* How many bytes they decompress to. */
uint64_t zstd_frames_size(const struct frames *fr);

/* How much may come of n packed bytes that are to be held in memory: tables and programs are packed to a
   tenth, and what is packed to less than a sixty-fourth of many MiB was made to fill the memory. */
static inline uint64_t zstd_frames_bearable(uint64_t n)
{
    return (UINT64_C(16) << 20) + 64 * n;
}

/* All of it in memory, freed with file_unmap(). Stretches of zeros take none; of the others no more than is
   bearable, else `e` is set. */
bool zstd_frames_all(struct frames *fr, struct span *out, struct err *e);

void zstd_frames_close(struct frames *fr);

/* The decompressed bytes as a file. Closing it closes the frames. */
void zstd_frames_file(struct file *out, struct frames *fr);

#endif
