/*
 * folio_part: an object of a folio as a blob, whose symbols are read from the folio's tables instead of parsed, and
 * which has the source lines that the folio keeps.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_PART_H

#include "archive/folio/folio.h"
#include "core/resolve/source.h"

/* What folio_part_reader reads. */
struct folio_part {
    const struct folio *folio;
    const struct folio_object *object;
};

extern const struct symbol_reader folio_part_reader;

/* Reads the source lines of a blob from a folio; freed with folio_lines_free(). NULL: it has none, or `e` is set. */
struct folio_lines *folio_lines_of(const struct blob *b, struct err *e);

/* The object of a blob from a folio, and that folio; NULL: the blob is not from a folio. */
const struct folio_object *folio_object_of(const struct blob *b);
const struct folio *folio_of(const struct blob *b);

#endif
