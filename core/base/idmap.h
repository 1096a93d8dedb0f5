/* idmap: a hash map from numbers to numbers: open addressing, grows, never removes. Zero-initialise; the value 0 means
   "absent". */
#ifndef PERFOLIO_CORE_BASE_IDMAP_H
#define PERFOLIO_CORE_BASE_IDMAP_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/hash.h"

/* The struct has 12 bytes, because there may be one for each recorded thread. */
struct __attribute__((packed, aligned(4))) idmap_slot {
    uint64_t key;
    uint32_t value;
};

struct idmap {
    struct idmap_slot *slots;
    size_t mask, n;
};

static inline size_t idmap_slot(const struct idmap *m, uint64_t key)
{
    return (size_t)hash_u64(key ^ (uintptr_t)m->slots) & m->mask;
}

/* The value of `key`, inserted as 0 if it is new. The pointer is valid until the next insertion. */
uint32_t *idmap_find_or_add(struct idmap *m, uint64_t key);

/* The number of `key`; keys are numbered from 1 in order of their first use. Not for a map that has values of another
   kind. */
uint32_t idmap_number_key(struct idmap *m, uint64_t key);

/* The value of `key`; 0: absent. */
static inline uint32_t idmap_get(const struct idmap *m, uint64_t key)
{
    if (!m->slots)
        return 0;
    for (size_t at = idmap_slot(m, key); m->slots[at].value; at = (at + 1) & m->mask)
        if (m->slots[at].key == key)
            return m->slots[at].value;
    return 0;
}

/* The address at which a look-up of `key` begins, for __builtin_prefetch(). The function does not prefetch itself,
   because GCC removes calls of a function that only prefetches. */
static inline const void *idmap_slot_address(const struct idmap *m, uint64_t key)
{
    return m->slots ? &m->slots[idmap_slot(m, key)] : NULL;
}

void idmap_free(struct idmap *m);

#endif
