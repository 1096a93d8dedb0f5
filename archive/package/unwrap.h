/*
 * unwrap: opens captures and folios that are compressed (gzip, bzip2, xz, zstd, lzma), or in a tar or a zip. One wrapper
 * is taken off: a compression, an archive, or a compressed archive. The content goes to an unnamed temporary file, like
 * that of a pipe. Its size is bounded by that of the wrapper (core/base/budget.h), and nothing is written before the
 * first bytes have shown that it is a capture or a folio.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H
#define PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H

#include "core/base/file/file.h"

/* What was taken off; all zeros: nothing. */
struct unwrapped {
    char *name;  /* of the file in the wrapper; malloc'ed */
    bool is_tar; /* the wrapper is a tar, which may have objects, too, like those of `perf archive --all` */
};

/* Opens a capture or a folio, wrapped or not: a file, a pipe, or "-". A pipe with anything else is refused by its first
   bytes, before it is spooled; a file without a wrapper is opened whatever it is. False with `e` set. */
bool unwrap_open(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

/* The same for an open file, which is closed on failure. */
bool unwrap(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

#endif
