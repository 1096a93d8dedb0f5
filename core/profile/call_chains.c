#include "core/profile/call_chains.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

uint32_t call_chains_hash(const uint32_t *numbers, size_t n)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = (h ^ numbers[i]) * k;
    return (uint32_t)(((h ^ h >> 32) * k) >> 32);
}

static bool is_same(const struct call_chains *c, const struct call_chain *k, const uint32_t *numbers,
                    size_t n)
{
    return k->n == n && (!n || !memcmp(c->numbers + k->from, numbers, n * sizeof(*numbers)));
}

uint32_t call_chains_number(struct call_chains *c, const uint32_t *numbers, size_t n, uint32_t hash)
{
    path_slots_room(&c->slots, c->n);
    struct path_slot *slot;
    for (size_t at = hash >> c->slots.shift; (slot = path_slots_from(&c->slots, &at, hash))->found;)
        if (is_same(c, &c->v[slot->found - 1], numbers, n))
            return slot->found;
    if (c->cap_numbers - c->nnumbers < n) {
        c->cap_numbers = 2 * (c->nnumbers + n);
        c->numbers = mem_resize(c->numbers, c->cap_numbers, sizeof(*c->numbers));
    }
    if (n)
        memcpy(c->numbers + c->nnumbers, numbers, n * sizeof(*numbers));
    *MEM_ADD(c->v, c->n, c->cap) = (struct call_chain){ .from = c->nnumbers, .n = (uint32_t)n };
    c->nnumbers += n;
    *slot = (struct path_slot){ hash, (uint32_t)c->n };
    return slot->found;
}

void call_chains_merge(struct call_chains *into, struct call_chains *from, const uint32_t *rows,
                       const uint32_t *frames)
{
    enum { AHEAD = 8 };
    uint32_t *hashes = mem_new(from->n, sizeof(*hashes));
    for (size_t i = 0; i < from->n; i++) {
        uint32_t *v = from->numbers + from->v[i].from;
        for (uint32_t k = 0; k < from->v[i].n; k++)
            v[k] = k ? frames[v[k]] : rows[v[k]];
        hashes[i] = call_chains_hash(v, from->v[i].n);
    }
    for (size_t i = 0; i < from->n; i++) {
        const struct call_chain *k = &from->v[i];
        call_chains_expect_slot(into, hashes[i + 2 * AHEAD < from->n ? i + 2 * AHEAD : i]);
        call_chains_expect(into, hashes[i + AHEAD < from->n ? i + AHEAD : i]);
        uint32_t number = call_chains_number(into, from->numbers + k->from, k->n, hashes[i]);
        struct call_chain *to = &into->v[number - 1];
        to->samples += k->samples;
        to->period += k->period;
    }
    free(hashes);
}

void call_chains_free(struct call_chains *c)
{
    free(c->numbers);
    free(c->v);
    free(c->slots.v);
    *c = (struct call_chains){ 0 };
}
