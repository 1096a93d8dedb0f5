/*
 * hot: where a sample counts, remembered: the row of a place in a process of a name. Most samples fall on
 * few of these, so one look at one cache line replaces finding the place and the row. Only for keys that look
 * at nothing else (struct key, `varies`). One per worker.
 */
#ifndef PERFOLIO_CORE_PROFILE_HOT_H
#define PERFOLIO_CORE_PROFILE_HOT_H

#include "core/model/timeline.h"

enum { HOT_SLOTS = 1 << 16 };

struct hot_key {
    const void
        *where; /* a space and an address in it, or an object and an offset from its mapping's pgoff on */
    uint64_t at;
    const char *comm;
    int32_t tid;  /* 0 where the keys do not look at it */
    uint32_t use; /* which event's row, and whether as a sample (2 * event) or in a chain (+ 1) */
};

struct hot_slot {
    struct hot_key key;     /* where NULL: free */
    uint64_t after, before; /* holds at moments strictly between these */
    uint32_t row;
    uint8_t problem; /* PROBLEM_ of such a sample + 1; 0: none */
};

static inline struct hot_slot *hot_at(struct hot_slot *slots, const struct hot_key *k)
{
    uint64_t h = k->at ^ (uintptr_t)k->where >> 3 ^ (uintptr_t)k->comm << 16 ^
                 (uint64_t)(uint32_t)k->tid << 32 ^ (uint64_t)k->use << 56;
    return &slots[h * UINT64_C(0x9e3779b97f4a7c15) >> 40 & (HOT_SLOTS - 1)];
}

static inline bool hot_holds(const struct hot_slot *h, const struct hot_key *k, uint64_t moment)
{
    return h->key.at == k->at && h->key.where == k->where && h->key.comm == k->comm && h->key.tid == k->tid &&
           h->key.use == k->use && moment > h->after && moment < h->before;
}

#endif
