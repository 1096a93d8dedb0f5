/* sample: decoding of PERF_RECORD_SAMPLE. The order of the fields is the format (linux/perf_event.h, "struct
   { struct perf_event_header header; ..." under PERF_RECORD_SAMPLE). */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H

#include "formats/perf/file/perfdata.h"

/* Decode a whole record (header included). `s` is zeroed before its first use and then handed back as it is:
   what the sample before left in it need not be found, or cleared, again. False when it belongs to no event
   (PROBLEM_UNKNOWN_EVENT) or is damaged (PROBLEM_BAD_RECORD), counted in `problems`. */
bool sample_read(const struct perfdata *p, struct span bytes, uint64_t at, uint64_t seq, struct sample *s,
                 struct problems *problems);

/* The time of a sample alone, ns; 0 when it has none. */
uint64_t sample_time(const struct perfdata *p, struct span bytes);

#endif
