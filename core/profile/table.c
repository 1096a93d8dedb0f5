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

/* Rows found by what they read, whatever their event unless `event` asks for one. */
struct lookup {
    uint32_t *slots; /* row + 1 */
    size_t mask;
};

static struct lookup lookup_for(size_t n)
{
    struct lookup l = { .mask = 255 };
    while (l.mask < n * 2)
        l.mask = l.mask * 2 + 1;
    l.slots = mem_new(l.mask + 1, sizeof(*l.slots));
    return l;
}

/* The slot of a row's like: one that reads the same (and, if asked, counts the same event), or a free one. */
static uint32_t *lookup_at(const struct lookup *l, const struct table *t, uint32_t row, bool same_event)
{
    uint64_t h = same_event ? row_at(t->profile, row)->event : 0;
    for (size_t k = 0; k < t->profile->nkeys; k++)
        h = hash_u64(h << 32 ^ h >> 32 ^ rank_of(t, row, k));
    size_t at = h & l->mask;
    while (l->slots[at] &&
           !(reads_the_same(t, l->slots[at] - 1, row) &&
             (!same_event || row_at(t->profile, l->slots[at] - 1)->event == row_at(t->profile, row)->event)))
        at = (at + 1) & l->mask;
    return &l->slots[at];
}

/* Rows move down over those that were joined to others. */
static void join_rows(struct table *t)
{
    struct profile *p = t->profile;
    struct lookup l = lookup_for(p->nrows);
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->nrows; i++) {
        uint32_t *values = &t->values[i * p->nkeys], *slot = lookup_at(&l, t, i, true);
        uint32_t to = *slot ? *slot - 1 : n++;
        if (!*slot || when_before(row_at(p, i)->first, row_at(p, to)->first)) {
            memmove(&t->values[to * p->nkeys], values, p->nkeys * sizeof(*values));
            memmove(row_at(p, to)->cells, row_at(p, i)->cells, p->nkeys * sizeof(struct cell));
        }
        if (*slot)
            row_add(row_at(p, to), row_at(p, i));
        else
            memmove(row_at(p, to), row_at(p, i), p->stride);
        *slot = to + 1;
    }
    p->nrows = n;
    free(l.slots);
}

void table_init(struct table *t, struct profile *p, const struct key_context *kc)
{
    *t = (struct table){ .profile = p, .kc = kc };
    free(p->slots);
    p->slots = NULL;
    t->values = mem_new(p->nrows * p->nkeys, sizeof(*t->values));
    for (size_t k = 0; k < p->nkeys; k++)
        make_column(t, k, kc);
    join_rows(t);
}

void table_free(struct table *t)
{
    free(t->values);
    for (size_t k = 0; k < KEYS_MAX; k++) {
        free((void *)t->columns[k].texts);
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

size_t table_width(const struct table *t, uint32_t row, size_t key)
{
    const char *text = t->columns[key].texts[t->values[row * t->profile->nkeys + key]];
    return text ? strlen(text) : t->profile->keys[key]->bare(&row_at(t->profile, row)->cells[key], t->kc);
}

struct lines {
    const struct table *t;
    uint32_t n;
    bool children;
};

static int by_weight(const void *a, const void *b, const void *arg)
{
    const struct lines *l = arg;
    const uint32_t *x = a, *y = b;
    for (int pass = !l->children; pass < 2; pass++) /* children first, then the rows' own */
        for (uint32_t i = 0; i < l->n; i++) {
            const struct row *r = x[i] == NO_ROW ? NULL : row_at(l->t->profile, x[i]);
            const struct row *s = y[i] == NO_ROW ? NULL : row_at(l->t->profile, y[i]);
            uint64_t v = !r ? 0 : pass ? r->period : r->children, w = !s ? 0 : pass ? s->period : s->children;
            if (v != w)
                return v > w ? -1 : 1;
        }
    uint32_t row = NO_ROW, other = NO_ROW; /* any of a line's rows tells its keys */
    for (uint32_t i = 0; i < l->n; i++) {
        row = x[i] == NO_ROW ? row : x[i];
        other = y[i] == NO_ROW ? other : y[i];
    }
    for (size_t k = 0; k < l->t->profile->nkeys; k++) {
        uint32_t v = rank_of(l->t, row, k), w = rank_of(l->t, other, k);
        if (v != w)
            return v < w ? -1 : 1;
    }
    return 0;
}

uint32_t *table_lines(const struct table *t, uint32_t first, uint32_t n, bool children, size_t *nlines)
{
    struct lookup l = lookup_for(n > 1 ? t->profile->nrows : 0);
    uint32_t *line_of = n > 1 ? mem_new(t->profile->nrows, sizeof(*line_of)) : NULL;
    uint32_t *lines = NULL;
    size_t count = 0, cap = 0;
    for (uint32_t i = 0; i < t->profile->nrows; i++) {
        uint32_t member = row_at(t->profile, i)->event - first;
        if (member >= n)
            continue;
        uint32_t *slot = n > 1 ? lookup_at(&l, t, i, false) : NULL;
        size_t line = slot && *slot ? line_of[*slot - 1] : count;
        if (line == count) {
            lines = mem_room(lines, count, &cap, n * sizeof(*lines));
            memset(&lines[count++ * n], 0xff, n * sizeof(*lines));
        }
        if (slot && !*slot) {
            *slot = i + 1;
            line_of[i] = (uint32_t)line;
        }
        lines[line * n + member] = i;
    }
    free(l.slots);
    free(line_of);
    struct lines sorting = { t, n, children };
    if (count)
        order_by(lines, count, n * sizeof(*lines), by_weight, &sorting);
    *nlines = count;
    return lines;
}
