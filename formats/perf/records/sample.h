/* sample: decodes samples. Rows of fields cannot describe them, since the event says which fields they
   have. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_SAMPLE_H

#include "formats/perf/file/perfdata.h"

/* Decodes the whole PERF_RECORD_SAMPLE that starts at offset `at` of a block. The caller zeroes `s` before
   the first call and passes it unchanged to later calls, so that the event is not looked up and fields are
   not cleared each time. False, and counted in `problems`: the sample belongs to no event
   (PROBLEM_UNKNOWN_EVENT), or is damaged (PROBLEM_BAD_RECORD). */
bool record_read_sample(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems);

/* The offset of the time in a sample's fields; UINT32_MAX: the sample has no time. */
size_t record_sample_time_at(const struct perfdata *p, struct span bytes);

/* The time of a sample, ns, without decoding the rest; 0: it has no time. `order` is the capture's byte
   order. */
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
