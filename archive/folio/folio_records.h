/* folio_records: the manifest's records as structs and back: a row per key. */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H

#include "archive/folio/folio.h"

/* Add the records of a folio but that of its headers: of the first `sections` sections, captures, files, objects and
   answers. What is 0, empty or false has no key. */
void folio_put_records(struct text *t, const struct folio *f, uint32_t sections);
void folio_put_object(struct text *t, const struct folio_object *o);
void folio_put_headers(struct text *t, const uint8_t hash[FOLIO_HASH]);

/* Read all records into `f`, whose sections are known; texts are interned in its names. Records and keys that
   are unknown are passed over. False with `e` set when one is not what it has to be. */
bool folio_take_records(struct folio *f, struct span manifest, struct err *e);

/* Free them, the sections and the names. */
void folio_drop_records(struct folio *f);

#endif
