/* sample: samples, which no rows of fields describe: what is in them their event says. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H

#include "formats/perf/file/perfdata.h"

/* Decode a PERF_RECORD_SAMPLE, which is whole, by where it starts in its block. `s` is zeroed before its first use and
   then handed back as it is: what the sample before left in it need not be found, or cleared, again. False when it
   belongs to no event (PROBLEM_UNKNOWN_EVENT) or is damaged (PROBLEM_BAD_RECORD), counted in `problems`. */
bool record_sample(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                   struct problems *problems);

/* Where in a sample's fields the time is; UINT32_MAX: nowhere. */
size_t record_sample_time_at(const struct perfdata *p, struct span bytes);

/* The time of a sample alone, ns; 0 when it has none. `order` is the capture's. */
static inline uint64_t record_sample_time_in(enum byte_order order, const struct perfdata *p,
                                             struct span bytes)
{
    size_t at = p->capture.events.time_at;
    if (at == UINT32_MAX)
        at = record_sample_time_at(p, bytes);
    return at < bytes.n && bytes.n - at >= 16 ? load_u64(bytes.p + 8 + at, order) : 0;
}

static inline uint64_t record_sample_time(const struct perfdata *p, struct span bytes)
{
    return record_sample_time_in(p->capture.order, p, bytes);
}

#endif
