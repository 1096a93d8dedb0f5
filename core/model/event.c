#include "core/model/event.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* The bytes that the recorded ones of `fields` take in a sample; each field is a word. */
static uint32_t event_bytes_of(uint64_t sample_type, uint64_t fields)
{
    uint32_t n = 0;
    for (uint64_t left = sample_type & fields; left; left &= left - 1)
        n += 8;
    return n;
}

/* The offset of a sample's id. IDENTIFIER comes first. ID comes after IP, TID, TIME and ADDR, if these are
   recorded (perf, __evsel__calc_id_pos). */
static uint32_t id_place(uint64_t type)
{
    if (type & PERF_SAMPLE_IDENTIFIER)
        return 0;
    if (!(type & PERF_SAMPLE_ID))
        return UINT32_MAX;
    return event_bytes_of(type, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR);
}

struct event *events_add(struct events *es, const struct attr *a)
{
    es->v = mem_room(es->v, es->n, &es->cap, sizeof(*es->v));
    struct event *e = &es->v[es->n];
    *e = (struct event){ .attr = *a, .name = "", .scale = 1, .leader = es->n };
    if (attr_is_clock(a)) { /* perf does not record the unit of clocks (evsel__init()) */
        e->unit = "msec";
        e->scale = 1e-6;
    }
    e->fixed = event_bytes_of(a->sample_type, PERF_SAMPLE_FIXED);
    e->time_at = event_bytes_of(a->sample_type, PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID);
    if (es->n++)
        es->id_at = id_place(es->v[0].attr.sample_type);
    else
        es->id_at = UINT32_MAX;
    bool alike = es->n == 1 || es->time_at == e->time_at;
    if (alike && a->sample_type & PERF_SAMPLE_TIME)
        es->time_at = e->time_at;
    else
        es->time_at = UINT32_MAX;
    return e;
}

void event_add_id(struct events *es, uint32_t index, uint64_t id)
{
    struct event *e = &es->v[index];
    if (!(e->nids & (e->nids - 1))) /* the number of ids is a power of two, so the array is full */
        e->ids = mem_resize(e->ids, e->nids ? e->nids * 2 : 1, sizeof(*e->ids));
    e->ids[e->nids++] = id;
    *idmap_find_or_add(&es->by_id, id) = index + 1;
}

const struct event *events_find(const struct events *es, uint64_t id)
{
    if (es->n == 1 || (!id && es->n))
        return &es->v[0];
    uint32_t found = idmap_get(&es->by_id, id);
    if (found)
        return &es->v[found - 1];
    return NULL;
}

void events_free(struct events *es)
{
    for (uint32_t i = 0; i < es->n; i++) {
        free(es->v[i].ids);
        cpus_free(&es->v[i].cpus);
    }
    free(es->v);
    idmap_free(&es->by_id);
    *es = (struct events){ 0 };
}

bool event_is_off_cpu(const struct event *ev)
{
    return ev->attr.type == PERF_TYPE_SOFTWARE && ev->attr.config == PERF_COUNT_SW_BPF_OUTPUT &&
           !strcmp(ev->name, "offcpu-time");
}
