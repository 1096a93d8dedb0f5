#include "core/profile/profile.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

void profile_init(struct profile *p, const struct key *const *keys, size_t nkeys, size_t nevents)
{
    *p = (struct profile){ .keys = keys, .nkeys = nkeys, .nevents = nevents };
    p->totals = mem_new(nevents, sizeof(*p->totals));
}

void profile_free(struct profile *p)
{
    free(p->rows);
    free(p->cells);
    free(p->weights);
    free((void *)p->texts);
    free(p->slots);
    free(p->totals);
    arena_free(&p->arena);
    *p = (struct profile){ 0 };
}

static uint64_t hash_of(const struct cell *cells, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++)
        h = hash_u64(h ^ (uintptr_t)cells[i].p ^ cells[i].n << 7 ^ (uint64_t)cells[i].tag << 40);
    return h;
}

static bool same(const struct cell *a, const struct cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].p != b[i].p || a[i].n != b[i].n || a[i].tag != b[i].tag)
            return false;
    return true;
}

static void rehash(struct profile *p)
{
    size_t size = p->slots ? (p->mask + 1) * 2 : 256;
    free(p->slots);
    p->slots = mem_new(size, sizeof(*p->slots));
    p->mask = size - 1;
    for (size_t i = 0; i < p->nrows; i++) {
        size_t at = p->rows[i].hash & p->mask;
        while (p->slots[at])
            at = (at + 1) & p->mask;
        p->slots[at] = (uint32_t)i + 1;
    }
}

static const struct when never = { UINT64_MAX, UINT64_MAX };

uint32_t profile_row(struct profile *p, const struct cell *cells)
{
    if (!p->slots || p->nrows * 2 >= p->mask)
        rehash(p);
    uint32_t h = (uint32_t)hash_of(cells, p->nkeys);
    size_t at = h & p->mask;
    for (; p->slots[at]; at = (at + 1) & p->mask) {
        uint32_t i = p->slots[at] - 1;
        if (p->rows[i].hash == h && same(&p->cells[i * p->nkeys], cells, p->nkeys))
            return i;
    }
    if (p->nrows == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->rows = mem_resize(p->rows, p->cap, sizeof(*p->rows));
        p->cells = mem_resize(p->cells, p->cap * p->nkeys, sizeof(*p->cells));
        p->weights = mem_resize(p->weights, p->cap * p->nevents, sizeof(*p->weights));
    }
    uint32_t row = (uint32_t)p->nrows++;
    p->rows[row] = (struct row){ .hash = h };
    if (p->nkeys)
        memcpy(&p->cells[row * p->nkeys], cells, p->nkeys * sizeof(*cells));
    for (size_t i = 0; i < p->nevents; i++)
        p->weights[row * p->nevents + i] = (struct weight){ .first = never };
    p->slots[at] = row + 1;
    return row;
}

static void add_weights(struct weight *to, const struct weight *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        to[i].samples += from[i].samples;
        to[i].period += from[i].period;
        to[i].children += from[i].children;
        if (when_before(from[i].first, to[i].first)) {
            to[i].first = from[i].first;
            to[i].tid = from[i].tid;
        }
    }
}

void profile_merge(struct profile *into, const struct profile *from)
{
    for (size_t i = 0; i < from->nrows; i++) {
        size_t row = profile_row(into, &from->cells[i * from->nkeys]);
        add_weights(&into->weights[row * into->nevents], &from->weights[i * from->nevents], into->nevents);
    }
    for (size_t i = 0; i < into->nevents; i++) {
        into->totals[i].samples += from->totals[i].samples;
        into->totals[i].period += from->totals[i].period;
        into->totals[i].hidden_samples += from->totals[i].hidden_samples;
        into->totals[i].hidden_period += from->totals[i].hidden_period;
    }
    problems_merge(&into->problems, &from->problems);
}

static int compare_keys(const struct profile *p, size_t a, size_t b)
{
    const struct cell *x = &p->cells[a * p->nkeys], *y = &p->cells[b * p->nkeys];
    const char *const *s = &p->texts[a * p->nkeys], *const *t = &p->texts[b * p->nkeys];
    for (size_t k = 0; k < p->nkeys; k++) {
        int r = p->keys[k]->compare(&x[k], s[k], &y[k], t[k]);
        if (r)
            return r;
    }
    return 0;
}

/* qsort() has no argument for its comparator, so rows to be sorted carry what it needs. */
struct sortable {
    const struct profile *p;
    uint32_t row;
    bool children;
    size_t first, n;
};

static struct when first_of(const struct profile *p, size_t row)
{
    struct when first = never;
    for (size_t i = 0; i < p->nevents; i++)
        if (when_before(p->weights[row * p->nevents + i].first, first))
            first = p->weights[row * p->nevents + i].first;
    return first;
}

static int by_keys(const void *a, const void *b)
{
    const struct sortable *x = a, *y = b;
    int r = compare_keys(x->p, x->row, y->row);
    if (r)
        return r;
    struct when s = first_of(x->p, x->row), t = first_of(y->p, y->row); /* the earliest one speaks for them */
    return when_before(s, t) ? -1 : when_before(t, s);
}

static void make_texts(struct profile *p, const struct key_context *kc)
{
    struct text text = { 0 };
    struct names texts = { 0 };
    p->texts = mem_new(p->nrows * p->nkeys, sizeof(*p->texts));
    for (size_t i = 0; i < p->nrows * p->nkeys; i++) {
        text.n = 0;
        text_add(&text, "");
        p->keys[i % p->nkeys]->show(&p->cells[i], kc, &text);
        p->texts[i] = names_intern(&texts, text.s);
    }
    text_free(&text);
    p->arena = texts.arena; /* the texts; the index over them is done with */
    texts.arena = (struct arena){ 0 };
    names_free(&texts);
}

/* A profile's rows in another order, those that compare equal joined. */
static void join_rows(struct profile *p, const struct sortable *order)
{
    struct profile to = *p;
    size_t keys = p->nkeys, events = p->nevents;
    to.nrows = 0;
    to.rows = mem_new(p->nrows, sizeof(*to.rows));
    to.cells = mem_new(p->nrows * keys, sizeof(*to.cells));
    to.texts = mem_new(p->nrows * keys, sizeof(*to.texts));
    to.weights = mem_new(p->nrows * events, sizeof(*to.weights));
    for (size_t i = 0; i < p->nrows; i++) {
        size_t row = order[i].row;
        if (!i || compare_keys(p, order[i - 1].row, row)) {
            size_t n = to.nrows++;
            for (size_t k = 0; k < keys; k++) {
                to.cells[n * keys + k] = p->cells[row * keys + k];
                to.texts[n * keys + k] = p->texts[row * keys + k];
            }
            for (size_t k = 0; k < events; k++)
                to.weights[n * events + k].first = never;
        }
        add_weights(&to.weights[(to.nrows - 1) * events], &p->weights[row * events], events);
    }
    free(p->rows);
    free(p->cells);
    free((void *)p->texts);
    free(p->weights);
    free(p->slots);
    to.slots = NULL;
    to.cap = p->nrows;
    *p = to;
}

void profile_finish(struct profile *p, const struct key_context *kc)
{
    struct sortable *order = mem_new(p->nrows, sizeof(*order));
    make_texts(p, kc);
    for (size_t i = 0; i < p->nrows; i++)
        order[i] = (struct sortable){ .p = p, .row = (uint32_t)i };
    if (p->nrows)
        qsort(order, p->nrows, sizeof(*order), by_keys);
    join_rows(p, order);
    free(order);
}

static int by_weight(const void *a, const void *b)
{
    const struct sortable *x = a, *y = b;
    const struct weight *v = &x->p->weights[x->row * x->p->nevents + x->first];
    const struct weight *w = &y->p->weights[y->row * y->p->nevents + y->first];
    for (size_t i = 0; x->children && i < x->n; i++)
        if (v[i].children != w[i].children)
            return v[i].children > w[i].children ? -1 : 1;
    for (size_t i = 0; i < x->n; i++)
        if (v[i].period != w[i].period)
            return v[i].period > w[i].period ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row); /* finished rows stand in the order of the keys */
}

size_t *profile_order(const struct profile *p, size_t first, size_t n, bool children, size_t *nrows)
{
    struct sortable *s = mem_new(p->nrows, sizeof(*s));
    size_t count = 0;
    for (size_t i = 0; i < p->nrows; i++) {
        const struct weight *w = &p->weights[i * p->nevents + first];
        bool any = false;
        for (size_t k = 0; k < n && !any; k++)
            any = w[k].samples || w[k].children;
        if (any)
            s[count++] = (struct sortable){ p, (uint32_t)i, children, first, n };
    }
    if (count)
        qsort(s, count, sizeof(*s), by_weight);
    size_t *order = mem_new(count, sizeof(*order));
    for (size_t i = 0; i < count; i++)
        order[i] = s[i].row;
    free(s);
    *nrows = count;
    return order;
}
