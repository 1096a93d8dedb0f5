/*
 * hot: where a sample counts, remembered: the row of a place in a process of a name. Most samples fall on few
 * of these, and one look at 16 bytes replaces finding the place and the row. Only for keys that look at
 * nothing else (struct key, `varies`), and only for places in mappings that nothing ever overlaps, which mean
 * the same at all times. One per worker.
 *
 * A place is known by a fingerprint of 64 bits. Two of one capture share one with odds of about one in 10^9
 * even among hundreds of thousands; a capture that was made to collide gets the counts that it was made for.
 */
#ifndef PERFOLIO_CORE_PROFILE_HOT_H
#define PERFOLIO_CORE_PROFILE_HOT_H

#include <stdint.h>

enum { HOT_SLOTS = 1 << 16 };

struct hot_slot {
    uint64_t print; /* 0: free */
    uint32_t row;
    uint8_t problem; /* PROBLEM_ of such a sample + 1; 0: none */
};

/* The fingerprint of an address `at` in an object or a space, under a name, in a thread (0 where the keys do
   not look at it), for a use: which event, and as what. */
static inline uint64_t hot_print(const void *where, uint64_t at, const char *comm, int32_t tid, uint32_t use)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = (at ^ at >> 32) * k;
    h = (h ^ h >> 32 ^ (uintptr_t)where) * k;
    h = (h ^ h >> 29 ^ (uintptr_t)comm ^ (uint64_t)(uint32_t)tid << 32) * k;
    h = (h ^ h >> 32 ^ use) * k;
    return (h ^ h >> 31) | 1;
}

static inline struct hot_slot *hot_at(struct hot_slot *slots, uint64_t print)
{
    return &slots[print >> 20 & (HOT_SLOTS - 1)];
}

#endif
