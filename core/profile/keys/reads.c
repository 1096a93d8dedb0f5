#include "core/profile/keys/reads.h"

#include <stdlib.h>

#include "core/base/mem.h"

struct reading reading_of(const struct sample *s)
{
    uint64_t format = s->event->attr.read_format;
    struct reading at = { .s = s, .c = cur_of(s->read, s->order), .left = 1 };
    if (format & PERF_FORMAT_GROUP)
        at.left = cur_u64(&at.c);
    else
        at.alone = cur_u64(&at.c);
    if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
        cur_u64(&at.c);
    if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
        cur_u64(&at.c);
    return at;
}

/* The thread whose counters the sample read; 0: all threads share the counters. */
static uint32_t counted_thread(const struct sample *s)
{
    const struct attr *a = &s->event->attr;
    if (attr_has(a, ATTR_INHERIT) && a->sample_type & PERF_SAMPLE_TID)
        return (uint32_t)s->tid;
    return 0;
}

bool reads_next(struct reads *r, struct reading *at, const struct events *es, const struct event **event,
                uint64_t *grown)
{
    uint64_t format = at->s->event->attr.read_format;
    while (at->left && !at->c.bad) {
        at->left--;
        uint64_t value = at->alone, id = at->s->id;
        if (format & PERF_FORMAT_GROUP)
            value = cur_u64(&at->c);
        if (format & PERF_FORMAT_ID)
            id = cur_u64(&at->c);
        if (format & PERF_FORMAT_LOST)
            cur_u64(&at->c);
        *event = events_find(es, id);
        if (at->c.bad || !*event)
            continue;
        uint64_t key = (uint64_t)idmap_number_key(&r->ids, id) << 32 | counted_thread(at->s);
        uint32_t counter = idmap_number_key(&r->counters, key) - 1;
        if (counter == r->n)
            *MEM_ADD(r->v, r->n, r->cap) = 0;
        at->counter = counter;
        at->restarted = at->restarted || value < r->v[counter];
        *grown = at->restarted ? value : value - r->v[counter];
        r->v[counter] = value;
        return true;
    }
    return false;
}

void reads_free(struct reads *r)
{
    idmap_free(&r->ids);
    idmap_free(&r->counters);
    free(r->v);
    *r = (struct reads){ 0 };
}
