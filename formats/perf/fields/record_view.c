#include "formats/perf/fields/record_fields.h"

#include <assert.h>

#include "formats/perf/fields/attr.h"

/* ---- one value ---- */

static const void *member(const struct view *w, const struct rec_field *f)
{
    return (const uint8_t *)w->base + f->to;
}

static bool is_kept(const struct view *w, const struct rec_field *f)
{
    return f->to && !w->strict;
}

/* The value of the row to which `count` refers; 0: it refers to no row. */
static uint64_t counted_by(const struct view *w, const struct rec_field *f)
{
    if (f->count)
        return w->v[f->count - 1].number;
    return 0;
}

/* Takes entries of equal size. Sets `bad` if there are fewer than the record says. */
static struct span take_entries(struct view *w, const struct rec_field *f, struct cur *c)
{
    const size_t size = f->of->size;
    const uint64_t fit = c->left / size;
    uint64_t n = fit;
    if (f->count)
        n = counted_by(w, f);
    if (f->to) {
        struct span kept = *(const struct span *)member(w, f);
        c->bad = c->bad || n > kept.n / size;
        return kept;
    }
    if (n > fit) {
        c->bad = true;
        n = fit;
    }
    return cur_take(c, n * size);
}

/* Takes entries of different sizes. Each is read to find its end. */
static struct span take_uneven(struct view *w, const struct rec_field *f, struct cur *c)
{
    uint64_t n = UINT64_MAX;
    if (f->count)
        n = counted_by(w, f);
    struct span all = { c->p, c->left };
    for (uint64_t i = 0; i < n && !c->bad && (f->count || c->left); i++) {
        struct view e;
        record_view_nested(&e, w, f->of, (struct span){ c->p, c->left }, i);
        cur_take(c, e.used);
        c->bad = e.bad;
    }
    return (struct span){ all.p, all.n - c->left };
}

static void take_attr(struct view *w, struct cur *c)
{
    struct span bytes = cur_take(c, attr_stated_size(c));
    w->attr = (struct attr){ 0 };
    c->bad = !attr_read(bytes, c->order, &w->attr, NULL);
    if (c->bad)
        w->attr.size = 0;
    else if (bytes.n < UINT32_MAX)
        w->attr.size = (uint32_t)bytes.n;
    else
        w->attr.size = UINT32_MAX;
}

static uint64_t record_view_number_of(const struct view *w, const struct rec_field *f, struct cur *c)
{
    unsigned unused = 64 - 8u * f->width;
    uint64_t v;
    if (f->kind == REC_FLAG && !f->width)
        return (w->misc & f->mask) != 0;
    if (is_kept(w, f) || f->at == REC_NOWHERE)
        v = rec_number(member(w, f), f->width);
    else
        v = load_number(cur_take(c, f->width), c->order);
    if (f->kind == REC_SIGNED)
        return (uint64_t)((int64_t)(v << unused) >> unused);
    return v;
}

static struct view_value record_view_value_of(struct view *w, const struct rec_field *f, struct cur *c)
{
    struct view_value v = { 0 };
    switch ((enum rec_value)f->kind) {
    case REC_SIZE:
        v.number = c->left;
        break;
    case REC_WORD:
        if (f->width)
            v.number = load_number(cur_take(c, f->width), c->order);
        else
            v.number = w->index;
        v.word = f->word(v.number);
        break;
    case REC_TEXT:
        if (f->to) {
            v.bytes.p = *(const uint8_t *const *)member(w, f);
            if (v.bytes.p)
                v.bytes.n = strlen((const char *)v.bytes.p);
            else
                v.bytes.n = 0;
            break;
        }
        v.bytes = span_text((struct span){ c->p, c->left });
        cur_take(c, v.bytes.n + 1); /* including the NUL, which must be there */
        break;
    case REC_TEXT_END:
        if (f->width < c->left)
            v.bytes = span_text(cur_take(c, f->width));
        else
            v.bytes = span_text(cur_take(c, c->left));
        break;
    case REC_STRING:
        v.bytes = span_text(cur_take(c, cur_u32(c)));
        break;
    case REC_BYTES:
    case REC_COUNTERS:
        if (f->to)
            v.bytes = *(const struct span *)member(w, f);
        else if (f->width)
            v.bytes = cur_take(c, f->width);
        else
            v.bytes = cur_take(c, c->left);
        break;
    case REC_BUILD_ID:
        v.bytes.p = ((const struct build_id *)member(w, f))->bytes;
        v.bytes.n = ((const struct build_id *)member(w, f))->n;
        break;
    case REC_ATTR:
        take_attr(w, c);
        break;
    case REC_LIST:
        if (f->of->size) {
            v.bytes = take_entries(w, f, c);
        } else {
            v.bytes = take_uneven(w, f, c);
            v.number = counted_by(w, f);
        }
        break;
    case REC_PART:
        if (c->left >= f->least)
            v.bytes = (struct span){ c->p, c->left };
        v.number = counted_by(w, f);
        break;
    case REC_VERSION:
        v.number = load_number(cur_take(c, f->width), c->order);
        if (v.number != f->mask)
            cur_take(c, UINT64_MAX); /* nothing after it can be read */
        break;
    default:
        v.number = record_view_number_of(w, f, c);
    }
    return v;
}

/* ---- all values ---- */

static void record_view_look(struct view *w)
{
    struct cur c = cur_of(w->body, w->order);
    for (size_t i = 0; i < w->l->n; i++) {
        const struct rec_field *f = &w->l->rows[i];
        if (!f->to && f->at < REC_NOWHERE) {
            const bool bad = c.bad || f->at > w->body.n;
            size_t at = f->at;
            if (bad)
                at = w->body.n;
            c = (struct cur){ w->body.p + at, w->body.n - at, w->order, bad };
        }
        w->v[i] = record_view_value_of(w, f, &c);
        w->v[i].missing = c.bad;
    }
    w->bad = c.bad;
    w->used = w->body.n - c.left;
}

static void record_view_begin(struct view *w, const struct rec_layout *l, const void *base,
                              enum byte_order order)
{
    w->l = l;
    w->up = NULL;
    w->base = base;
    w->misc = 0;
    w->order = order;
    w->index = 0;
    w->body = (struct span){ NULL, 0 };
    w->events = NULL;
    w->bad = w->is_struct = w->strict = false;
}

void record_view(struct view *w, const struct rec_layout *l, const struct record *r)
{
    record_view_begin(w, l, r, r->order);
    w->misc = r->misc;
    w->body = (struct span){ r->bytes.p + 8, r->bytes.n - 8 };
    record_view_look(w);
}

void record_view_struct(struct view *w, const struct rec_layout *l, const void *base, enum byte_order order)
{
    record_view_begin(w, l, base, order);
    w->is_struct = true;
}

void record_view_bytes(struct view *w, const struct rec_layout *l, struct span body, enum byte_order order)
{
    record_view_begin(w, l, NULL, order);
    w->strict = true;
    w->body = body;
    record_view_look(w);
}

void record_view_nested(struct view *w, struct view *up, const struct rec_layout *l, struct span body,
                        uint64_t index)
{
    record_view_begin(w, l, up->base, up->order);
    w->up = up;
    w->misc = up->misc;
    w->strict = up->strict;
    w->body = body;
    w->index = index;
    record_view_look(w);
}

const struct view_value *record_view_value(struct view *w, size_t i)
{
    assert(i < w->l->n);
    struct cur none = cur_of((struct span){ NULL, 0 }, w->order);
    if (w->is_struct)
        w->v[i] = record_view_value_of(w, &w->l->rows[i], &none);
    return &w->v[i];
}

const struct rec_layout *record_view_part_layout(const struct rec_field *f, uint64_t number)
{
    const struct rec_part *p = f->parts;
    while (p->is != REC_ELSE && (uint64_t)p->is != number)
        p++;
    return p->layout;
}
