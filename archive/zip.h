/*
 * zip: reads the members of a zip file, each as a stream. Members are found in the central directory at the end of
 * the file (APPNOTE.TXT, 4.3). They may be stored or deflated; zip64, encryption and other methods are refused. The
 * file may be hostile: all numbers in it are checked, and its size limits the number of unpacked bytes
 * (core/base/budget.h).
 */
#ifndef PERFOLIO_ARCHIVE_ZIP_H
#define PERFOLIO_ARCHIVE_ZIP_H

#include "core/base/budget.h"
#include "core/base/file/file.h"

struct zip;

/* Opens a zip in a file that must stay open. NULL with `e` set: the file has no valid central directory. */
struct zip *zip_open(const struct file *f, struct err *e);

/* Goes to the next member that is a file. Returns its path, which is valid until the next call. NULL at the end of
   the zip; on failure also NULL, with `e` set. */
const char *zip_next(struct zip *z, struct err *e);

/* For a stored member: sets *at to the file offset of its bytes, and *n to their number. False: the member is
   compressed. */
bool zip_stored_extent(const struct zip *z, uint64_t *at, uint64_t *n);

/* Sets `block` to the next plain bytes of the current member, which are valid until the next call; at the end of the
   member `block` is empty. False with `e` set on failure. */
bool zip_block(struct zip *z, struct span *block, struct err *e);

void zip_close(struct zip *z);

#endif
