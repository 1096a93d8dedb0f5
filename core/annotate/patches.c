#include "core/annotate/listing.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static bool patches_lies_in(const struct patch *p, const struct object *o, uint64_t start, uint64_t end)
{
    uint64_t size = p->bytes.n;
    if (p->old.n > size)
        size = p->old.n;
    return p->object == o && p->at < end && start < p->at + size;
}

/* How many of n ascending numbers are less than `number`. */
static size_t below(const uint32_t *v, size_t n, uint32_t number)
{
    size_t low = 0;
    BISECT(low, n, i, v[i] < number);
    return low;
}

struct patched patches_choose(const struct patch *v, size_t n, const struct hot_function *f,
                              const struct weights *w)
{
    struct patched p = { .until = UINT32_MAX };
    uint32_t *numbers = mem_new(n, sizeof(*numbers));
    for (size_t i = 0; i < n; i++)
        if (patches_lies_in(&v[i], f->object, f->symbol->start, f->symbol->end))
            numbers[p.all++] = v[i].number;
    /* samples[i]: samples taken while the first i patches were applied */
    uint64_t *samples = mem_new(p.all + 1, sizeof(*samples));
    for (size_t i = f->first; i < f->end; i++)
        samples[below(numbers, p.all, w->rows[i].pokes)] += w->rows[i].weight.samples;
    p.in_force = p.all;
    for (size_t i = p.all; i-- > 0;)
        if (samples[i] > samples[p.in_force])
            p.in_force = i;
    for (size_t i = 0; i <= p.all; i++) {
        if (i < p.in_force)
            p.before += samples[i];
        if (i > p.in_force)
            p.after += samples[i];
    }
    if (p.in_force < p.all)
        p.until = numbers[p.in_force];
    free(numbers);
    free(samples);
    return p;
}

/* Writes bytes at an address into a copy of a run's bytes. */
static void patches_put(uint8_t **own, const struct code_run *r, uint64_t at, struct span bytes,
                        struct arena *arena)
{
    if (at >= r->at + r->bytes.n || r->at >= at + bytes.n)
        return;
    if (!*own)
        *own = memcpy(arena_new(arena, r->bytes.n), r->bytes.p, r->bytes.n);
    for (size_t k = 0; k < bytes.n; k++)
        if (at + k >= r->at && at + k - r->at < r->bytes.n)
            (*own)[at + k - r->at] = bytes.p[k];
}

/* The bytes in the file may be of any state. So all patches after the state are reverted, the last one
   first; then the patches before the state are applied. */
void patches_apply(const struct patch *v, size_t n, const struct patched *state, const struct object *o,
                   struct code_run *r, struct arena *arena)
{
    uint8_t *own = NULL;
    for (size_t i = n; i-- > 0;)
        if (v[i].object == o && v[i].number >= state->until)
            patches_put(&own, r, v[i].at, v[i].old, arena);
    for (size_t i = 0; i < n; i++)
        if (v[i].object == o && v[i].number < state->until)
            patches_put(&own, r, v[i].at, v[i].bytes, arena);
    if (own)
        r->bytes.p = own;
}
