/*
 * output: a file that is written as a whole or not at all. Until the commit its bytes are in an unnamed file, or in a
 * temporary one in the same folder; then they are synced and renamed over the old file. What cannot be renamed over
 * (standard output, a pipe, a device) is written to at the commit, from a temporary file.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_OUTPUT_H
#define PERFOLIO_CORE_BASE_FILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/err.h"
#include "core/base/hash.h"
#include "core/base/file/held.h"

/* Who may read a new file. One that replaces another keeps the owner and mode of that, unless it is private and replaces it
   unread (`over`). */
enum output_mode {
    OUTPUT_ORDINARY = 0666, /* as the umask allows */
    OUTPUT_PRIVATE = 0600,  /* the owner alone, as perf does for captures */
};

struct output {
    uint64_t size; /* bytes added so far: the offset of the next one */
    char *path;    /* the path in messages */
    char *target;  /* the final path; NULL: the commit writes to `to` */
    char *temp;    /* its temporary path; NULL: unnamed */
    int fd, to;
    uint8_t *buf; /* the last `have` bytes, not yet written */
    size_t have;
    FILE *stream; /* of output_stream(); NULL: not called */
    bool failed;
    bool ready;           /* output_prepare_commit() succeeded */
    bool unsynced;        /* set by the caller: the commit need not wait for the disk */
    struct hash128 *hash; /* of the bytes being added; NULL: not wanted */
    /* Set by the caller: the old file, as it was read. The new one gets its owner and mode; the commit fails if the path leads
       elsewhere by then. NULL: any old file is replaced. */
    const struct held *over;
};

/* Whether writing a path would not replace a file but write into it: "-", what standard output or error is open on, a pipe,
   a device. */
bool output_writes_into(const char *path);

/* Begins a file. `path` may be "-" (standard output). `temporary` is the folder for bytes that cannot wait beside the path
   (surroundings.h). Symbolic links are followed; one that leads nowhere is replaced. A directory: ERR_USAGE. */
bool output_open(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                 struct err *e);

/* output_open() for folders and names that may come from strangers: a link is replaced, not followed. */
bool output_open_nofollow(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                          struct err *e);

/* Adds n bytes at the end. An error names the path and the offset. */
bool output_add(struct output *o, const void *p, size_t n, struct err *e);

/* A stream that writes the file, instead of output_add(). output_commit() and output_abandon() close it. NULL with `e` set. */
FILE *output_stream(struct output *o, struct err *e);

/* Overwrites n bytes at `at` that were added before; not bytes that are being hashed. */
bool output_patch(struct output *o, uint64_t at, const void *p, size_t n, struct err *e);

/* Hash the bytes that are added between these calls; _end() writes the hash to `out`. */
void output_hash_begin(struct output *o);
void output_hash_end(struct output *o, uint8_t out[HASH128]);

/* Does all of a commit but the rename: the bytes are synced in their folder, or written through. For files that belong
   together: make all ready, then commit all. On failure, and if a call failed before, the file has to be abandoned. */
bool output_prepare_commit(struct output *o, struct err *e);

/* Renames the file to its path and releases `o`. On failure, and if a call failed before, the path is as it was. */
bool output_commit(struct output *o, struct err *e);

/* Drops what was written. Harmless after output_commit(), after a failed output_open(), and on zeros. */
void output_abandon(struct output *o);

#endif
