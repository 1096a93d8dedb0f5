/* Reads simpleperf's own records (record.h, record.cpp: Parse()), in pass 1. */
#include <inttypes.h>

#include "core/base/mem.h"
#include "formats/perf/file/file_simpleperf.h"

enum { HEADER = 8 };

/* Takes a u32 length, then that many bytes. False: there are no bytes, or they are incomplete. */
static bool simpleperf_records_counted(struct cur *c, struct span *s)
{
    *s = cur_take(c, cur_u32(c));
    return !c->bad && s->n;
}

/* ---- DSO and SYMBOL, records of 2016, converted to the struct of the feature FILE ---- */

/* Records of the first month had no min_vaddr. The path begins there instead, so the word is text or ends
   the record. */
static uint64_t take_min_vaddr(struct cur *c)
{
    bool is_text = c->left <= 8 || c->p[7];
    if (is_text)
        return 0;
    return cur_u64(c);
}

static void take_dso(struct perfdata *p, struct cur *c)
{
    struct simpleperf *s = &p->simpleperf;
    uint64_t kind = cur_u64(c), id = cur_u64(c), min_vaddr = take_min_vaddr(c);
    const char *path = cur_cstr(c);
    c->bad = c->bad || !*path;
    if (c->bad || kind >= SIMPLEPERF_KINDS || idmap_get(&s->dso_of, id))
        return;
    struct simpleperf_dso *d = MEM_ADD(s->dsos, s->ndsos, s->cap_dsos);
    *d = (struct simpleperf_dso){ .symbols = 0 };
    text_add_n(&d->entry, path, strlen(path) + 1);
    text_little_endian(&d->entry, kind, 4);
    text_little_endian(&d->entry, min_vaddr, 8);
    d->count_at = d->entry.n;
    text_little_endian(&d->entry, 0, 4);
    *idmap_find_or_add(&s->dso_of, id) = (uint32_t)s->ndsos;
}

static void take_symbol(struct perfdata *p, struct cur *c)
{
    struct simpleperf *s = &p->simpleperf;
    uint64_t vaddr = cur_u64(c), len = cur_u64(c), id = cur_u64(c);
    const char *name = cur_cstr(c);
    if (c->bad)
        return;
    uint32_t known = idmap_get(&s->dso_of, id);
    if (!known)
        return;
    if (len > UINT32_MAX)
        len = UINT32_MAX;
    struct simpleperf_dso *d = &s->dsos[known - 1];
    d->symbols++;
    text_little_endian(&d->entry, vaddr, 8);
    text_little_endian(&d->entry, len, 4);
    text_add_n(&d->entry, name, strlen(name) + 1);
}

void simpleperf_finish(struct perfdata *p)
{
    struct simpleperf *s = &p->simpleperf;
    for (size_t i = 0; i < s->ndsos; i++) {
        struct simpleperf_dso *d = &s->dsos[i];
        for (unsigned b = 0; b < 4; b++)
            d->entry.s[d->count_at + b] = (char)(d->symbols >> 8 * b);
        simpleperf_add(p, perfdata_copy_bytes(p, (struct span){ (const uint8_t *)d->entry.s, d->entry.n }),
                       SIMPLEPERF_STRUCT, 0);
        text_free(&d->entry);
    }
    s->ndsos = 0;
    if (s->split.n)
        /* UINT64_MAX: reported after all other problems */
        problem_add_at(&p->capture.problems, PROBLEM_TRUNCATED, s->split.n, UINT64_MAX,
                       "the records end inside a record that was split");
}

/* ---- other records ---- */

static void take_listing(struct perfdata *p, struct cur *c)
{
    struct span text;
    if (simpleperf_records_counted(c, &text) && !p->simpleperf.listing.n)
        p->simpleperf.listing = perfdata_copy_bytes(p, text);
}

static void take_tracing(struct perfdata *p, struct cur *c)
{
    struct span data;
    if (simpleperf_records_counted(c, &data) && !p->tracing.n)
        p->tracing = perfdata_copy_bytes(p, data);
}

/* Takes the ids of events that were opened after the recording had begun. */
static void take_event_ids(struct perfdata *p, struct cur *c)
{
    uint64_t n = cur_u64(c);
    for (uint64_t i = 0; i < n && c->left; i++) {
        uint64_t event = cur_u64(c), id = cur_u64(c);
        if (c->bad || event >= p->capture.events.n)
            c->bad = true;
        else
            event_add_id(&p->capture.events, (uint32_t)event, id);
    }
    c->bad = c->bad || c->left / 16;
}

static void simpleperf_records_take(struct perfdata *p, uint32_t type, struct span body, uint64_t at)
{
    static const struct {
        uint32_t type;
        void (*take)(struct perfdata *p, struct cur *c);
    } takers[] = {
        { SIMPLE_PERF_RECORD_KERNEL_SYMBOL, take_listing }, { SIMPLE_PERF_RECORD_DSO, take_dso },
        { SIMPLE_PERF_RECORD_SYMBOL, take_symbol },         { SIMPLE_PERF_RECORD_EVENT_ID, take_event_ids },
        { PERF_RECORD_HEADER_TRACING_DATA, take_tracing }, /* until its records had separate numbers */
        { SIMPLE_PERF_RECORD_TRACING_DATA, take_tracing },
    };
    struct cur c = cur_of(body, ORDER_LITTLE);
    for (size_t i = 0; i < COUNT(takers); i++)
        if (takers[i].type == type)
            takers[i].take(p, &c);
    if (c.bad)
        problem_add(&p->capture.problems, PROBLEM_BAD_RECORD, 1,
                    "type %" PRIu32 " at offset %" PRIu64 ": %zu bytes are too few for its fields", type, at,
                    body.n);
}

/* Takes a record that was split. Its size has 32 bits; the high bits are in the field `misc`. */
static void simpleperf_records_join(struct perfdata *p, uint64_t at)
{
    struct text *t = &p->simpleperf.split;
    const struct span whole = { (const uint8_t *)t->s, t->n };
    struct cur c = cur_of(whole, ORDER_LITTLE);
    uint32_t type = cur_u32(&c), high = cur_u16(&c), size = high << 16 | cur_u16(&c);
    if (c.bad || size < HEADER || size > whole.n || type == SIMPLE_PERF_RECORD_SPLIT)
        problem_add(&p->capture.problems, PROBLEM_BAD_RECORD, 1,
                    "a record that was split is incomplete at offset %" PRIu64
                    ": its parts have %zu bytes, expected %" PRIu32,
                    at, whole.n, size);
    else
        simpleperf_records_take(p, type, (struct span){ whole.p + HEADER, size - HEADER }, at);
    t->n = 0;
}

/* Whether a record is simpleperf's tracing data from the time when it had no record type for them. It used
   perf's type, with the data inside the record. */
static bool is_early_tracing(const struct perfdata *p, uint32_t type, struct span body)
{
    return type == PERF_RECORD_HEADER_TRACING_DATA && !p->capture.is_pipe && body.n > 4;
}

void simpleperf_apply(struct perfdata *p, const struct record *r)
{
    const struct span body = { r->bytes.p + HEADER, r->bytes.n - HEADER };
    if (r->type == SIMPLE_PERF_RECORD_SPLIT)
        text_add_n(&p->simpleperf.split, (const char *)body.p, body.n);
    else if (r->type == SIMPLE_PERF_RECORD_SPLIT_END)
        simpleperf_records_join(p, r->at);
    else if (r->type >= SIMPLE_PERF_RECORD_KERNEL_SYMBOL || is_early_tracing(p, r->type, body))
        simpleperf_records_take(p, r->type, body, r->at);
}
