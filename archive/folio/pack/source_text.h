/*
 * source_text: lines of the files that DWARF names, for --source. Those are
 * paths out of a stranger's file, so they are only read, as regular files of at most 16 MiB, and what is in
 * them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "core/base/arena.h"

/* The files that were asked for, zero-initialised. */
struct source_text {
    struct names names;
    struct source_file {
        struct span bytes; /* empty: it is not there */
        size_t *lines;     /* where they begin, and where the last one ends */
        size_t n;
    } * files; /* by the id of their name, - 1 */
    size_t nfiles, cap;
};

/* Add a line of a file to `l`, if it is there. */
void source_text_add(struct source_text *t, struct folio_lines *l, const char *path, uint32_t line);

void source_text_free(struct source_text *t);

#endif
