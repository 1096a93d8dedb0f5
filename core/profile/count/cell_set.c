#include "core/profile/count/profile.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static size_t cell_set_slot_of(const struct cell_set *s, const struct cell *run)
{
    size_t at = cells_hash(run, s->each) & s->mask;
    while (s->slots[at] && !cells_same(&s->v[(s->slots[at] - 1) * s->each], run, s->each))
        at = (at + 1) & s->mask;
    return at;
}

static void cell_set_grow(struct cell_set *s)
{
    s->mask = s->slots ? s->mask * 2 + 1 : 255;
    free(s->slots);
    s->slots = mem_new(s->mask + 1, sizeof(*s->slots));
    for (size_t i = 0; i < s->n; i++)
        s->slots[cell_set_slot_of(s, &s->v[i * s->each])] = (uint32_t)i + 1;
}

uint32_t cell_set_find(const struct cell_set *s, const struct cell *run)
{
    if (!s->each)
        return 0;
    if (s->slots)
        return s->slots[cell_set_slot_of(s, run)] - 1;
    return CELL_SET_NONE; /* the set is empty */
}

uint32_t cell_set_add(struct cell_set *s, const struct cell *run)
{
    if (!s->each)
        return 0;
    if (!s->slots || s->n * 2 >= s->mask)
        cell_set_grow(s);
    const size_t at = cell_set_slot_of(s, run);
    if (!s->slots[at]) {
        s->v = mem_room(s->v, s->n, &s->cap, s->each * sizeof(*s->v));
        memcpy(&s->v[s->n++ * s->each], run, s->each * sizeof(*s->v));
        s->slots[at] = (uint32_t)s->n;
    }
    return s->slots[at] - 1;
}

void cell_set_free(struct cell_set *s)
{
    free(s->v);
    free(s->slots);
    *s = (struct cell_set){ .each = s->each };
}
