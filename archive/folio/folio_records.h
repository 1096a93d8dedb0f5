/* folio_records: converts the manifest's records to structs and back, with a row per key. */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H

#include "archive/folio/folio.h"

/* Appends the records of a folio, except that of its headers: of the first `sections` sections, captures, files, objects
   and answers. Keys of values that are 0, empty or false are left out. */
void folio_put_records(struct text *t, const struct folio *f, uint32_t sections);
void folio_put_object(struct text *t, const struct folio_object *o);
void folio_put_headers(struct text *t, const uint8_t hash[FOLIO_HASH]);

/* Reads all records into `f`, which has its sections already; interns texts in its names. Skips unknown records and
   keys. False with `e` set: one is malformed. */
bool folio_take_records(struct folio *f, struct span manifest, struct err *e);

/* Frees the records, the sections and the names. */
void folio_drop_records(struct folio *f);

#endif
