/*
 * hot: where a sample counts, remembered: the row of an address in a process of a name. Most samples fall on
 * few of these, so one look at one cache line replaces finding the place and the row. Only for keys that look
 * at nothing else (struct key, `varies`). One per worker.
 */
#ifndef PERFOLIO_CORE_PROFILE_HOT_H
#define PERFOLIO_CORE_PROFILE_HOT_H

#include "core/model/timeline.h"

enum { HOT_SLOTS = 1 << 14 };

struct hot_slot {
    const struct space *space; /* NULL: free */
    const char *comm;
    uint64_t avma;
    uint64_t after, before; /* holds at moments strictly between these */
    int32_t tid;            /* 0 where the keys do not look at it */
    uint32_t row;
    uint8_t problem; /* PROBLEM_ of such a sample + 1; 0: none */
    bool in_chain;   /* as an entry of a chain, not as the sample itself */
};

static inline struct hot_slot *hot_at(struct hot_slot *slots, const struct space *space, const char *comm,
                                      int32_t tid, uint64_t avma, bool in_chain)
{
    uint64_t h = (avma ^ (uintptr_t)space >> 3 ^ (uintptr_t)comm << 16 ^ (uint64_t)(uint32_t)tid << 32) *
                 UINT64_C(0x9e3779b97f4a7c15);
    return &slots[(h >> 40 ^ (uint64_t)in_chain) % HOT_SLOTS];
}

static inline bool hot_holds(const struct hot_slot *h, const struct space *space, const char *comm,
                             int32_t tid, uint64_t avma, bool in_chain, uint64_t moment)
{
    return h->space == space && h->avma == avma && h->comm == comm && h->tid == tid &&
           h->in_chain == in_chain && moment > h->after && moment < h->before;
}

#endif
