/*
 * call_chains: call chains kept whole, each different one once, with what was counted on it: for what shows them all, and so
 * has no need of the tree that paths are. A chain is a list of numbers, from the outermost frame inwards; where samples
 * are counted the row is in front of them.
 */
#ifndef PERFOLIO_CORE_PROFILE_CALL_CHAINS_H
#define PERFOLIO_CORE_PROFILE_CALL_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/profile/path_slots.h"

struct call_chain {
    size_t from; /* its numbers, in those of all */
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

/* The place of a chain with that hash, + 1, to which it is added where it is new. */
uint32_t call_chains_number(struct call_chains *c, const uint32_t *numbers, size_t n, uint32_t hash);

/* What call_chains_number() looks at behind the slot (path_slots_begin()), for __builtin_prefetch(): the chain, once the
   slot is here, and then its numbers. NULL: it looks further. */
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

/* Add the chains of `from`, whose rows are now rows[row] and whose other numbers frames[number], by up to so many threads.
   `last`: none is looked up any more. */
void call_chains_merge(struct call_chains *into, struct call_chains *from, const uint32_t *rows,
                       const uint32_t *frames, unsigned threads, bool last);

void call_chains_free(struct call_chains *c);

#endif
