/* records: what is done with records by what record_table.h states of their types. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/records/record_table.h"

/* Decode a whole record (header included). False when its body is not what its type says; `r` is then not to
   be used beyond type, misc, at and bytes. `file_at` is the offset shown to people, `seq` the place in the
   capture. */
bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r);

/* When a whole record that is no sample was written (ns), by its trailing sample_id. 0: it does not say, or it is one that
   record_read() does not read: nobody sees it, and it decides no order. */
uint64_t record_time(const struct perfdata *p, struct span bytes);

/* The name of its type, "UNKNOWN_40" of one that is not known. */
void record_name(const struct record *r, struct text *out);

/* Its fields as text, without a newline; nothing when its type has none. */
void record_details(const struct record *r, struct text *out);

/* Both, as `perfolio dump` prints a record. */
void record_show(const struct record *r, struct text *out);

/* Its fields as members; of a type without a table "bytes", if it has any. */
void record_members(const struct record *r, const struct events *events, const struct value_sink *sink);

#endif
