/*
 * source_text: the text of functions, read from the files that their DWARF names, for --source. Those are
 * paths out of a stranger's file, so they are only read, as regular files of at most 16 MiB, and what is in
 * them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "core/base/arena.h"
#include "core/resolve/resolver.h"

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

/* Add the lines of a function to `l`: of its own file from the first to the last that its code comes from,
   and of those that are inlined into it the lines that are. */
void source_text_add(struct source_text *t, struct folio_lines *l, struct resolver *r,
                     const struct object *object, const struct symtab *table, const struct symbol *function);

void source_text_free(struct source_text *t);

#endif
