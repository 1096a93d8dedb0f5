/*
 * folio_part: an object of a folio as a blob: its symbols are not parsed, they are read from the folio's
 * tables. Source lines of what another capture had come with it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H

#include "archive/folio/folio.h"
#include "core/resolve/source.h"

/* What a folio's table is read from. */
struct folio_part {
    const struct folio *folio;
    const struct folio_object *object;
};

extern const struct symbol_reader folio_part_reader;

/* The source lines of what a blob of a folio's stands for, to be freed with folio_lines_free(). NULL: it has
   none, or `e` is set. */
struct folio_lines *folio_lines_of(const struct blob *b, struct err *e);

/* What a blob of a folio's stands for, and which folio that is; NULL: it is of none. */
const struct folio_object *folio_object_of(const struct blob *b);
const struct folio *folio_of(const struct blob *b);

#endif
