/* Reads the stored rows from bytes into struct record. This is hot for MMAP2 and COMM. */
#include "formats/perf/fields/record_fields.h"

#include <string.h>

/* The number in row `count` - 1. It has a fixed offset, and was checked to be inside the bytes. */
static uint64_t record_fields_read_counted(const struct rec_layout *l, const struct rec_field *f,
                                           struct span body, enum byte_order order)
{
    const struct rec_field *count = &l->rows[f->count - 1];
    return load_number((struct span){ body.p + count->at, count->width }, order);
}

/* Reads a field of variable length at the cursor. */
static void take_rest(const struct rec_layout *l, const struct rec_field *f, struct span body, struct cur *c,
                      void *to)
{
    uint64_t n = f->width;
    if (f->count && !c->bad)
        n = record_fields_read_counted(l, f, body, c->order);
    if (f->kind == REC_TEXT)
        *(const char **)to = cur_cstr(c);
    else if (f->kind == REC_COUNTERS)
        *(struct span *)to = cur_take(c, c->left);
    else if (f->kind == REC_BYTES)
        *(struct span *)to = cur_take(c, n);
    else if (n <= c->left / f->of->size)
        *(struct span *)to = cur_take(c, n * f->of->size);
    else
        *(struct span *)to = cur_take(c, UINT64_MAX); /* takes all remaining bytes */
}

/* Reads all rows. Stored numbers have fixed offsets; a field of variable length may follow another one.
   Returns the cursor after the last of these fields. */
static inline struct cur read_rows(const struct rec_layout *l, struct span body, struct record *r)
{
    struct cur c = cur_of(body, r->order);
    for (const struct rec_field *f = l->rows, *end = f + l->n; f < end; f++) {
        void *to = (uint8_t *)r + f->to;
        if (f->kind == REC_FLAG) {
            *(bool *)to = r->misc & f->mask;
        } else if (f->kind == REC_WORD || f->at == REC_NOWHERE) {
            continue;
        } else if (f->kind <= REC_TIME) {
            if (f->at + (size_t)f->width > body.n)
                c.bad = true;
            else if (f->to)
                rec_take(body.p + f->at, f->width, r->order, to);
        } else {
            if (f->at != REC_NEXT) {
                const bool bad = c.bad || f->at > body.n;
                const size_t at = bad ? body.n : f->at;
                c = (struct cur){ body.p + at, body.n - at, r->order, bad };
            }
            take_rest(l, f, body, &c, to);
        }
    }
    return c;
}

bool record_fields_read(const struct rec_layout *l, struct span body, struct record *r)
{
    return !read_rows(l, body, r).bad;
}

size_t record_fields_end(const struct rec_layout *l, struct span body, enum byte_order order)
{
    struct record unused = { .order = order };
    const struct cur c = read_rows(l, body, &unused);
    if (c.bad)
        return 0;
    return body.n - c.left;
}

size_t record_fields_extent(const struct rec_layout *l, struct span body, enum byte_order order)
{
    struct record unused = { .order = order };
    const struct cur c = read_rows(l, body, &unused);
    size_t extent = body.n - c.left;
    for (const struct rec_field *f = l->rows, *end = f + l->n; f < end; f++) {
        const bool is_number = f->kind <= REC_TIME && f->kind != REC_FLAG && f->at < REC_NOWHERE;
        if (is_number && f->at + (size_t)f->width > extent)
            extent = f->at + (size_t)f->width;
    }
    return c.bad ? 0 : extent;
}

bool record_fields_have_fixed_size(const struct rec_layout *l, struct span body)
{
    for (const struct rec_field *f = l->rows, *end = f + l->n; f < end; f++) {
        if (f->kind == REC_FLAG || f->kind == REC_WORD || f->at == REC_NOWHERE)
            continue;
        const bool is_number = f->kind <= REC_TIME, is_text = f->kind == REC_TEXT && f->at != REC_NEXT;
        if (!is_number && !is_text)
            return false;
        if (is_number && f->at + (size_t)f->width > body.n)
            return false;
        if (is_text && (f->at >= body.n || !memchr(body.p + f->at, 0, body.n - f->at)))
            return false;
    }
    return true;
}
