/* decompress: compressed bytes in memory, through libarchive. */
#ifndef PERFOLIO_ARCHIVE_DECOMPRESS_H
#define PERFOLIO_ARCHIVE_DECOMPRESS_H

#include "core/base/cur.h"
#include "core/base/err.h"

/* libarchive's number of what undoes the compression that bytes begin with: gzip, bzip2, xz, zstd, lzma, or
   none. libarchive could find that by itself, but would then stack up to 25 of them, each of which may blow
   up its input a thousandfold. */
int decompress_filter(struct span bytes);

/* Whether bytes begin as a compressed file does. */
bool decompress_is_packed(struct span bytes);

/* What such a file stands for, malloc'ed. False with `e` set when it is damaged, or more than 1 GiB; `plain`
 * is empty then. */
bool decompress_bytes(struct span packed, struct span *plain, struct err *e);

#endif
