/*
 * Reads records. The sample_id at the end is cut off before the fields are read, so that they cannot extend
 * into it. The fields of each type are in record_table.c.
 */
#include "formats/perf/records/records.h"

#include "formats/perf/fields/record_fields.h"

enum { TRAILER_MOST = 6 * 8 };

/* The fields of a sample_id, as bits of sample_type: fields that every record can have. */
static uint64_t trailer_fields(const struct event *ev)
{
    return ev->attr.sample_type & (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
                                   PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER);
}

static size_t trailer_size(uint64_t fields)
{
    size_t n = 0;
    for (; fields; fields &= fields - 1)
        n += 8;
    return n;
}

/*
 * Cuts off bytes after a record that are not part of it. The kernel (5.1 to at least 6.18:
 * perf_event_ksymbol_output(), perf_event_bpf_output(), perf_event_text_poke_output()) adds the size of the
 * sample_id to the header once more for each buffer to which it writes the same record. The bytes after the
 * sample_id are old content of the buffer.
 *
 *     | header | fields, padded to 8 | sample_id | ... |
 *
 * Events have different sample_ids only if each ends with the event's id. A sample_id at the end of the
 * record is preferred, since elsewhere a CPU may look like the id of another event.
 */
static struct span own_bytes(const struct perfdata *p, const struct rec_desc *d, struct span bytes,
                             enum byte_order order)
{
    const struct events *es = &p->capture.events;
    if (!(d->flags & REC_GROWS) || !es->n || !attr_has(&es->v[0].attr, ATTR_SAMPLE_ID_ALL))
        return bytes;
    const size_t fields = record_fields_end(d->fields, (struct span){ bytes.p + 8, bytes.n - 8 }, order);
    const size_t from = 8 + (fields + 7) / 8 * 8;
    size_t own = 0;
    for (size_t n = 8; fields && n <= TRAILER_MOST && from + n <= bytes.n; n += 8) {
        const uint64_t id = load_u64(bytes.p + from + n - 8, order);
        const struct event *ev = &es->v[0];
        if (ev->attr.sample_type & PERF_SAMPLE_IDENTIFIER) {
            if (!id)
                continue;
            ev = events_find(es, id);
        }
        if (ev && trailer_size(trailer_fields(ev)) == n && (!own || from + n == bytes.n))
            own = from + n;
    }
    if (!own)
        return bytes;
    return (struct span){ bytes.p, own };
}

/* Reads the sample_id at the end of a record, in ABI order. Returns its size; 0: the events require none,
   or the record is too short. */
static size_t trailer_read(const struct perfdata *p, struct span bytes, enum byte_order order,
                           struct sample_id *id)
{
    *id = (struct sample_id){ .pid = -1, .tid = -1, .cpu = UINT32_MAX };
    const struct events *es = &p->capture.events;
    if (!es->n || !attr_has(&es->v[0].attr, ATTR_SAMPLE_ID_ALL))
        return 0;
    uint64_t fields = trailer_fields(&es->v[0]);
    if (fields & PERF_SAMPLE_IDENTIFIER && bytes.n >= 16) {
        const struct event *found = events_find(es, load_u64(bytes.p + bytes.n - 8, order));
        if (found)
            fields = trailer_fields(found);
    }
    const size_t n = trailer_size(fields);
    if (n + 8 > bytes.n)
        return 0;
    struct cur c = cur_of((struct span){ bytes.p + bytes.n - n, n }, order);
    id->has = (uint32_t)fields;
    if (fields & PERF_SAMPLE_TID) {
        id->pid = (int32_t)cur_u32(&c);
        id->tid = (int32_t)cur_u32(&c);
    }
    if (fields & PERF_SAMPLE_TIME)
        id->time = cur_u64(&c);
    if (fields & PERF_SAMPLE_ID)
        id->id = cur_u64(&c);
    if (fields & PERF_SAMPLE_STREAM_ID)
        id->stream_id = cur_u64(&c);
    if (fields & PERF_SAMPLE_CPU) {
        id->cpu = cur_u32(&c);
        cur_u32(&c);
    }
    if (fields & PERF_SAMPLE_IDENTIFIER)
        id->id = cur_u64(&c);
    return n;
}

bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r)
{
    enum byte_order order = p->capture.order;
    *r = (struct record){ .at = file_at, .bytes = bytes, .order = order, .when = { 0, seq } };
    if (bytes.n < 8)
        return false;
    r->type = load_u32(bytes.p, order);
    r->misc = load_u16(bytes.p + 4, order);
    const struct rec_desc *d = record_desc_of(r->type);
    if (!d || !(d->flags & REC_KEPT))
        return true;
    const struct span own = own_bytes(p, d, bytes, order);
    size_t trailer = 0;
    if (d->flags & REC_TRAILER)
        trailer = trailer_read(p, own, order, &r->id);
    const struct span body = { own.p + 8, own.n - 8 - trailer };
    bool whole = record_fields_read(d->fields, body, r);
    if (p->hiperf && r->type == PERF_RECORD_MMAP2)
        r->mmap.prot &= 7; /* rwx; hiperf leaves the other bits uninitialised */
    if (trailer && r->id.has & PERF_SAMPLE_TIME && r->id.time != UINT64_MAX)
        r->when.time = r->id.time;
    if (d->mend)
        return d->mend(body, r, whole);
    return whole;
}

size_t record_own_size(const struct perfdata *p, struct span bytes)
{
    const struct rec_desc *d = record_desc_of(load_u32(bytes.p, p->capture.order));
    if (d)
        return own_bytes(p, d, bytes, p->capture.order).n;
    return bytes.n;
}

bool record_is_filled(const struct perfdata *p, const struct record *r)
{
    const struct rec_desc *d = record_desc_of(r->type);
    if (!d || !(d->flags & REC_KEPT))
        return false;
    const size_t trailer = trailer_size(r->id.has), own = record_own_size(p, r->bytes);
    const struct span body = { r->bytes.p + 8, own - 8 - trailer };
    const size_t fields = record_fields_extent(d->fields, body, r->order);
    return (8 + fields + 7) / 8 * 8 + trailer == own;
}

uint64_t record_time(const struct perfdata *p, struct span bytes)
{
    const enum byte_order order = p->capture.order;
    const struct rec_desc *d = record_desc_of(load_u32(bytes.p, order));
    struct sample_id id;
    struct record r;
    if (!d || (d->flags & (REC_KEPT | REC_TRAILER)) != (REC_KEPT | REC_TRAILER))
        return 0;
    const struct span own = own_bytes(p, d, bytes, order);
    const size_t trailer = trailer_read(p, own, order, &id);
    if (!trailer || !(id.has & PERF_SAMPLE_TIME) || id.time == UINT64_MAX)
        return 0;
    const bool plain =
        record_fields_have_fixed_size(d->fields, (struct span){ own.p + 8, own.n - 8 - trailer });
    if (plain || record_read(p, bytes, 0, 0, &r))
        return id.time;
    return 0;
}

void record_name(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    if (d)
        text_add(out, d->name);
    else
        text_printf(out, "UNKNOWN_%u", r->type);
}

void record_details(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    if (!d)
        record_fields_text(&rec_unknown, r, out);
    else if (d->fields)
        record_fields_text(d->fields, r, out);
}

/* Some records have only a name: FINISHED_ROUND, and COMPRESSED, whose records are shown one by one. */
void record_show(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    record_name(r, out);
    text_char(out, ' ', !d || d->fields);
    record_details(r, out);
}

void record_members(const struct record *r, const struct events *events, const struct value_sink *sink)
{
    const struct rec_desc *d = record_desc_of(r->type);
    bool known = d && d->fields && d->fields != &rec_unknown;
    if (known)
        record_fields_show(d->fields, r, events, sink);
    else if (r->bytes.n > 8)
        record_fields_show(&rec_unknown, r, events, sink);
}
