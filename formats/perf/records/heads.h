/* heads: the heads of the records of a block. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_HEADS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_HEADS_H

#include "formats/perf/records/sample.h"

/* Add that of a sample, which is whole, at `at` of its block. */
static inline void heads_add_sample(struct record_heads *h, const struct perfdata *p, struct span bytes,
                                    size_t at, enum byte_order order)
{
    const uint64_t time = record_sample_time_in(order, p, bytes);
    capture_heads_add(
        h, (struct record_head){ time == UINT64_MAX ? 0 : time, (uint32_t)at, PERF_RECORD_SAMPLE });
}

/* The same of any record. */
void heads_add(struct record_heads *h, const struct perfdata *p, struct span bytes, size_t at);

/* See the samples among them: of such as ascend the first and the last. */
void heads_see_times(const struct record_heads *h, struct sample_times *times);

/* Make those of a block anew, if they are asked for. */
void heads_of(const struct perfdata *p, const struct block *b);

#endif
