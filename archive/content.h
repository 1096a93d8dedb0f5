/*
 * content: identifies a file by its first bytes, for the error message if it is not the expected capture or
 * folio. To add a kind, add a row to content.c and a case to tests/golden/other-files.t.
 */
#ifndef PERFOLIO_ARCHIVE_CONTENT_H
#define PERFOLIO_ARCHIVE_CONTENT_H

#include "core/base/cur.h"
#include "core/base/err.h"

/* number of first bytes that these functions need; of a shorter file, pass the whole content */
enum { CONTENT_HEAD = 4096 };

/* Whether `head` is the beginning of a capture. False: `e` says what kind of file this is, and which
   program reads it. */
bool content_is_capture(struct span head, struct err *e);

/* Like content_is_capture(), but also true for a file that may be a folio. */
bool content_is_input(struct span head, struct err *e);

/* Like content_is_capture(), for a file that may be a folio. */
bool content_is_folio(struct span head, struct err *e);

/* Whether `head` is the beginning of a tar, or of a zip. unwrap() opens both. */
bool content_is_tar(struct span head);
bool content_is_zip(struct span head);

/* Whether `head` is the beginning of an HTML page, in which unwrap() looks for a folio. */
bool content_is_page(struct span head);

#endif
