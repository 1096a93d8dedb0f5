/*
 * output: a file that is written whole or not at all. Until it is committed its bytes are in a file without a
 * name, or with a temporary one beside where it will be; then they are synced and renamed over what was
 * there. What has no place in a folder (standard output, a pipe, a device) is written to at the commit, from
 * a temporary file.
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

/* Who may read a file that is made. One that is replaced keeps its owner and mode, unless the new one is private and
 * replaces it unread (`over`). */
enum output_mode {
    OUTPUT_ORDINARY = 0666, /* whoever the umask lets */
    OUTPUT_PRIVATE = 0600,  /* its owner, as what perf records: captures, and what has them in it */
};

struct output {
    uint64_t size; /* bytes added so far: the offset of the next one; the rest is output.c's own */
    char *path;    /* as errors name it */
    char *target;  /* the name it will have; NULL: written through `to` */
    char *temp;    /* the name it has until then; NULL: none */
    int fd, to;
    uint8_t *buf; /* the last `have` bytes, not yet written */
    size_t have;
    FILE *stream; /* output_stream(); NULL: not called */
    bool failed;
    bool ready;    /* output_ready() */
    bool unsynced; /* set by the caller: what can be made again need not be on the disk when output_commit()
                      is back */
    struct hash128 *hash; /* of what is being added; NULL: not wanted */
    const struct held *
        over; /* set by the caller: what was at the path and was read; it gets its owner and mode, and the commit fails where
                                that is not there any more. NULL: whatever is there gives way */
};

/* Whether nothing at a path would be replaced, but written to: "-", what is open as standard output or error,
 * a pipe, a device. */
bool output_is_through(const char *path);

/* Begin a file. `path` may be "-", standard output; `temporary` is the folder where what is written through waits (surroundings.h). A symbolic link is followed, one that leads nowhere is
 * replaced; a directory is refused (ERR_USAGE). */
bool output_open(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                 struct err *e);

/* The same where the folder or the name may be a stranger's: a link there is replaced, and not followed. */
bool output_open_here(struct output *o, const char *path, enum output_mode mode, const char *temporary,
                      struct err *e);

/* Add n bytes at the end. An error names the path and the offset. */
bool output_add(struct output *o, const void *p, size_t n, struct err *e);

/* For whoever prints: what is written to the stream is the file, to which nothing is added otherwise. It is
 * closed by output_commit() and output_abandon(). NULL with `e` set: there can be none. */
FILE *output_stream(struct output *o, struct err *e);

/* Replace n bytes at `at` that were added before, and are not of those being hashed. */
bool output_patch(struct output *o, uint64_t at, const void *p, size_t n, struct err *e);

/* The hash of what is added in between. */
void output_hash_begin(struct output *o);
void output_hash_end(struct output *o, uint8_t out[HASH128]);

/* All of a commit but the new name: the bytes are synced beside where they will be, or written where there is
 * no such place. For several files that belong together: all are made ready, then all are committed. When it
 * fails, or something failed before, the file is to be abandoned. */
bool output_ready(struct output *o, struct err *e);

/* Give it its name. Whether that succeeds or not, and also when something failed before, nothing of it is
 * left afterwards but the whole file or what was there before; `o` is released. */
bool output_commit(struct output *o, struct err *e);

/* Drop what was written. Harmless after output_commit(), after a failed output_open(), and on zeros. */
void output_abandon(struct output *o);

#endif
