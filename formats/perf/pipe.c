/*
 * Layouts: tools/lib/perf/include/perf/event.h (perf_record_header_attr, perf_record_event_update,
 * perf_record_header_feature). Pipes of perf 3.3 and before began with one record per header feature, types
 * 69 to 80 for the features HOSTNAME (3) to NUMA_TOPOLOGY (14). Today these numbers have other meanings. Such
 * a pipe is recognised by its first record. Its type is 69, and it consists of one string in the header's
 * form, where today's ID_INDEX has a count.
 */
#include "formats/perf/pipe.h"

#include <inttypes.h>

#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/records/records.h"

enum { LEGACY_FIRST = 69, LEGACY_LAST = 80, LEGACY_TO_BIT = 66 };

static void keep_feature(struct perfdata *p, unsigned bit, struct span s, uint64_t at)
{
    p->features[bit] = (struct feature_bytes){ .present = true, .at = at, .s = perfdata_copy_bytes(p, s) };
}

static void take_attr(struct perfdata *p, struct cur c)
{
    struct attr a;
    const uint32_t size = attr_stated_size(&c);
    struct span bytes = cur_take(&c, size);
    if (!attr_read(bytes, c.order, &a, &p->capture.problems)) {
        problem_add(&p->capture.problems, PROBLEM_BAD_RECORD, 1, "ATTR record: attr of %u bytes does not fit",
                    size);
        return;
    }
    struct events *es = &p->capture.events;
    const char *name = NULL;
    if (a.type != PERF_TYPE_TRACEPOINT)
        name = perfdata_event_type(p, a.config);
    perfdata_add_event(p, &a, name);
    while (c.left >= 8)
        event_add_id(es, es->n - 1, cur_u64(&c));
}

static void take_update(struct perfdata *p, struct cur c)
{
    uint64_t kind = cur_u64(&c), id = cur_u64(&c);
    struct events *es = &p->capture.events;
    uint32_t at = idmap_get(&es->by_id, id);
    if (!at)
        return;
    struct event *ev = &es->v[at - 1];
    if (kind == UPDATE_UNIT || kind == UPDATE_NAME) {
        const char *s = cur_cstr(&c);
        if (!c.bad && kind == UPDATE_UNIT) {
            ev->unit = arena_text(&p->arena, s, strlen(s));
        } else if (!c.bad) {
            ev->name = arena_text(&p->arena, s, strlen(s));
            ev->is_named = true;
        }
    } else if (kind == UPDATE_SCALE) {
        uint64_t bits = cur_u64(&c); /* an IEEE double in the capture's byte order */
        if (!c.bad)
            memcpy(&ev->scale, &bits, sizeof(ev->scale));
    } else if (kind == UPDATE_CPUS) {
        cpus_free(&ev->cpus);
        cpus_read(&c, &ev->cpus);
    }
    if (c.bad)
        problem_add(&p->capture.problems, PROBLEM_BAD_RECORD, 1, "EVENT_UPDATE record for id %" PRIu64, id);
}

static void take_event_type(struct perfdata *p, struct cur c)
{
    uint64_t config = cur_u64(&c);
    const char *name = cur_cstr(&c);
    if (!c.bad)
        perfdata_add_event_type(p, config, name);
}

/* Takes the bytes after a TRACING_DATA record, which has their number without padding. */
static void take_tracing(struct perfdata *p, struct cur c, uint64_t at)
{
    struct err ignored = { 0 };
    uint64_t n = cur_u32(&c);
    if (!c.bad && !p->tracing.n)
        p->tracing = perfdata_section(p, at, n, &ignored); /* if they are cut off, feed.c counts it */
}

static bool is_legacy(struct span record, uint64_t seq, enum byte_order order)
{
    return record.n >= 12 && seq == 0 && load_u32(record.p + 8, order) == record.n - 12;
}

/* Notes a pipe with legacy header records, which come before the first ATTR. */
static void note_legacy(struct perfdata *p, const struct record *r)
{
    if (r->type == LEGACY_FIRST && r->bytes.n >= 12 && r->when.seq == 0)
        p->legacy = is_legacy(r->bytes, r->when.seq, r->order);
    if (r->type == PERF_RECORD_HEADER_ATTR)
        p->attrs_seen = true;
}

bool pipe_rename_legacy(const struct perfdata *p, bool attrs_seen, struct record *r)
{
    if (!p->legacy || attrs_seen || r->type < LEGACY_FIRST || r->type > LEGACY_LAST)
        return false;
    r->type = PERF_RECORD_LEGACY_FEATURE + r->type - LEGACY_TO_BIT;
    return true;
}

bool pipe_is_legacy(const struct perfdata *p, struct span record, uint64_t seq)
{
    const uint32_t type = load_u32(record.p, p->capture.order);
    if (p->legacy)
        return !p->attrs_seen && type >= LEGACY_FIRST && type <= LEGACY_LAST;
    return p->capture.is_pipe && type == LEGACY_FIRST && is_legacy(record, seq, p->capture.order);
}

void pipe_finish(struct perfdata *p)
{
    for (unsigned bit = LEGACY_FIRST - LEGACY_TO_BIT; p->legacy && bit <= LEGACY_LAST - LEGACY_TO_BIT; bit++)
        if (p->features[bit].present)
            feature_read(p, bit);
}

void pipe_apply(struct perfdata *p, struct record *r)
{
    struct span body = { r->bytes.p + 8, r->bytes.n - 8 };
    struct cur c = cur_of(body, r->order);
    note_legacy(p, r);
    if (pipe_rename_legacy(p, p->attrs_seen, r)) {
        keep_feature(p, r->type - PERF_RECORD_LEGACY_FEATURE, body, r->at + 8);
        return;
    }
    switch (r->type) {
    case PERF_RECORD_HEADER_ATTR:
        take_attr(p, c);
        break;
    case PERF_RECORD_EVENT_UPDATE:
        take_update(p, c);
        break;
    case PERF_RECORD_HEADER_EVENT_TYPE:
        take_event_type(p, c);
        break;
    case PERF_RECORD_HEADER_BUILD_ID:
        perfdata_add_build_id(p, r->build_id);
        break;
    case PERF_RECORD_HEADER_TRACING_DATA:
        if (p->capture.is_pipe)
            take_tracing(p, c, r->at + r->bytes.n);
        break;
    case PERF_RECORD_HEADER_FEATURE: {
        uint64_t bit = cur_u64(&c);
        if (c.bad || !c.left || bit >= PERF_FEATURES) /* an empty record ends the list */
            break;
        keep_feature(p, (unsigned)bit, (struct span){ c.p, c.left }, r->at + 16);
        feature_read(p, (unsigned)bit);
        break;
    }
    default:
        break;
    }
}

bool pipe_may_apply(struct span record, uint64_t seq, enum byte_order order)
{
    const uint32_t type = load_u32(record.p, order);
    switch (type) {
    case PERF_RECORD_HEADER_ATTR:
    case PERF_RECORD_HEADER_EVENT_TYPE:
    case PERF_RECORD_HEADER_TRACING_DATA:
    case PERF_RECORD_HEADER_BUILD_ID:
    case PERF_RECORD_EVENT_UPDATE:
    case PERF_RECORD_HEADER_FEATURE:
    case SIMPLE_PERF_RECORD_SPLIT_END:
    case SIMPLE_PERF_RECORD_EVENT_ID:
    case SIMPLE_PERF_RECORD_TRACING_DATA:
        return true;
    case LEGACY_FIRST:
        return is_legacy(record, seq, order);
    default:
        return false;
    }
}
