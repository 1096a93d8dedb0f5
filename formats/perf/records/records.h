/* records: reads and shows records, by the rows of record_table.h. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/records/record_table.h"

/* Decodes a whole record, including its header. `file_at` is its offset in its file, for messages, `seq`
   its position in the capture. False: the body does not fit the record's type; only type, misc, at and
   bytes of `r` are then valid. */
bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r);

/* The time (ns) of a whole record other than a sample, from its sample_id. 0: it has no time, or
   record_read() would reject the record, which then has no position in the order. */
uint64_t record_time(const struct perfdata *p, struct span bytes);

/* The size of a whole record without bytes after it that are not part of it (REC_GROWS). */
size_t record_own_size(const struct perfdata *p, struct span bytes);

/* Whether the fields and the sample_id of a record that was read take all of its bytes, but for padding. False for types whose
   fields are not stored. */
bool record_is_filled(const struct perfdata *p, const struct record *r);

/* Appends the name of a record's type; "UNKNOWN_40" if the type is unknown. */
void record_name(const struct record *r, struct text *out);

/* Appends the fields of a record as text, without a newline; nothing if its type has no fields. */
void record_details(const struct record *r, struct text *out);

/* Appends name and fields, as `perfolio dump` prints a record. */
void record_show(const struct record *r, struct text *out);

/* Passes the fields of a record to the sink as members; for a type without fields the member "bytes", if the
   record has a body. */
void record_members(const struct record *r, const struct events *events, const struct value_sink *sink);

#endif
