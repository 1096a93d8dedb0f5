/* folio_records: converts the manifest's records to structs and back. A table in folio_records.c has a row for each
   key. */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_RECORDS_H

#include "archive/folio/folio.h"
#include "archive/folio/folio_notes.h"

/* folio_put_records() appends the records of a folio: of its first `sections` sections, its captures, files, objects
   and answers. Keys with a value of 0, "" or false are left out. folio_put_object() appends the record of one object,
   folio_put_headers() the record with the checksum of the headers. */
void folio_put_records(struct text *t, const struct folio *f, uint32_t sections);
void folio_put_object(struct text *t, const struct folio_object *o);
void folio_put_headers(struct text *t, const uint8_t hash[FOLIO_HASH]);

/* Reads all records into `f`, whose sections are already read; interns texts in f->names. Skips unknown records and
   keys. False with `e` set: a record is malformed. */
bool folio_take_records(struct folio *f, struct span manifest, struct err *e);

/* Append and read the record of a note of a person. False with `e` set: a value does not have the form of its key. */
void folio_put_note_record(struct text *t, const struct folio_note *note);
bool folio_take_note_record(const struct record_line *r, struct folio_note *note, struct names *names,
                            struct err *e);

/* Frees what folio_take_records() read, the array of sections, and the names. */
void folio_drop_records(struct folio *f);

#endif
