/*
 * source_text: lines of the files that DWARF names, for --source, from this machine or, where they are asked, from servers.
 * Those are paths out of a stranger's file, so they are only read, as regular files of at most 16 MiB, and what is in
 * them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "core/base/arena.h"
#include "core/base/file/md5.h"
#include "core/resolve/resolver.h"

/* The files that were asked for, zero-initialised. */
struct source_text {
    struct names names;
    struct source_file {
        struct span bytes; /* malloc'ed; empty: it is not there */
        size_t *lines;     /* where they begin, and where the last one ends */
        size_t n;
        bool asked, summed; /* for it; `md5` is there */
        size_t other;       /* the last turn in which a file of another MD5 was wanted, + 1; 0: none */
        uint8_t md5[MD5_BYTES];
    } * files; /* by the id of their name, - 1; those of servers by their build-id and name */
    size_t nfiles, cap;
    size_t turn;             /* how often source_text_others() was asked */
    size_t others;           /* files of another version that source_text_others() has not given */
    const char *first_other; /* the first of these */
};

/* A file of source as an object's DWARF has it. */
struct source_name {
    struct resolver
        *resolver; /* who asks servers (--debuginfod) where it is not there, or of another version */
    const struct object *object;
    const char *path;
    const uint8_t *md5; /* of the file that was compiled; NULL: not recorded */
};

/* Add a line of it to `l`, if it is there, and that it is of another version than the code, where its MD5 is another. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* How many more files are of another version since this was asked last; *first receives the name of the first of them. */
size_t source_text_others(struct source_text *t, const char **first);

void source_text_free(struct source_text *t);

#endif
