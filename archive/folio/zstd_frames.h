/*
 * zstd_frames: the compressed form of a folio's large sections. They are cut into pieces of a mebibyte, each a zstd
 * frame of its own with its size and a checksum, so that a piece can be read without the others, and several in
 * parallel. A seek table follows: the "Zstandard Seekable Format" 0.1.0 (facebook/zstd,
 * contrib/seekable_format/zstd_seekable_compression_format.md), which `zstd -d` can read, too.
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
    FRAME_BYTES = 1 << 20,     /* plain bytes of each frame that we write but the last */
    FRAME_BYTES_MOST = 1 << 24 /* the most that we read: tables that claim more per frame are refused */
};

/* The seek table, all little-endian: a skippable frame (RFC 8878, 3.1.2) of magic and size, then an entry
 * {compressed size, decompressed size} per frame, then {number of frames, descriptor byte, magic}. */
enum { FRAMES_HEAD = 8, FRAMES_ENTRY = 8, FRAMES_FOOT = 9 };
#define FRAMES_HEAD_MAGIC 0x184D2A5EU
#define FRAMES_FOOT_MAGIC 0x8F92EAB1U
#define FRAMES_MOST                                                                                          \
    0x8000000U /* limit of the format's own reader (ZSTD_SEEKABLE_MAXFRAMES): 128 TiB of our frames */

struct zstd_packer;

/* A compressor with so many threads (0: one), for one input after the other. It takes about 6 MiB per worker, plus what
 * the highest level needs, from the first input on. zstd_packer_free() takes NULL, too. */
struct zstd_packer *zstd_packer_new(unsigned workers);
void zstd_packer_free(struct zstd_packer *k);

/* Compresses the first `size` bytes of `in` (for memory: file_of_bytes()) and appends frames and table to `out`. The
 * result depends on the input, the level and the version of libzstd, not on the host, the number of workers or earlier
 * inputs. False with `e` set. */
bool zstd_frames_write(struct zstd_packer *k, struct output *out, const struct file *in, uint64_t size,
                       int level, struct err *e);

struct frames;

/* Opens frames and table, n bytes at `at` of a file that must outlive the result. NULL with `e` set, with the offset in
 * the file: the seek table does not account for all n bytes. */
struct frames *zstd_frames_open(const struct file *f, uint64_t at, uint64_t n, struct err *e);

/* The number of plain bytes. */
uint64_t zstd_frames_size(const struct frames *fr);

/* The most plain bytes of n packed ones that are read into memory. Tables and programs are packed to a tenth; what is
   packed to less than a sixty-fourth of many MiB was made to fill the memory. */
static inline uint64_t zstd_frames_bearable(uint64_t n)
{
    return (UINT64_C(16) << 20) + 64 * n;
}

/* Reads all plain bytes; freed with file_unmap(). Stretches of zeros take no memory. False with `e` set: damaged, or
   the others are more than zstd_frames_bearable(). */
bool zstd_frames_all(struct frames *fr, struct span *out, struct err *e);

void zstd_frames_close(struct frames *fr);

/* Sets `out` to a file of the plain bytes. Closing it closes the frames. */
void zstd_frames_as_file(struct file *out, struct frames *fr);

#endif
