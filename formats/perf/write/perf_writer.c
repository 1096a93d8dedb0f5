#include "formats/perf/write/perf_writer.h"

#include "formats/perf/fields/attr.h"
#include "formats/perf/write/put.h"
#include "formats/perf/write/record_write.h"

enum { FILE_HEADER = 104, PIPE_HEADER = 16, HEADER_DATA_SIZE = 48, HEADER_FEATURES = 72, EVENT_TYPE = 72 };

static bool add_text(struct perf_writer *w, const struct text *t, struct err *e)
{
    return output_add(w->out, t->s, t->n, e);
}

static void put_magic(struct text *t, enum byte_order order, uint64_t size)
{
    if (order == ORDER_LITTLE)
        text_add(t, "PERFILE2");
    else
        text_add(t, "2ELIFREP");
    put_number(t, size, 8, order);
}

/* The size of an attr in the file: that of the recorder's perf_event_attr, as far as it is known. */
static uint64_t attr_size_of(const struct perfdata *p)
{
    if (p->attr_size - 16 < ATTR_KNOWN)
        return p->attr_size - 16;
    return ATTR_KNOWN;
}

static void put_extent(struct text *t, uint64_t at, uint64_t size, enum byte_order order)
{
    put_number(t, at, 8, order);
    put_number(t, size, 8, order);
}

/* Names of events by their config, which old captures have in a section of its own. */
static void put_event_types(const struct perfdata *p, struct text *t)
{
    for (size_t i = 0; i < p->nevent_types; i++) {
        const size_t begin = t->n, name = strlen(p->event_types[i].name);
        put_number(t, p->event_types[i].config, 8, p->capture.order);
        text_add_n(t, p->event_types[i].name, name < 63 ? name : 63);
        text_char(t, 0, EVENT_TYPE - (t->n - begin));
    }
}

/* The ids of an event, each once: records of simpleperf repeat those of the header. */
static void put_event_ids(const struct event *ev, struct text *t, enum byte_order order)
{
    struct idmap seen = { .slots = NULL };
    for (size_t i = 0; i < ev->nids; i++) {
        const size_t before = seen.n;
        idmap_number_key(&seen, ev->ids[i]);
        if (seen.n > before)
            put_number(t, ev->ids[i], 8, order);
    }
    idmap_free(&seen);
}

bool perf_writer_begin(struct perf_writer *w, struct output *out, const struct perfdata *p,
                       const struct attr *attrs, struct err *e)
{
    const struct events *es = &p->capture.events;
    const enum byte_order order = p->capture.order;
    struct text head = { 0 }, ids = { 0 }, table = { 0 }, types = { 0 };
    *w = (struct perf_writer){ .out = out, .order = order, .word = 8, .pipe = p->capture.is_pipe };
    if (order == ORDER_BIG && p->capture.bits == 32)
        w->word = 4;
    put_magic(&head, order, w->pipe ? PIPE_HEADER : FILE_HEADER);
    if (!w->pipe) {
        const uint64_t size = attr_size_of(p);
        for (uint32_t i = 0; i < es->n; i++) {
            const size_t at = ids.n;
            put_event_ids(&es->v[i], &ids, order);
            record_write_attr(&attrs[i], (size_t)size, order, &table);
            put_extent(&table, FILE_HEADER + at, ids.n - at, order);
        }
        put_event_types(p, &types);
        w->data_at = FILE_HEADER + ids.n + table.n + types.n;
        put_number(&head, size + 16, 8, order);
        put_extent(&head, FILE_HEADER + ids.n, table.n, order);
        put_extent(&head, w->data_at, 0, order);
        put_extent(&head, types.n ? FILE_HEADER + ids.n + table.n : 0, types.n, order);
        text_char(&head, 0, PERF_FEATURES / 8);
    }
    const bool ok = add_text(w, &head, e) && (w->pipe || (add_text(w, &ids, e) && add_text(w, &table, e) &&
                                                          (!types.n || add_text(w, &types, e))));
    text_free(&head);
    text_free(&ids);
    text_free(&table);
    text_free(&types);
    return ok;
}

bool perf_writer_add(struct perf_writer *w, struct span records, struct err *e)
{
    return !records.n || output_add(w->out, records.p, records.n, e);
}

/* The bit of a feature in a bitmap that is an array of the recorder's words. */
static void set_feature_bit(uint8_t *bitmap, unsigned bit, unsigned word, enum byte_order order)
{
    unsigned byte = bit / 8;
    if (order == ORDER_BIG)
        byte = byte / word * word + (word - 1 - byte % word);
    bitmap[byte] |= (uint8_t)(1U << bit % 8);
}

bool perf_writer_end(struct perf_writer *w, const struct perf_writer_feature *features, struct err *e)
{
    uint8_t bitmap[PERF_FEATURES / 8] = { 0 }, size[8];
    struct text table = { 0 };
    uint64_t n = 0;
    if (w->pipe)
        return true;
    put_store(size, w->out->size - w->data_at, 8, w->order);
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        n += features[bit].present;
    uint64_t at = w->out->size + 16 * n;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        if (!features[bit].present)
            continue;
        set_feature_bit(bitmap, bit, w->word, w->order);
        put_extent(&table, at, features[bit].bytes.n, w->order);
        at += features[bit].bytes.n;
    }
    bool ok = !n || add_text(w, &table, e);
    for (unsigned bit = 0; ok && bit < PERF_FEATURES; bit++)
        if (features[bit].present)
            ok = perf_writer_add(w, features[bit].bytes, e);
    text_free(&table);
    return ok && output_patch(w->out, HEADER_DATA_SIZE, size, sizeof(size), e) &&
           output_patch(w->out, HEADER_FEATURES, bitmap, sizeof(bitmap), e);
}
