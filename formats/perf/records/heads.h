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

/* Add those of whole samples that come next, from `at` of these bytes on, are not earlier than what is in front of them, and for
   whose heads there is room: so nothing of all heads changes but how many there are. None where events have their times at different
   places. Returns where they end. */
static inline __attribute__((always_inline)) size_t heads_add_ascending(struct record_heads *h,
                                                                        const struct perfdata *p,
                                                                        struct span bytes, size_t at,
                                                                        enum byte_order order)
{
    const size_t time_at = p->capture.events.time_at;
    struct record_head *to = h->v + h->n, *end = h->v + h->cap;
    uint64_t last = h->last;
    if (time_at == UINT32_MAX)
        return at;
    while (to < end && bytes.n - at >= 8 && load_u32(bytes.p + at, order) == PERF_RECORD_SAMPLE) {
        const size_t size = load_u16(bytes.p + at + 6, order);
        if (size > bytes.n - at || size < time_at + 16)
            break;
        const uint64_t time = load_u64(bytes.p + at + 8 + time_at, order);
        if (time < last || time == UINT64_MAX)
            break;
        *to++ = (struct record_head){ last = time, (uint32_t)at, PERF_RECORD_SAMPLE };
        at += size;
    }
    h->n = (size_t)(to - h->v);
    h->last = last;
    return at;
}

/* Add that of any record. */
void heads_add(struct record_heads *h, const struct perfdata *p, struct span bytes, size_t at);

/* See the samples among them: of such as ascend the first and the last. */
void heads_see_times(const struct record_heads *h, struct sample_times *times);

/* Make those of a block anew, if they are asked for. */
void heads_of(const struct perfdata *p, const struct block *b);

#endif
