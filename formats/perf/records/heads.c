#include "formats/perf/records/heads.h"

#include "formats/perf/records/records.h"

void heads_add(struct record_heads *h, const struct perfdata *p, struct span bytes, size_t at)
{
    const enum byte_order order = p->capture.order;
    const uint32_t type = load_u32(bytes.p, order);
    if (type == PERF_RECORD_SAMPLE) {
        heads_add_sample(h, p, bytes, at, order);
        return;
    }
    const uint64_t time = type < PERF_RECORD_KERNEL_END ? record_time(p, bytes) : 0;
    capture_heads_add(h, (struct record_head){ time, (uint32_t)at, type });
}

void heads_of(const struct perfdata *p, const struct block *b)
{
    if (!b->heads)
        return;
    capture_heads_begin(b->heads);
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        size = load_u16(b->bytes.p + at + 6, p->capture.order);
        heads_add(b->heads, p, (struct span){ b->bytes.p + at, size }, at);
    }
}
