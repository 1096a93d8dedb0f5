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

/* Decode a whole PERF_RECORD_SAMPLE (sample.c). `s` is zeroed before its first use and then handed back as it is: what
   the sample before left in it need not be found, or cleared, again. False when it belongs to no event
   (PROBLEM_UNKNOWN_EVENT) or is damaged (PROBLEM_BAD_RECORD), counted in `problems`. */
bool record_sample(const struct perfdata *p, struct span bytes, uint64_t at, uint64_t seq, struct sample *s,
                   struct problems *problems);

/* Where in a sample's fields the time is; UINT32_MAX: nowhere. */
size_t record_sample_time_at(const struct perfdata *p, struct span bytes);

/* The time of a sample alone, ns; 0 when it has none. */
static inline uint64_t record_sample_time(const struct perfdata *p, struct span bytes)
{
    size_t at = p->capture.events.time_at;
    if (at == UINT32_MAX)
        at = record_sample_time_at(p, bytes);
    return at < bytes.n && bytes.n - at >= 16 ? load_u64(bytes.p + 8 + at, p->capture.order) : 0;
}

/* The name of its type, "UNKNOWN_40" of one that is not known. */
void record_name(const struct record *r, struct text *out);

/* Its fields as text, without a newline; nothing when its type has none. */
void record_details(const struct record *r, struct text *out);

/* Both, as `perfolio dump` prints a record. */
void record_show(const struct record *r, struct text *out);

/* Its fields as members; of a type without a table "bytes", if it has any. */
void record_members(const struct record *r, const struct events *events, const struct rec_sink *sink);

#endif
