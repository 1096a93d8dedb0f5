/*
 * folio_part: an object of a folio as a blob. Its symbols are read from the folio's symbol tables, and its
 * source lines from the folio's sections of lines. No ELF file is parsed.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H

#include "archive/folio/folio.h"
#include "core/resolve/source.h"

/* The data that folio_part_reader reads: an object in a folio. */
struct folio_part {
    const struct folio *folio;
    const struct folio_object *object;
};

extern const struct symbol_reader folio_part_reader;

/* Reads the source lines of a blob that is an object of a folio; freed with folio_lines_free(). NULL: the
   folio has no lines of it; if `e` is set, they cannot be read. */
struct folio_lines *folio_lines_of(const struct blob *b, struct err *e);

/* The object of a folio that a blob represents, and this folio; NULL: the blob is not an object of a
   folio. */
const struct folio_object *folio_object_of(const struct blob *b);
const struct folio *folio_of(const struct blob *b);

#endif
