/*
 * source_text: lines of the files that DWARF names, for --source. Those are
 * paths out of a stranger's file, so they are only read, as regular files of at most 16 MiB, and what is in
 * them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "core/base/arena.h"
#include "core/base/file/md5.h"

/* The files that were asked for, zero-initialised. */
struct source_text {
    struct names names;
    struct source_file {
        struct span bytes; /* empty: it is not there */
        size_t *lines;     /* where they begin, and where the last one ends */
        size_t n;
        bool summed, other; /* other: one of another version was wanted, by its MD5 */
        uint8_t md5[MD5_BYTES];
    } * files; /* by the id of their name, - 1 */
    size_t nfiles, cap;
    size_t others;           /* files of another version that source_text_others() has not given */
    const char *first_other; /* the first of these */
};

/* Add a line of a file to `l`, if it is there, and that it is of another version than the code, where `md5`, that of the
   file that was compiled (NULL: not recorded), is not its. */
void source_text_add(struct source_text *t, struct folio_lines *l, const char *path, uint32_t line,
                     const uint8_t *md5);

/* How many more files are of another version since this was asked last; *first receives the name of the first of them. */
size_t source_text_others(struct source_text *t, const char **first);

void source_text_free(struct source_text *t);

#endif
