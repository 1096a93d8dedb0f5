/*
 * Records as they are read: the trailing sample_id is cut off before the fields are, so that these cannot run
 * into it. Which fields there are stands in record_table.c.
 */
#include "formats/perf/records/records.h"

#include "formats/perf/fields/record_fields.h"

/* The sample_id at the end of a record: those fields of sample_type that every record can carry, in ABI
   order. Returns its size; 0 when the events ask for none or the record is too short for one. */
static size_t trailer_read(const struct perfdata *p, struct span bytes, enum byte_order order,
                           struct sample_id *id)
{
    *id = (struct sample_id){ .pid = -1, .tid = -1, .cpu = UINT32_MAX };
    const struct events *es = &p->capture.events;
    if (!es->n || !attr_has(&es->v[0].attr, ATTR_SAMPLE_ID_ALL))
        return 0;
    uint64_t fields = es->v[0].attr.sample_type;
    if (fields & PERF_SAMPLE_IDENTIFIER && bytes.n >= 16) {
        const struct event *found = events_find(es, load_u64(bytes.p + bytes.n - 8, order));
        fields = found ? found->attr.sample_type : fields;
    }
    fields &= PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
              PERF_SAMPLE_IDENTIFIER;
    size_t n = 0;
    for (uint64_t left = fields; left; left &= left - 1)
        n += 8;
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
    size_t trailer = d->flags & REC_TRAILER ? trailer_read(p, bytes, order, &r->id) : 0;
    const struct span body = { bytes.p + 8, bytes.n - 8 - trailer };
    bool whole = record_fields_read(d->fields, body, r);
    if (trailer && r->id.has & PERF_SAMPLE_TIME && r->id.time != UINT64_MAX)
        r->when.time = r->id.time;
    return d->mend ? d->mend(body, r, whole) : whole;
}

uint64_t record_time(const struct perfdata *p, struct span bytes)
{
    const enum byte_order order = p->capture.order;
    const struct rec_desc *d = record_desc_of(load_u32(bytes.p, order));
    struct sample_id id;
    struct record r;
    if (!d || (d->flags & (REC_KEPT | REC_TRAILER)) != (REC_KEPT | REC_TRAILER))
        return 0;
    const size_t trailer = trailer_read(p, bytes, order, &id);
    if (!trailer || !(id.has & PERF_SAMPLE_TIME) || id.time == UINT64_MAX)
        return 0;
    const bool plain = record_fields_plain(d->fields, (struct span){ bytes.p + 8, bytes.n - 8 - trailer });
    return plain || record_read(p, bytes, 0, 0, &r) ? id.time : 0;
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
    if (!d || d->fields)
        record_fields_text(d ? d->fields : &rec_unknown, r, out);
}

/* FINISHED_ROUND is nothing but its name; what is in COMPRESSED is shown as it comes. */
void record_show(const struct record *r, struct text *out)
{
    const struct rec_desc *d = record_desc_of(r->type);
    record_name(r, out);
    text_char(out, ' ', !d || d->fields);
    record_details(r, out);
}

void record_members(const struct record *r, const struct events *events, const struct rec_sink *sink)
{
    const struct rec_desc *d = record_desc_of(r->type);
    bool known = d && d->fields && d->fields != &rec_unknown;
    if (known || r->bytes.n > 8)
        record_fields_show(known ? d->fields : &rec_unknown, r, events, sink);
}
