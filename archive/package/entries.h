/*
 * entries: reads the members of an archive in memory, one after the other. Formats: ar, tar and cpio, each
 * plain or compressed once (decompress.h), recognised by their first bytes. Only entries.c calls libarchive's
 * readers of formats. It writes and opens no files. The size of the archive limits the number of unpacked
 * bytes (core/base/budget.h): reading more is an error.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H
#define PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

struct entries;

/* A member of an archive: a file or a link. Its texts are valid until the next call. */
struct entry {
    const char *path; /* without a leading "./" or "/" */
    const char *link; /* the target of a link, a path in the same archive; NULL: the member is a file */
    const char *also; /* path of another member with the same content (hard link); NULL: none */
    bool later;       /* the content of this file comes with a later member, whose `also` is this path */
    bool inner;       /* the member is in an archive that is a member of the outer archive */
};

/* Opens a reader of `bytes`, which must outlive the reader. It is before the first member. `nested`: if a
   member is itself an archive, plain or compressed, and is not read, its own members come next; archives
   inside of inner archives are plain files. NULL with `e` set: `bytes` are not an archive. */
struct entries *entries_open(struct span bytes, bool nested, struct err *e);

/* Like entries_open(), for a tar in a file. `head` is the beginning of the file, which must stay open. The
   members are read with entries_block(). */
struct file;
struct entries *entries_open_file(const struct file *f, struct span head, struct err *e);

/* Sets `block` to the next bytes of the current member, and *at to their offset in the member; at the end of the
   member `block` is empty. False with `e` set: the archive is damaged, or the member is too large. */
bool entries_block(struct entries *u, struct span *block, uint64_t *at, struct err *e);

/* Goes to the next member. False at the end of the archive; on failure also false, with `e` set. */
bool entries_next(struct entries *u, struct entry *m, struct err *e);

/* Appends the contents of the current member to `out`, which the caller frees. False with `e` set: the contents are
   damaged, or more than `max` bytes. */
bool entries_read(struct entries *u, size_t max, struct text *out, struct err *e);

/* The budget of the reader. A caller that unpacks a compressed member charges it, too. */
struct budget *entries_budget(struct entries *u);

/* Whether the archive is a tar. Valid after the first call of entries_next(). */
bool entries_are_tar(const struct entries *u);

void entries_close(struct entries *u);

#endif
