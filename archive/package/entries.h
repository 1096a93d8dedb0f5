/*
 * entries: the members of an archive in memory, one after the other, as a stream; the only file that knows
 * libarchive's formats. Reads ar, tar and cpio, each plain or compressed once (decompress.h), which the bytes
 * tell. Writes nothing anywhere and opens nothing. What comes out is bounded by what went in
 * (core/base/budget.h): a reader gives up with an error once it has unpacked more.
 */
#ifndef PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H
#define PERFOLIO_ARCHIVE_PACKAGE_ENTRIES_H

#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

struct entries;

/* One member, a file or a link; until the next call. */
struct entry {
    const char *path; /* without "./" or "/" in front */
    const char *link; /* the path in the same archive that it stands for; NULL: it is a file */
    const char *also; /* the contents are those of the file at this path as well; NULL */
    bool later;       /* a file whose contents come with a later member, which is it `also` */
    bool inner;       /* it lies in an archive inside the archive */
};

/* A reader before the first member of `bytes`, which must stay. `nested`: a member that is an archive itself,
   plain or compressed, and that was not read is left out, and its members follow; archives in those are files.
   NULL and `e`: no archive at all. */
struct entries *entries_open(struct span bytes, bool nested, struct err *e);

/* The same of a tar in a file, which begins with `head` and must stay open. Its members are read block by block. */
struct file;
struct entries *entries_open_file(const struct file *f, struct span head, struct err *e);

/* The next block of the member, and where in it it stands; none at its end. False and `e`: damaged, or too much. */
bool entries_block(struct entries *u, struct span *block, uint64_t *at, struct err *e);

/* Go to the next member. False at the end, or with `e` set. */
bool entries_next(struct entries *u, struct entry *m, struct err *e);

/* Append the contents of the member to `out`, which the caller frees. False and `e`: they are damaged or more
   than `max` bytes. */
bool entries_read(struct entries *u, size_t max, struct text *out, struct err *e);

/* What is left of the reader's budget, for what is compressed in a member once more; it counts the same
 * bytes. */
struct budget *entries_budget(struct entries *u);

/* Whether what was opened is a tar. Known once a member was asked for. */
bool entries_are_tar(const struct entries *u);

void entries_close(struct entries *u);

#endif
