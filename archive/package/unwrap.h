/*
 * unwrap: captures and folios as people hand them on: compressed (gzip, bzip2, xz, zstd, lzma), or in a tar or a zip,
 * opened as what is in them. What is unwrapped goes to an unnamed temporary file, as what comes through a pipe does; how
 * much it may be follows from how much there is of the wrapper (core/base/budget.h), and nothing is written before the
 * first bytes have said that it is a capture or a folio. One wrapper is taken off: a compression, an archive, or a
 * compressed archive.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H
#define PERFOLIO_ARCHIVE_PACKAGE_UNWRAP_H

#include "core/base/file/file.h"

/* All zeros: what was opened is the file itself. */
struct unwrapped {
    char *name;  /* what it is called without its wrapper; malloc'ed */
    bool is_tar; /* it may hold objects, too: `perf archive --all` makes such */
};

/* Open a capture or a folio, or what wraps one: a file, a pipe, or "-"; pipes are refused by their first bytes, before they
   are spooled. What is wrapped in nothing is opened whatever it is. False with `e` set. */
bool unwrap_open(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

/* The same of a file that is open; it is closed where that fails. */
bool unwrap(struct file *f, const char *path, const char *temporary, struct unwrapped *u, struct err *e);

#endif
