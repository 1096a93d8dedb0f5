/*
 * content: tells by its first bytes what a file is, for messages where a capture or a folio was expected. To add a
 * kind, add a row to content.c and a case to tests/golden/other-files.t.
 */
#ifndef PERFOLIO_ARCHIVE_CONTENT_H
#define PERFOLIO_ARCHIVE_CONTENT_H

#include "core/base/cur.h"
#include "core/base/err.h"

enum { CONTENT_HEAD = 4096 }; /* first bytes of a file that the following need, or all if it has fewer */

/* Whether they begin a capture. False: `e` says what they are instead, and what reads that. */
bool content_is_capture(struct span head, struct err *e);

/* The same for a capture or what may be a folio. */
bool content_is_input(struct span head, struct err *e);

/* The same for what may be a folio. */
bool content_is_folio(struct span head, struct err *e);

/* Whether they begin an archive of a kind that unwrap() opens. */
bool content_is_tar(struct span head);
bool content_is_zip(struct span head);

#endif
