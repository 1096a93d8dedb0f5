/*
 * The bounds of all ranges cut the addresses into pieces. Ranges take their pieces in the order of their
 * ranks, and skip pieces that are taken in one step: `next` leads from each piece to the first piece, from
 * there on, that may be free (union-find with path halving). So n ranges cost n log n however they overlap.
 */
#include "formats/elf/read/range_index.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

void range_index_add(struct range_index_items *r, uint64_t start, uint64_t end, uint64_t rank, uint32_t what)
{
    if (start >= end)
        return;
    *MEM_ADD(r->v, r->n, r->cap) = (struct range_index_item){ start, end, rank, what };
}

/* The last piece that starts at or before `at`; c->n: there is none. */
static size_t piece_at(const struct range_index *c, uint64_t at)
{
    size_t begun = sort_count_up_to(c->v, c->n, sizeof(*c->v), at);
    if (begun)
        return begun - 1;
    return c->n;
}

static size_t first_free(size_t *next, size_t i)
{
    while (next[i] != i) {
        next[i] = next[next[i]];
        i = next[i];
    }
    return i;
}

/* Make one free piece for each bound. */
static void cut(struct range_index *c, const struct range_index_items *r)
{
    struct numbered *bounds = mem_new(2 * r->n, sizeof(*bounds));
    for (size_t i = 0; i < r->n; i++) {
        bounds[2 * i].by = r->v[i].start;
        bounds[2 * i + 1].by = r->v[i].end;
    }
    sort_by_number(bounds, 2 * r->n);
    c->v = mem_new(2 * r->n, sizeof(*c->v));
    for (size_t i = 0; i < 2 * r->n; i++)
        if (!i || bounds[i].by != bounds[i - 1].by)
            c->v[c->n++].start = bounds[i].by;
    free(bounds);
}

void range_index_build(struct range_index *c, const struct range_index_items *r)
{
    *c = (struct range_index){ 0 };
    cut(c, r);
    struct numbered *order = mem_new(r->n, sizeof(*order));
    for (size_t i = 0; i < r->n; i++)
        order[i] = (struct numbered){ r->v[i].rank, (uint32_t)i };
    sort_by_number(order, r->n);
    size_t *next = mem_new(c->n + 1, sizeof(*next));
    for (size_t i = 0; i <= c->n; i++)
        next[i] = i;
    for (size_t k = 0; k < r->n; k++) {
        const struct range_index_item *one = &r->v[order[k].at];
        for (size_t i = first_free(next, piece_at(c, one->start)); i < c->n && c->v[i].start < one->end;
             i = first_free(next, i)) {
            c->v[i].what = one->what + 1;
            next[i] = i + 1;
        }
    }
    free(order);
    free(next);

    size_t n = 0; /* merge neighbours that the same range covers */
    for (size_t i = 0; i < c->n; i++)
        if (!n || c->v[i].what != c->v[n - 1].what)
            c->v[n++] = c->v[i];
    c->n = n;
    c->v = mem_resize(c->v, n ? n : 1, sizeof(*c->v));
}

bool range_index_find(const struct range_index *c, uint64_t at, uint32_t *what)
{
    size_t i = piece_at(c, at);
    if (i == c->n || !c->v[i].what)
        return false;
    *what = c->v[i].what - 1;
    return true;
}

uint64_t range_index_next_change(const struct range_index *c, uint64_t at)
{
    const size_t next = sort_count_up_to(c->v, c->n, sizeof(*c->v), at);
    if (next < c->n)
        return c->v[next].start;
    return UINT64_MAX;
}

void range_index_free(struct range_index *c)
{
    free(c->v);
    *c = (struct range_index){ 0 };
}
