/*
 * Cells are compared as texts once for each that differs; rows are then compared by ranks, small numbers side
 * by side in memory: a capture without symbols has a row per address, and sorting those by their texts would
 * cost more than counting the samples.
 */
#include "core/profile/table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/order.h"

/* The different cells of one key, found by content. */
struct distinct {
    struct cell *v;
    size_t n, cap;
    uint32_t *slots;
    size_t mask;
};

static size_t slot_of(const struct distinct *d, const struct cell *c)
{
    size_t at = hash_u64(c->v ^ (uint64_t)c->tag << 40) & d->mask;
    while (d->slots[at] && (d->v[d->slots[at] - 1].v != c->v || d->v[d->slots[at] - 1].tag != c->tag))
        at = (at + 1) & d->mask;
    return at;
}

static uint32_t distinct_id(struct distinct *d, const struct cell *c)
{
    if (!d->slots || d->n * 2 >= d->mask) {
        d->mask = d->slots ? d->mask * 2 + 1 : 255;
        free(d->slots);
        d->slots = mem_new(d->mask + 1, sizeof(*d->slots));
        for (size_t i = 0; i < d->n; i++)
            d->slots[slot_of(d, &d->v[i])] = (uint32_t)i + 1;
    }
    size_t at = slot_of(d, c);
    if (!d->slots[at]) {
        d->v = mem_room(d->v, d->n, &d->cap, sizeof(*d->v));
        d->v[d->n++] = *c;
        d->slots[at] = (uint32_t)d->n;
    }
    return d->slots[at] - 1;
}

struct ranking {
    const struct key *key;
    const struct cell *cells;
    const char **texts;
};

static int by_key(const void *a, const void *b, const void *arg)
{
    const struct ranking *r = arg;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return r->key->compare(&r->cells[x], r->texts[x], &r->cells[y], r->texts[y]);
}

static void make_column(struct table *t, size_t k, const struct key_context *kc)
{
    const struct profile *p = t->profile;
    struct distinct d = { 0 };
    struct text text = { 0 };
    for (size_t i = 0; i < p->nrows; i++)
        t->values[i * p->nkeys + k] = distinct_id(&d, &row_at(p, (uint32_t)i)->cells[k]);
    struct column *c = &t->columns[k];
    c->texts = mem_new(d.n, sizeof(*c->texts));
    c->widths = mem_new(d.n, sizeof(*c->widths));
    c->ranks = mem_new(d.n, sizeof(*c->ranks));
    uint32_t *order = mem_new(d.n, sizeof(*order));
    for (size_t i = 0; i < d.n; i++) {
        order[i] = (uint32_t)i;
        if (p->keys[k]->bare && p->keys[k]->bare(&d.v[i], kc))
            continue;
        text.n = 0;
        text_add(&text, "");
        p->keys[k]->show(&d.v[i], kc, &text);
        c->texts[i] = arena_text(&t->arena, text.s, text.n);
        c->widths[i] = text.n < UINT32_MAX ? (uint32_t)text.n : UINT32_MAX;
    }
    struct ranking r = { p->keys[k], d.v, c->texts };
    order_by(order, d.n, sizeof(*order), by_key, &r);
    for (size_t i = 1; i < d.n; i++)
        c->ranks[order[i]] = c->ranks[order[i - 1]] + (by_key(&order[i - 1], &order[i], &r) != 0);
    free(order);
    free(d.v);
    free(d.slots);
    text_free(&text);
}

static uint32_t rank_of(const struct table *t, size_t row, size_t k)
{
    return t->columns[k].ranks[t->values[row * t->profile->nkeys + k]];
}

static bool reads_the_same(const struct table *t, size_t a, size_t b)
{
    for (size_t k = 0; k < t->profile->nkeys; k++)
        if (rank_of(t, a, k) != rank_of(t, b, k))
            return false;
    return true;
}

/* Which of two rows that read the same was there first. One sample may have counted in both: then the lower
 * tag decides, for the order of rows depends on how many workers there were. */
static bool is_earlier(const struct table *t, const struct row *a, const struct row *b)
{
    if (when_before(a->first, b->first) || when_before(b->first, a->first))
        return when_before(a->first, b->first);
    for (size_t k = 0; k < t->profile->nkeys; k++)
        if (a->cells[k].tag != b->cells[k].tag)
            return a->cells[k].tag < b->cells[k].tag;
    return false;
}

/* Rows in the order of the keys, events last; of those that read the same for one event the earliest, with
   the weight of all. */
static void order_rows(struct table *t)
{
    const struct profile *p = t->profile;
    struct numbered *v = mem_new(p->nrows, sizeof(*v));
    for (uint32_t i = 0; i < p->nrows; i++)
        v[i] = (struct numbered){ row_at(p, i)->event, i };
    order_by_number(v, p->nrows);
    for (size_t k = p->nkeys; k--;) {
        for (size_t i = 0; i < p->nrows; i++)
            v[i].by = rank_of(t, v[i].at, k);
        order_by_number(v, p->nrows);
    }
    t->rows = mem_new(p->nrows, sizeof(*t->rows));
    t->joined = mem_new(p->nrows, sizeof(*t->joined));
    for (size_t i = 0; i < p->nrows; i++) {
        uint32_t one = v[i].at, *last = t->nrows ? &t->rows[t->nrows - 1] : NULL;
        if (!last || row_at(p, *last)->event != row_at(p, one)->event || !reads_the_same(t, *last, one)) {
            t->rows[t->nrows++] = one;
            t->joined[one] = (uint32_t)t->nrows - 1;
            continue;
        }
        bool earlier = is_earlier(t, row_at(p, one), row_at(p, *last));
        uint32_t other = earlier ? *last : one;
        *last = earlier ? one : *last;
        row_add(row_at(p, *last), row_at(p, other));
        t->joined[one] = (uint32_t)t->nrows - 1;
    }
    for (size_t i = 0; i < p->nrows; i++)
        t->joined[i] = t->rows[t->joined[i]];
    free(v);
}

void table_init(struct table *t, struct profile *p, const struct key_context *kc)
{
    *t = (struct table){ .profile = p, .kc = kc };
    free(p->slots);
    p->slots = NULL;
    t->values = mem_new(p->nrows * p->nkeys, sizeof(*t->values));
    for (size_t k = 0; k < p->nkeys; k++)
        make_column(t, k, kc);
    order_rows(t);
}

void table_free(struct table *t)
{
    free(t->values);
    free(t->rows);
    free(t->joined);
    for (size_t k = 0; k < KEYS_MAX; k++) {
        free((void *)t->columns[k].texts);
        free(t->columns[k].widths);
        free(t->columns[k].ranks);
    }
    arena_free(&t->arena);
    *t = (struct table){ 0 };
}

const char *table_text(const struct table *t, uint32_t row, size_t key, struct text *scratch)
{
    const char *text = t->columns[key].texts[t->values[row * t->profile->nkeys + key]];
    if (text)
        return text;
    scratch->n = 0;
    t->profile->keys[key]->show(&row_at(t->profile, row)->cells[key], t->kc, scratch);
    return scratch->s;
}

size_t table_width(const struct table *t, uint32_t first, uint32_t n, size_t key)
{
    const struct profile *p = t->profile;
    size_t widest = 0;
    for (uint32_t i = 0; i < p->nrows; i++) {
        uint32_t value = t->values[i * p->nkeys + key];
        if (row_at(p, i)->event - first >= n)
            continue;
        size_t width = t->columns[key].widths[value];
        if (!t->columns[key].texts[value])
            width = p->keys[key]->bare(&row_at(p, i)->cells[key], t->kc);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Sort lines of n rows: by the numbers from the least to the most important one, each largest first. */
static void order_lines(const struct table *t, uint32_t *lines, size_t nlines, uint32_t n, bool children)
{
    struct numbered *v = mem_new(nlines, sizeof(*v));
    uint32_t *from = mem_new(nlines * n, sizeof(*from));
    for (size_t i = 0; i < nlines; i++)
        v[i].at = (uint32_t)i;
    for (uint32_t pass = children ? 2 * n : n; nlines && pass--;) { /* children of all come before periods */
        uint32_t member = pass % n;
        bool of_children = children && pass < n;
        for (size_t i = 0; i < nlines; i++) {
            uint32_t row = lines[(size_t)v[i].at * n + member];
            const struct row *r = row == NO_ROW ? NULL : row_at(t->profile, row);
            v[i].by = ~(!r ? 0 : of_children ? r->children : r->period);
        }
        order_by_number(v, nlines);
    }
    if (nlines)
        memcpy(from, lines, nlines * n * sizeof(*lines));
    for (size_t i = 0; i < nlines; i++)
        memcpy(&lines[i * n], &from[(size_t)v[i].at * n], n * sizeof(*lines));
    free(from);
    free(v);
}

struct lines_by {
    const struct profile *p;
    const struct line_order *o;
};

/* Of two lines that the same samples lead through, perf shows the outer one first. */
static int by_depth(const void *a, const void *b, const void *arg)
{
    const struct lines_by *by = arg;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct row *r = row_at(by->p, x), *q = row_at(by->p, y);
    int shallow_first = (by->o->depths[x] > by->o->depths[y]) - (by->o->depths[x] < by->o->depths[y]);
    if (r->tid == q->tid && shallow_first)
        return by->o->shallow_first ? shallow_first : -shallow_first;
    return (r->period < q->period) - (r->period > q->period);
}

/* Lines of one event, in their order but for what their depths say. */
static void order_by_depth(const struct table *t, const struct line_order *o, uint32_t *lines, size_t n)
{
    struct lines_by by = { t->profile, o };
    for (size_t i = 0, end; i < n; i = end) {
        uint64_t children = row_at(t->profile, lines[i])->children;
        for (end = i + 1; end < n && row_at(t->profile, lines[end])->children == children;)
            end++;
        if (end - i > 1)
            order_by(lines + i, end - i, sizeof(*lines), by_depth, &by);
    }
}

uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, const struct line_order *o,
                      size_t *nlines)
{
    uint32_t *lines = NULL, last = NO_ROW;
    size_t count = 0, cap = 0;
    for (size_t i = 0; i < t->nrows; i++) {
        uint32_t row = t->rows[i], member = row_at(t->profile, row)->event - first;
        if (member >= n)
            continue;
        if (n == 1 || last == NO_ROW || !reads_the_same(t, last, row)) {
            lines = mem_room(lines, count, &cap, n * sizeof(*lines));
            memset(&lines[count++ * n], 0xff, n * sizeof(*lines));
        }
        lines[(count - 1) * n + member] = last = row;
    }
    order_lines(t, lines, count, n, o->children);
    if (o->children && o->depths && n == 1)
        order_by_depth(t, o, lines, count);
    *nlines = count;
    return lines;
}
