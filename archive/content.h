/*
 * content: what a file is, by its first bytes: for who wants a capture or a folio and was given something else. One row
 * for each kind; adding one is a row in content.c and a case in tests/golden/other-files.t.
 */
#ifndef PERFOLIO_ARCHIVE_CONTENT_H
#define PERFOLIO_ARCHIVE_CONTENT_H

#include "core/base/cur.h"
#include "core/base/err.h"

enum { CONTENT_HEAD = 4096 }; /* bytes that tell it, if there are so many */

/* Whether bytes begin a capture. False: `e` says what they are instead, and what reads that. */
bool content_is_capture(struct span head, struct err *e);

/* Whether they begin a capture or what may be a folio. The same. */
bool content_is_input(struct span head, struct err *e);

/* Whether they begin what may be a folio. The same. */
bool content_is_folio(struct span head, struct err *e);

/* Whether they begin an archive that is looked into: tar, zip. */
bool content_is_tar(struct span head);
bool content_is_zip(struct span head);

#endif
