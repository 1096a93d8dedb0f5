/*
 * output: a file that is written as a whole or not at all. Until the commit its bytes are in an unnamed file, or in a
 * temporary file in the folder of the target. The commit syncs that file and renames it over the old one. Targets that
 * a rename cannot replace (standard output, a pipe, a device) are written to at the commit, from a temporary file.
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

/* The permissions of a new file. A file that replaces an old one gets the owner and mode of the old one, except for an
   OUTPUT_PRIVATE file without `over`. */
enum output_mode {
    OUTPUT_ORDINARY = 0666, /* as the umask allows */
    OUTPUT_PRIVATE = 0600,  /* only the owner may read it, as for perf's captures */
};

struct output {
    uint64_t size; /* bytes added so far: the offset of the next one */
    char *path;    /* the path as named in messages */
    char *target;  /* the final path; NULL: the commit writes to `to` */
    char *temp;    /* path of the temporary file; NULL: it is unnamed */
    int fd, to;
    uint8_t *buf; /* the last `have` bytes, not yet written */
    size_t have;
    FILE *stream; /* of output_stream(); NULL: not called */
    bool failed;
    bool ready;           /* output_prepare_commit() succeeded */
    bool unsynced;        /* set by the caller: the commit need not wait for the disk */
    struct hash128 *hash; /* hash of the bytes being added; NULL: none is computed */
    /* Set by the caller: the old file that was read. The new file gets its owner and mode. The commit fails if the path
       leads to another file by then, or if the old file was written to. NULL: any old file is replaced. */
    const struct held *over;
};

/* Whether output to a path would not replace the file but be written into it: "-", the file on which standard output or
   error is open, a pipe, a device. */
bool output_writes_into(const char *path);

/* Whether standard output and standard error lead to one file. */
bool output_is_shared(void);

/* Begins a file. `path` may be "-" (standard output). `temporary` is the folder of the temporary file for targets that
   a rename cannot replace (surroundings.h). Symbolic links are followed; one that leads nowhere is refused. A
   directory: ERR_USAGE. */
bool output_open(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                 struct err *e);

/* Begins a file that gets no path: it can be read back and is abandoned. `temporary` as for output_open(). */
bool output_open_nowhere(struct output *o, const char *temporary, struct err *e);

/* Like output_open(), for paths that may come from strangers: a symbolic link is replaced, not followed. */
bool output_open_nofollow(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                          struct err *e);

/* Adds n bytes at the end. An error names the path and the offset. */
bool output_add(struct output *o, const void *p, size_t n, struct err *e);

/* Opens a stream that writes to the file; use it instead of output_add(). output_commit() and output_abandon() close
   it. NULL with `e` set: it cannot be opened. */
FILE *output_stream(struct output *o, struct err *e);

/* Makes `written` a file of the bytes that were added so far, to be read; borrowed until the next call with `o`. */
bool output_read_back(struct output *o, struct file *written, struct err *e);

/* Overwrites n bytes at offset `at`, which were added before. They must not be bytes of a hash in progress
   (output_hash_begin()). */
bool output_patch(struct output *o, uint64_t at, const void *p, size_t n, struct err *e);

/* output_hash_begin() starts a hash of the bytes that are added from then on; output_hash_end() ends it and writes it
   to `out`. */
void output_hash_begin(struct output *o);
void output_hash_end(struct output *o, uint8_t out[HASH128]);

/* Does all of a commit but the rename: syncs the bytes, or writes them to a target that a rename cannot replace. For
   files that belong together: prepare all, then commit all. False, also if an earlier call failed: the file has to be
   abandoned. */
bool output_prepare_commit(struct output *o, struct err *e);

/* Prepares the commit if that was not done, renames the file to its path and releases `o`. False, also if an earlier
   call failed: the file at the path is unchanged, unless only the sync of its folder failed. */
bool output_commit(struct output *o, struct err *e);

/* Drops the new file and releases `o`. Harmless after output_commit(), after a failed output_open(), and on zeros. */
void output_abandon(struct output *o);

#endif
