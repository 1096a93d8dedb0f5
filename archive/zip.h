/*
 * zip: reads the members of a zip file, found by the list at its end, each as a stream (APPNOTE.TXT, 4.3). Members may
 * be stored or deflated, as programs write them; zip64, encryption and other methods are refused. The file may be
 * hostile: all its numbers are checked, and output is bounded by input (core/base/budget.h).
 */
#ifndef PERFOLIO_ARCHIVE_ZIP_H
#define PERFOLIO_ARCHIVE_ZIP_H

#include "core/base/budget.h"
#include "core/base/file/file.h"

struct zip;

/* Opens a zip in a file that must stay open. NULL with `e` set: it has no list. */
struct zip *zip_open(const struct file *f, struct err *e);

/* Goes to the next member that is a file. Returns its path, valid until the next call; NULL at the end, or with `e`
   set. */
const char *zip_next(struct zip *z, struct err *e);

/* Sets *at to the offset in the file of the member's bytes, and *n to their number. False: they are compressed. */
bool zip_stored_extent(const struct zip *z, uint64_t *at, uint64_t *n);

/* Sets `block` to the next bytes of the member, valid until the next call, empty at its end. False with `e` set. */
bool zip_block(struct zip *z, struct span *block, struct err *e);

void zip_close(struct zip *z);

#endif
