/*
 * unwrap: opens captures and folios that are compressed (gzip, bzip2, xz, zstd, lzma), in a tar or a zip, or in a page
 * (page.h). One wrapper is removed: a compression, an archive, a compressed archive, or a page. The content is written to an unnamed
 * temporary file, as the content of a pipe is. The size of the wrapper limits the size of the content
 * (core/base/budget.h). Nothing is written before the first bytes of the content have shown that it is a capture or a
 * folio.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H
#define PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H

#include "core/base/file/file.h"

/* The wrapper that was removed; all zeros: the file had none. */
struct unwrapped {
    char *name;  /* the name of the file in the wrapper; malloc'ed */
    bool is_tar; /* the wrapper is a tar; it may also contain objects, as `perf archive --all` packs them */
};

/* Opens a capture or a folio, wrapped or not: a file, a pipe, or "-". A pipe with any other content is
   refused after its first bytes, before it is copied to a file. A file without a wrapper is opened
   whatever it contains. False with `e` set on failure. */
bool unwrap_open(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

/* Like unwrap_open(), for an open file `f`, which is closed on failure. */
bool unwrap(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

/* Whether a compressed file, a tar or a zip holds what begins as a capture or a folio. Nothing is written. False also if it cannot
   be read, and for a file without a wrapper. */
bool unwrap_holds_input(const struct file *f);

#endif
