/*
 * safe_extract: writes files below a folder under names that come from a stranger. Any folder will do; below it no link
 * is followed, no existing file is changed, and no name leads elsewhere.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_SAFE_EXTRACT_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_SAFE_EXTRACT_H

#include "core/base/file/file.h"
#include "core/base/file/output.h"

/* Appends the components of a name to a path in the folder. Slashes in front and behind, and repeated ones, are
   dropped. False with `e` set: a component is "." or "..", or has control characters, or there is none. */
bool safe_extract_add(struct text *path, const char *name, struct err *e);

/* Writes a file, whole or not at all. True also if a file with the same bytes is there already. Anything else there is
   left alone: false with `e` set. */
bool safe_extract_put(const char *dir, const char *path, const struct file *from, enum output_mode mode,
                      struct err *e);

/* Makes a symbolic link that says `says`. Only after the last file was written. */
bool safe_extract_link(const char *dir, const char *path, const char *says, struct err *e);

#endif
