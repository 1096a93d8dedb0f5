/*
 * call_chains: call chains kept whole, each different one once, with its samples and period: for views that list all
 * chains and need no tree of paths. A chain is a list of numbers of frames, from the outermost inwards; where samples
 * are counted, the number of the row stands in front.
 */
#ifndef PERFOLIO_CORE_PROFILE_CALL_CHAINS_H
#define PERFOLIO_CORE_PROFILE_CALL_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/profile/path_slots.h"

struct call_chain {
    size_t from; /* its first number, in `numbers` */
    uint32_t n;
    uint64_t samples, period;
};

struct call_chains { /* zero-initialise */
    uint32_t *numbers;
    size_t nnumbers, cap_numbers;
    struct call_chain *v;
    size_t n, cap;
    struct path_slots slots;
};

uint32_t call_chains_hash(const uint32_t *numbers, size_t n);

/* The index + 1 of a chain, which is added if it is new. `hash`: its call_chains_hash(). */
uint32_t call_chains_number(struct call_chains *c, const uint32_t *numbers, size_t n, uint32_t hash);

/* The chain that call_chains_number() compares first, once the slot (path_slots_begin()) is in the cache; then its
   numbers. For __builtin_prefetch(); NULL: unknown. */
static inline const struct call_chain *call_chains_likely(const struct call_chains *c, uint32_t hash)
{
    const uint32_t found = path_slots_likely(&c->slots, hash);
    return found ? &c->v[found - 1] : NULL;
}

static inline const uint32_t *call_chains_likely_numbers(const struct call_chains *c, uint32_t hash)
{
    const struct call_chain *k = call_chains_likely(c, hash);
    return k ? c->numbers + k->from : NULL;
}

/* Add the chains of `from`: row r is rows[r] in `into`, frame f is frames[f]. Overwrites the numbers in `from`. Uses
   up to `threads` threads. `last`: nothing is looked up afterwards. */
void call_chains_merge(struct call_chains *into, struct call_chains *from, const uint32_t *rows,
                       const uint32_t *frames, unsigned threads, bool last);

void call_chains_free(struct call_chains *c);

#endif
