/*
 * entries: reads the members of an archive in memory one after the other; the only file that knows libarchive's
 * formats. Reads ar, tar and cpio, each plain or compressed once (decompress.h), told apart by their bytes. Writes and
 * opens nothing. Output is bounded by input (core/base/budget.h): a reader that unpacks more fails.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H
#define PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

struct entries;

/* A member, a file or a link. Its texts are valid until the next call. */
struct entry {
    const char *path; /* without "./" or "/" in front */
    const char *link; /* the path in the same archive that it stands for; NULL: it is a file */
    const char *also; /* path of another file that has the same contents; NULL: none */
    bool later;       /* a file whose contents come with a later member, the `also` of that one */
    bool inner;       /* it is in an archive inside the archive */
};

/* Opens a reader of `bytes`, which must outlive it, in front of the first member. `nested`: a member that is an archive
   itself, plain or compressed, is replaced by its members unless it is read; archives in those are plain files. NULL
   with `e` set: it is no archive. */
struct entries *entries_open(struct span bytes, bool nested, struct err *e);

/* The same for a tar in a file that begins with `head` and must stay open. Its members are read with
   entries_block(). */
struct file;
struct entries *entries_open_file(const struct file *f, struct span head, struct err *e);

/* Sets `block` to the next bytes of the member, empty at its end, and *at to their offset in it. False with `e` set:
   damaged, or too large. */
bool entries_block(struct entries *u, struct span *block, uint64_t *at, struct err *e);

/* Goes to the next member. False at the end, or with `e` set. */
bool entries_next(struct entries *u, struct entry *m, struct err *e);

/* Appends the contents of the member to `out`, which the caller frees. False with `e` set: they are damaged, or more
   than `max` bytes. */
bool entries_read(struct entries *u, size_t max, struct text *out, struct err *e);

/* The reader's budget, to be used for unpacking a compressed member. */
struct budget *entries_budget(struct entries *u);

/* Whether the archive is a tar. Known once a member was asked for. */
bool entries_are_tar(const struct entries *u);

void entries_close(struct entries *u);

#endif
