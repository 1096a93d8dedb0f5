#include "formats/perf/records/heads.h"

#include <assert.h>

#include "formats/perf/records/records.h"

void heads_add(struct record_heads *h, const struct perfdata *p, struct span bytes, size_t at)
{
    assert(bytes.n >= 8);
    const enum byte_order order = p->capture.order;
    const uint32_t type = load_u32(bytes.p, order);
    if (type == PERF_RECORD_SAMPLE) {
        heads_add_sample(h, p, bytes, at, order);
        return;
    }
    uint64_t time = 0;
    if (type < PERF_RECORD_KERNEL_END)
        time = record_time(p, bytes);
    capture_heads_add(h, (struct record_head){ time, (uint32_t)at, type });
}

/* Whether a record is a sample that has a moment. */
static bool is_timed(const struct record_head *head)
{
    return head->type == PERF_RECORD_SAMPLE && head->time && head->time < OFF_CPU_TIMESTAMP;
}

void heads_count_times(const struct record_heads *h, struct sample_times *times)
{
    struct sample_times seen = SAMPLE_TIMES_NONE;
    for (size_t i = 0; i < h->nstretches; i++) {
        const struct record_head *first = h->v + h->stretches[i];
        const struct record_head *end = h->v + h->n;
        if (i + 1 < h->nstretches)
            end = h->v + h->stretches[i + 1];
        while (first < end && !is_timed(first))
            first++;
        while (first < end && !is_timed(end - 1))
            end--;
        if (first < end) {
            sample_times_count(&seen, first->time);
            sample_times_count(&seen, end[-1].time);
        }
    }
    seen.n = h->n - h->nothers;
    sample_times_add(times, &seen);
}

void heads_make(const struct perfdata *p, const struct block *b)
{
    if (!b->heads)
        return;
    capture_heads_clear(b->heads);
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        size = load_u16(b->bytes.p + at + 6, p->capture.order);
        heads_add(b->heads, p, (struct span){ b->bytes.p + at, size }, at);
    }
}
