/*
 * safe_extract: files put below a folder under names that come from a stranger. The folder itself may be
 * anything; below it no link is followed, nothing that exists is changed, and no name leads elsewhere.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_SAFE_EXTRACT_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_SAFE_EXTRACT_H

#include "core/base/file/file.h"
#include "core/base/file/output.h"

/* Add the components of a name to a path in the folder. Slashes in front, behind and beside each other mean
   nothing. False with `e` set: a component is "." or "..", or holds control characters, or there is none. */
bool safe_extract_add(struct text *path, const char *name, struct err *e);

/* Put a file there, whole or not at all. One that has these very bytes already is as good; anything else in
   its place is left alone, and `e` is set. */
bool safe_extract_put(const char *dir, const char *path, const struct file *from, enum output_mode mode,
                      struct err *e);

/* Make a symbolic link there; to be done when no more files are put. */
bool safe_extract_link(const char *dir, const char *path, const char *says, struct err *e);

#endif
