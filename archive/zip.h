/*
 * zip: the members of a zip in a file, by the list at its end, as a stream each (APPNOTE.TXT, 4.3). Reads what is stored or
 * deflated, which is what programs write; zip64, encryption and other methods are refused. Hostile: nothing that it says
 * is believed before it was held against the file, and what comes out is bounded by what went in (core/base/budget.h).
 */
#ifndef PERFOLIO_ARCHIVE_ZIP_H
#define PERFOLIO_ARCHIVE_ZIP_H

#include "core/base/budget.h"
#include "core/base/file/file.h"

struct zip;

/* NULL with `e` set: it has no list. The file must stay open. */
struct zip *zip_open(const struct file *f, struct err *e);

/* Go to the next member that is a file; its path, until the next call. NULL at the end, or with `e` set. */
const char *zip_next(struct zip *z, struct err *e);

/* Where the member's bytes begin in the file, and how many there are; false: they are compressed. */
bool zip_stored(const struct zip *z, uint64_t *at, uint64_t *n);

/* The next bytes of the member, which hold until the next call; none at its end. False with `e` set. */
bool zip_block(struct zip *z, struct span *block, struct err *e);

void zip_close(struct zip *z);

#endif
