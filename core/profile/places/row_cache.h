/*
 * row_cache: where a sample counts, remembered: the row of a place in a process of a name. Most samples fall
 * on few of these, and one look at 32 bytes replaces finding the place and the row. Only for keys that look
 * at nothing else (struct key, `varies`), and only for places in mappings that nothing ever overlaps, which
 * mean the same at all times. One table per worker; of two that want one slot the later one has it.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_ROW_CACHE_H
#define PERFOLIO_CORE_PROFILE_PLACES_ROW_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ROW_SLOTS = 1 << 16,
    ROW_SLOTS_OF_PATHS = 1 << 18, /* all frames of all chains go through it, and memory holds their paths */
};

enum row_use {
    ROW_USE_SELF,
    ROW_USE_CALLER,
    ROW_USE_NAMELESS, /* a caller that has no name, by its process and address */
    ROW_USE_ADDRESS,  /* a caller, by the same, where addresses are told apart */
};

struct cached_row {
    const void *where; /* object, or space where the address is of that; NULL: free */
    uint64_t at;       /* address in it */
    uint32_t who;      /* name, and thread where the keys look at it: worker_who() */
    uint32_t event;
    uint8_t use;   /* enum row_use */
    char level;    /* ROW_USE_NAMELESS: how it is marked; of other callers: what else tells them apart */
    uint8_t known; /* what is remembered: PROBLEM_ of such a sample + 1; 0: none, */
    uint32_t row;  /* and this */
};

static inline struct cached_row *row_cache_slot(struct cached_row *slots, size_t nslots,
                                                const struct cached_row *h)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = (h->at ^ (uint64_t)(uintptr_t)h->where << 20) * k;
    x = (x ^ x >> 32 ^ h->who ^ (uint64_t)h->event << 40 ^ (uint64_t)h->use << 32) * k;
    return &slots[x >> 40 & (nslots - 1)];
}

static inline bool row_cache_is(const struct cached_row *slot, const struct cached_row *h)
{
    return slot->at == h->at && slot->where == h->where && slot->who == h->who && slot->event == h->event &&
           slot->use == h->use && slot->level == h->level;
}

#endif
