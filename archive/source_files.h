/*
 * source_files: the files of source that DWARF names, of this machine or, where they are asked, from servers. Those are paths
 * out of a stranger's file, so that only regular files of at most 16 MiB without a NUL are text; each is looked for once.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_FILES_H
#define PERFOLIO_ARCHIVE_SOURCE_FILES_H

#include "core/base/arena.h"
#include "core/base/file/md5.h"
#include "core/resolve/resolver.h"

struct source_file {
    struct blob blob;
    struct span bytes; /* its text; empty: it is not there */
    size_t *lines;     /* where they begin, and where the last one ends */
    size_t n;
    uint64_t written;           /* of a file of this machine, ns since 1970 */
    bool asked, served, summed; /* it was looked for; among what servers have; `md5` is there */
    uint8_t md5[MD5_BYTES];
    size_t mark; /* its user's; 0 at first */
};

/* Where this machine may have the file of a path: added to `out`. False: nowhere that may be looked at. */
typedef bool source_place(const void *arg, const char *path, struct text *out);

/* Zero-initialised but for the first two. */
struct source_files {
    source_place *place;
    const void *arg;
    struct names names;
    struct source_file *v; /* by the id of their name, - 1; those of servers by their build-id and name */
    size_t n, cap;
};

void source_files_free(struct source_files *s);

/* A file of source as an object's DWARF has it. */
struct source_name {
    struct resolver
        *resolver; /* who asks servers (--debuginfod) where it is not there, or of another version; or NULL */
    const struct object *object;
    const char *path;
    const uint8_t *md5; /* of the file that was compiled; NULL: not recorded */
};

/* The file, of this machine unless a server has the version that was compiled and it has not; `n` is 0 if there is none.
   Good until another one is asked for. */
struct source_file *source_files_find(struct source_files *s, const struct source_name *name);

/* The slot of a path, likewise, whether the file was looked for or not. */
struct source_file *source_files_slot(struct source_files *s, const char *path);

/* Whether it is another version than what was compiled, by its MD5. */
bool source_file_is_other(struct source_file *f, const uint8_t *md5);

/* A line from 1 on, without its end, *n bytes, borrowed; NULL: there is none. */
const char *source_file_line(const struct source_file *f, uint32_t line, size_t *n);

#endif
