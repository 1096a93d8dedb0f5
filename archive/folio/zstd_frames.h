/*
 * zstd_frames: the compressed form of a folio's large sections. A section is cut into pieces of 1 MiB. Each piece is
 * a zstd frame with its size and a checksum, so that pieces can be read one by one, or several in parallel. A seek
 * table follows the frames. This is the "Zstandard Seekable Format" 0.1.0 (facebook/zstd,
 * contrib/seekable_format/zstd_seekable_compression_format.md), which `zstd -d` can unpack, too.
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
    FRAME_BYTES = 1 << 20, /* plain bytes of each frame that zstd_frames_write() writes, except the last */
    /* the largest plain size of a frame that can be read; seek tables with larger frames are refused */
    FRAME_BYTES_MOST = 1 << 24
};

/* The seek table, all little-endian: a skippable frame (RFC 8878, 3.1.2) of magic and size, then an entry
 * {compressed size, decompressed size} per frame, then {number of frames, descriptor byte, magic}. */
enum { FRAMES_HEAD = 8, FRAMES_ENTRY = 8, FRAMES_FOOT = 9 };
#define FRAMES_HEAD_MAGIC 0x184D2A5EU
#define FRAMES_FOOT_MAGIC 0x8F92EAB1U
#define FRAMES_MOST                                                                                          \
    0x8000000U /* limit of the format's own reader (ZSTD_SEEKABLE_MAXFRAMES): 128 TiB of our frames */

struct zstd_packer;

/* A compressor with `workers` threads (0: one thread), which compresses one input after the other. Once
   used, it takes about 6 MiB of memory per worker, plus the memory of the highest level used.
   zstd_packer_free() accepts NULL. */
struct zstd_packer *zstd_packer_new(unsigned workers);
void zstd_packer_free(struct zstd_packer *k);

/* Compresses the first `size` bytes of `in` and appends frames and seek table to `out`. For bytes in
   memory, make `in` with file_of_bytes(). The result depends on the input, the level and the version of
   libzstd, not on the host, the number of workers or earlier inputs. False with `e` set. */
bool zstd_frames_write(struct zstd_packer *k, struct output *out, const struct file *in, uint64_t size,
                       int level, struct err *e);

struct frames;

/* Opens frames with their seek table: n bytes at offset `at` of a file, which must outlive the result.
   NULL: the seek table does not describe exactly these n bytes; `e` has the offset in the file. */
struct frames *zstd_frames_open(const struct file *f, uint64_t at, uint64_t n, struct err *e);

/* The number of plain bytes of all frames. */
uint64_t zstd_frames_size(const struct frames *fr);

/* The most plain bytes that are read into memory from n packed bytes. Real tables and programs shrink to
   about a tenth. Data of many MiB that shrinks to less than a sixty-fourth was made to exhaust memory. */
static inline uint64_t zstd_frames_bearable(uint64_t n)
{
    return (UINT64_C(16) << 20) + 64 * n;
}

/* Reads all plain bytes; freed with file_unmap(). Ranges of zeros take no memory. False with `e` set: a frame is
   damaged, or there are more non-zero bytes than zstd_frames_bearable(). */
bool zstd_frames_all(struct frames *fr, struct span *out, struct err *e);

void zstd_frames_close(struct frames *fr);

/* Sets `out` to a file that has the plain bytes. Closing the file closes the frames. */
void zstd_frames_as_file(struct file *out, struct frames *fr);

#endif
