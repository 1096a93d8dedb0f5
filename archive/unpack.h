/* unpack: compressed bytes in memory, through libarchive. */
#ifndef PERFOLIO_ARCHIVE_UNPACK_H
#define PERFOLIO_ARCHIVE_UNPACK_H

#include "core/base/cur.h"
#include "core/base/err.h"

/* Whether bytes begin as a file does that gzip, xz, zstd or bzip2 wrote. */
bool unpack_is_packed(struct span bytes);

/* What such a file stands for, malloc'ed. False with `e` set when it is damaged, or more than 1 GiB; `plain`
 * is empty then. */
bool unpack_bytes(struct span packed, struct span *plain, struct err *e);

#endif
