#include "formats/perf/write/counts_write.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/write/put.h"

/* The offset in a sample's read_format block of the counter that was found last. In a group, its id and its losses
   follow it. */
static size_t counter_at(const struct reading *at)
{
    const uint64_t format = at->s->event->attr.read_format;
    const size_t behind = (size_t)(at->c.p - at->s->read.p);
    size_t own = 8;
    if (!(format & PERF_FORMAT_GROUP))
        return 0;
    if (format & PERF_FORMAT_ID)
        own += 8;
    if (format & PERF_FORMAT_LOST)
        own += 8;
    return behind - own;
}

void counts_write_block(struct counts_written *w, const struct sample *s, const struct events *es, bool kept,
                        struct text *block)
{
    const size_t begin = block->n;
    struct reading at = reading_of(s);
    const struct event *ev;
    if (kept)
        put_span(block, s->read);
    for (uint64_t grown; reads_next(&w->seen, &at, es, &ev, &grown);) {
        if (at.counter == w->n)
            *MEM_ADD(w->totals, w->n, w->cap) = 0;
        if (!kept)
            continue;
        w->totals[at.counter] += grown;
        put_store((uint8_t *)block->s + begin + counter_at(&at), w->totals[at.counter], 8, s->order);
    }
}

void counts_write_sample(struct counts_written *w, const struct sample *s, const struct events *es,
                         struct span bytes, bool kept, struct text *out)
{
    const size_t before = (size_t)(s->read.p - bytes.p);
    if (kept)
        put_span(out, (struct span){ bytes.p, before });
    counts_write_block(w, s, es, kept, out);
    if (kept)
        put_span(out, (struct span){ s->read.p + s->read.n, bytes.n - before - s->read.n });
}

void counts_written_free(struct counts_written *w)
{
    reads_free(&w->seen);
    free(w->totals);
    *w = (struct counts_written){ .n = 0 };
}
