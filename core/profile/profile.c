#include "core/profile/profile.h"

#include <stdlib.h>

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
    free(p->slots);
    free(p->totals);
    *p = (struct profile){ 0 };
}

static uint32_t hash_of(uint32_t event, const struct cell *cells, size_t n)
{
    uint64_t h = event;
    for (size_t i = 0; i < n; i++)
        h = hash_u64(h ^ cells[i].v << 7 ^ (uint64_t)cells[i].tag << 40);
    return (uint32_t)(h >> 16);
}

static bool same(const struct cell *a, const struct cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].v != b[i].v || a[i].tag != b[i].tag)
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

uint32_t profile_row(struct profile *p, uint32_t event, const struct cell *cells)
{
    if (!p->slots || p->nrows + p->nrows / 3 >= p->mask)
        rehash(p);
    uint32_t h = hash_of(event, cells, p->nkeys);
    size_t at = h & p->mask;
    for (; p->slots[at]; at = (at + 1) & p->mask) {
        uint32_t i = p->slots[at] - 1;
        if (p->rows[i].hash == h && p->rows[i].event == event && same(&p->cells[i * p->nkeys], cells, p->nkeys))
            return i;
    }
    if (p->nrows == p->cap) {
        p->cap = p->cap ? p->cap * 2 : 64;
        p->rows = mem_resize(p->rows, p->cap, sizeof(*p->rows));
        p->cells = mem_resize(p->cells, p->cap * p->nkeys, sizeof(*p->cells));
    }
    uint32_t row = (uint32_t)p->nrows++;
    p->rows[row] = (struct row){ .first = { UINT64_MAX, UINT64_MAX }, .event = event, .hash = h };
    for (size_t k = 0; k < p->nkeys; k++)
        p->cells[row * p->nkeys + k] = cells[k];
    p->slots[at] = row + 1;
    return row;
}

void profile_merge(struct profile *into, const struct profile *from)
{
    for (size_t i = 0; i < from->nrows; i++) {
        const struct row *r = &from->rows[i];
        uint32_t row = profile_row(into, r->event, &from->cells[i * from->nkeys]);
        row_add(&into->rows[row], r);
    }
    for (size_t i = 0; i < into->nevents; i++) {
        into->totals[i].samples += from->totals[i].samples;
        into->totals[i].period += from->totals[i].period;
        into->totals[i].hidden_samples += from->totals[i].hidden_samples;
        into->totals[i].hidden_period += from->totals[i].hidden_period;
    }
    problems_merge(&into->problems, &from->problems);
}
