/* heads: adds the heads of a block's records: time, offset and type (struct record_heads). */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_HEADS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_HEADS_H

#include "formats/perf/records/sample.h"

/* Adds the head of a whole sample at offset `at` of its block. */
static inline void heads_add_sample(struct record_heads *h, const struct perfdata *p, struct span bytes,
                                    size_t at, enum byte_order order)
{
    const uint64_t time = record_sample_time_in(order, p, bytes);
    capture_heads_add(
        h, (struct record_head){ time == UINT64_MAX ? 0 : time, (uint32_t)at, PERF_RECORD_SAMPLE });
}

/* Adds the heads of the whole samples from `at` on, as long as their times ascend and there is room. This
   is fast for common samples, since it changes only the number of heads and the last time. It adds none if
   the events have their times at different offsets. Returns where these samples end. */
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

/* Adds the head of any whole record. */
void heads_add(struct record_heads *h, const struct perfdata *p, struct span bytes, size_t at);

/* Counts the samples among the heads. Of a run of heads with ascending times, only the first and the last
   time are read. */
void heads_count_times(const struct record_heads *h, struct sample_times *times);

/* Makes the heads of a block, if it should have heads (b->heads). */
void heads_make(const struct perfdata *p, const struct block *b);

#endif
