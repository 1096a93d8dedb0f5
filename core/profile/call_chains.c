#include "core/profile/paths.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

uint32_t call_chains_hash(const uint32_t *numbers, size_t n)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = (h ^ numbers[i]) * k;
    return (uint32_t)(((h ^ h >> 32) * k) >> 32);
}

static bool call_chains_is_same(const struct call_chains *c, const struct call_chain *k,
                                const uint32_t *numbers, size_t n)
{
    return k->n == n && (!n || !memcmp(c->numbers + k->from, numbers, n * sizeof(*numbers)));
}

uint32_t call_chains_find_or_add(struct call_chains *c, const uint32_t *numbers, size_t n, uint32_t hash)
{
    path_slots_reserve(&c->slots, c->n);
    struct path_slot *slot;
    for (size_t at = hash >> c->slots.shift; (slot = path_slots_from(&c->slots, &at, hash))->found;)
        if (call_chains_is_same(c, &c->v[slot->found - 1], numbers, n))
            return slot->found;
    if (c->cap_numbers - c->nnumbers < n) {
        c->cap_numbers = (c->nnumbers + n) / 2 * 3 + n;
        c->numbers = mem_resize(c->numbers, c->cap_numbers, sizeof(*c->numbers));
    }
    if (n)
        memcpy(c->numbers + c->nnumbers, numbers, n * sizeof(*numbers));
    *MEM_ADD(c->v, c->n, c->cap) = (struct call_chain){ .from = c->nnumbers, .n = (uint32_t)n };
    c->nnumbers += n;
    *slot = (struct path_slot){ hash, (uint32_t)c->n };
    return slot->found;
}

/* The state of merging `from` into `into`, as in paths_merge.c: first all chains of `from` are looked up while nothing
   is added; then the new chains are appended. */
struct merge {
    struct call_chains *into, *from;
    const uint32_t *rows, *frames;
    uint32_t *hashes;
    bool *is_new;
    /* per piece: the number of new chains and of their frames, then the index of its first new ones */
    struct call_chains_piece {
        size_t chains, numbers;
    } * pieces;
    bool last;
};

enum { EACH = 512, AHEAD = 8 };

static uint32_t call_chains_find(const struct call_chains *c, const uint32_t *numbers, size_t n,
                                 uint32_t hash)
{
    const struct path_slots *s = &c->slots;
    const struct path_slot *slot;
    for (size_t at = hash >> s->shift; s->v && (slot = path_slots_from(s, &at, hash))->found;)
        if (call_chains_is_same(c, &c->v[slot->found - 1], numbers, n))
            return slot->found;
    return 0;
}

/* Different chains of `from` are different in `into`, too, so threads never add two chains to the same chain. */
static void find_chains(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    for (size_t i = from; i < to; i++) {
        const struct call_chain *k = &m->from->v[i];
        uint32_t *v = m->from->numbers + k->from;
        if (k->n)
            v[0] = m->rows[v[0]];
        for (uint32_t at = 1; at < k->n; at++)
            v[at] = m->frames[v[at]];
        m->hashes[i] = call_chains_hash(v, k->n);
    }
    for (size_t i = from; i < to; i++) {
        const struct call_chain *k = &m->from->v[i];
        const uint32_t far = m->hashes[index_ahead(i, 2 * AHEAD, to)],
                       near = m->hashes[index_ahead(i, AHEAD, to)];
        __builtin_prefetch(path_slots_begin(&m->into->slots, far));
        __builtin_prefetch(call_chains_likely(m->into, near), 1);
        const uint32_t found = call_chains_find(m->into, m->from->numbers + k->from, k->n, m->hashes[i]);
        m->is_new[i] = !found;
        if (found) {
            m->into->v[found - 1].samples += k->samples;
            m->into->v[found - 1].period += k->period;
        } else {
            m->pieces[from / EACH].chains++;
            m->pieces[from / EACH].numbers += k->n;
        }
    }
}

static void add_chains(void *arg, size_t from, size_t to)
{
    const struct merge *m = arg;
    struct call_chains_piece at = m->pieces[from / EACH];
    for (size_t i = from; i < to; i++) {
        if (!m->is_new[i])
            continue;
        struct call_chain k = m->from->v[i];
        if (k.n)
            memcpy(m->into->numbers + at.numbers, m->from->numbers + k.from, k.n * sizeof(*m->into->numbers));
        k.from = at.numbers;
        m->into->v[at.chains] = k;
        if (!m->last)
            path_slots_claim(&m->into->slots, m->hashes[i], at.chains);
        at.chains++;
        at.numbers += k.n;
    }
}

/* Compute where the new chains of each piece go, and make room for them. */
static void place_new(const struct merge *m, size_t pieces)
{
    struct call_chains *c = m->into;
    for (size_t i = 0; i < pieces; i++) {
        const struct call_chains_piece more = m->pieces[i];
        m->pieces[i] = (struct call_chains_piece){ c->n, c->nnumbers };
        c->n += more.chains;
        c->nnumbers += more.numbers;
    }
    if (c->n > c->cap)
        c->v = mem_resize(c->v, c->cap = c->n, sizeof(*c->v));
    if (c->nnumbers > c->cap_numbers)
        c->numbers = mem_resize(c->numbers, c->cap_numbers = c->nnumbers, sizeof(*c->numbers));
    if (!m->last)
        path_slots_reserve(&c->slots, c->n);
}

void call_chains_merge(struct call_chains *into, struct call_chains *from, const uint32_t *rows,
                       const uint32_t *frames, unsigned threads, bool last)
{
    const size_t n = from->n, pieces = n / EACH + 1;
    struct merge m = { into,
                       from,
                       rows,
                       frames,
                       mem_new(n, sizeof(*m.hashes)),
                       mem_new(n, sizeof(*m.is_new)),
                       mem_new(pieces, sizeof(*m.pieces)),
                       last };
    threads_run_ranges(threads, n, EACH, find_chains, &m);
    if (last) {
        free(into->slots.v);
        into->slots = (struct path_slots){ 0 };
    }
    place_new(&m, pieces);
    threads_run_ranges(threads, n, EACH, add_chains, &m);
    free(m.hashes);
    free(m.is_new);
    free(m.pieces);
}

void call_chains_free(struct call_chains *c)
{
    free(c->numbers);
    free(c->v);
    free(c->slots.v);
    *c = (struct call_chains){ 0 };
}
