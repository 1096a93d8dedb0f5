/* path_slots: a hash table from the hash of two numbers to an index. Private to core/profile. */
#ifndef PERFOLIO_CORE_PROFILE_PATH_SLOTS_H
#define PERFOLIO_CORE_PROFILE_PATH_SLOTS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/file/threads.h"

/* Open addressing. Entries are in the order of their hashes, except after collisions. */
struct path_slots {
    struct path_slot { /* found: the index + 1; 0: free */
        uint32_t hash, found;
    } * v;
    size_t mask;
    unsigned shift; /* hash >> shift is the slot where a look-up begins */
};

static inline uint32_t path_slots_hash(uint32_t a, uint32_t b)
{
    uint64_t h = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((h ^ h >> 29) >> 32);
}

/* Make room for more than n entries. */
void path_slots_reserve(struct path_slots *s, size_t n);

/* path_slots_reserve() by up to `threads` threads. */
void path_slots_reserve_parallel(unsigned threads, struct path_slots *s, size_t n);

/* The next slot from *at on that has the hash or is free; begin with *at = hash >> shift. */
static inline struct path_slot *path_slots_from(const struct path_slots *s, size_t *at, uint32_t hash)
{
    assert(s->v && *at <= s->mask);
    while (s->v[*at].found && s->v[*at].hash != hash)
        *at = (*at + 1) & s->mask;
    struct path_slot *slot = &s->v[*at];
    *at = (*at + 1) & s->mask;
    return slot;
}

/* The slot where a look-up begins, for __builtin_prefetch(); NULL: no table. GCC drops calls of a function that only
   prefetches, so the caller prefetches (idmap_slot_address()). */
static inline struct path_slot *path_slots_begin(const struct path_slots *s, uint32_t hash)
{
    return s->v ? &s->v[hash >> s->shift] : NULL;
}

/* The index + 1 if the first slot of a look-up has the hash; 0: further slots have to be searched. */
static inline uint32_t path_slots_likely(const struct path_slots *s, uint32_t hash)
{
    const struct path_slot *slot = path_slots_begin(s, hash);
    if (slot && slot->hash == hash)
        return slot->found;
    return 0;
}

/* i + ahead, for __builtin_prefetch(); i if i + ahead is not below `to`. */
static inline size_t index_ahead(size_t i, size_t ahead, size_t to)
{
    if (i + ahead < to)
        return i + ahead;
    return i;
}

/* Enter index n into a table with room for it. Other threads may enter indices at the same time, but none may
   look any up. */
static inline void path_slots_claim(struct path_slots *s, uint32_t hash, size_t n)
{
    assert(s->v && n < s->mask);
    size_t at = hash >> s->shift;
    while (!threads_claim(&s->v[at].found, (uint32_t)n + 1))
        at = (at + 1) & s->mask;
    s->v[at].hash = hash;
}

#endif
