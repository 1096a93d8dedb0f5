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
    free(p->weights);
    free(p->slots);
    free(p->totals);
    arena_free(&p->arena);
    *p = (struct profile){ 0 };
}

static uint64_t hash_of(const struct cell *cells, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++)
        h = hash_u64(h ^ (uintptr_t)cells[i].p ^ cells[i].n << 7);
    return h;
}

static bool same(const struct cell *a, const struct cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].p != b[i].p || a[i].n != b[i].n)
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

static void see(struct row *r, const struct cell *cells, size_t n, struct when when)
{
    if (!when_before(when, r->first))
        return;
    memcpy(r->cells, cells, n * sizeof(*cells));
    r->first = when;
}

size_t profile_row(struct profile *p, const struct cell *cells, struct when when)
{
    if (!p->slots || p->nrows * 2 >= p->mask)
        rehash(p);
    uint64_t h = hash_of(cells, p->nkeys);
    size_t at = h & p->mask;
    for (; p->slots[at]; at = (at + 1) & p->mask) {
        struct row *r = &p->rows[p->slots[at] - 1];
        if (r->hash == h && same(r->cells, cells, p->nkeys)) {
            see(r, cells, p->nkeys, when);
            return p->slots[at] - 1;
        }
    }
    if (p->nrows == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->rows = mem_resize(p->rows, p->cap, sizeof(*p->rows));
        p->weights = mem_resize(p->weights, p->cap * p->nevents, sizeof(*p->weights));
    }
    struct row *r = &p->rows[p->nrows];
    *r = (struct row){ .hash = h, .first = never };
    see(r, cells, p->nkeys, when);
    for (size_t i = 0; i < p->nevents; i++)
        p->weights[p->nrows * p->nevents + i] = (struct weight){ .first = never };
    p->slots[at] = (uint32_t)++p->nrows;
    return p->nrows - 1;
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
        const struct row *r = &from->rows[i];
        size_t row = profile_row(into, r->cells, r->first);
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
    const struct row *x = &p->rows[a], *y = &p->rows[b];
    for (size_t k = 0; k < p->nkeys; k++) {
        int r = p->keys[k]->compare(&x->cells[k], x->texts[k], &y->cells[k], y->texts[k]);
        if (r)
            return r;
    }
    return 0;
}

/* qsort() has no argument for its comparator, so rows to be sorted carry what it needs. */
struct sortable {
    const struct profile *p;
    size_t row, first, n;
    bool children;
};

static int by_keys(const void *a, const void *b)
{
    const struct sortable *x = a, *y = b;
    int r = compare_keys(x->p, x->row, y->row);
    if (r)
        return r;
    struct when s = x->p->rows[x->row].first, t = y->p->rows[y->row].first; /* the earliest one speaks for them */
    return when_before(s, t) ? -1 : when_before(t, s);
}

void profile_finish(struct profile *p, const struct key_context *kc)
{
    struct text text = { 0 };
    struct names texts = { 0 };
    struct sortable *s = mem_new(p->nrows, sizeof(*s));
    for (size_t i = 0; i < p->nrows; i++) {
        s[i] = (struct sortable){ .p = p, .row = i };
        for (size_t k = 0; k < p->nkeys; k++) {
            text.n = 0;
            text_add(&text, "");
            p->keys[k]->show(&p->rows[i].cells[k], kc, &text);
            p->rows[i].texts[k] = names_intern(&texts, text.s);
        }
    }
    if (p->nrows)
        qsort(s, p->nrows, sizeof(*s), by_keys);
    size_t n = 0; /* of the joined rows, in the order of the keys */
    struct row *rows = mem_new(p->nrows, sizeof(*rows));
    struct weight *weights = mem_new(p->nrows * p->nevents, sizeof(*weights));
    for (size_t i = 0; i < p->nrows; i++) {
        if (!i || compare_keys(p, s[i - 1].row, s[i].row)) {
            for (size_t k = 0; k < p->nevents; k++)
                weights[n * p->nevents + k].first = never;
            rows[n++] = p->rows[s[i].row];
        }
        add_weights(&weights[(n - 1) * p->nevents], &p->weights[s[i].row * p->nevents], p->nevents);
    }
    free(s);
    free(p->rows);
    free(p->weights);
    free(p->slots);
    p->rows = rows;
    p->weights = weights;
    p->nrows = p->cap = n;
    p->slots = NULL;
    text_free(&text);
    arena_free(&p->arena);
    p->arena = texts.arena; /* the texts; the index over them is done with */
    texts.arena = (struct arena){ 0 };
    names_free(&texts);
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
            s[count++] = (struct sortable){ p, i, first, n, children };
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
