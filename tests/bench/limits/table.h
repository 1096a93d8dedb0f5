/* table: numbers by 64 bits of key, in open addressing (Knuth 6.4, algorithm L); and arrays that grow. Nothing is freed: a
   limit ends with its process. */
#ifndef PERFOLIO_BENCH_LIMITS_TABLE_H
#define PERFOLIO_BENCH_LIMITS_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table_slot {
    uint64_t key;
    uint32_t value; /* 0: the slot is empty */
};

struct table { /* zero-initialise */
    struct table_slot *v;
    size_t n, size;
    unsigned shift;
};

/* Twice as many slots, or the first ones. */
void table_grow(struct table *t);

/* `v` with room for one more element than the n that it has, of `size` bytes each. */
void *table_room(void *v, size_t n, size_t *cap, size_t size);

/* Zeroed bytes; the process ends where there are none. */
void *table_new(size_t n, size_t size);

static inline uint64_t table_hash(uint64_t key)
{
    key ^= key >> 32;
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}

/* Two numbers in one key, of which few are alike. */
static inline uint64_t table_mix(uint64_t a, uint64_t b)
{
    return (a * UINT64_C(0xff51afd7ed558ccd)) ^ b * UINT64_C(0xc4ceb9fe1a85ec53);
}

/* The value of a key: 0 where it is new, and then the caller sets it before the next call. */
static inline uint32_t *table_at(struct table *t, uint64_t key)
{
    if (2 * t->n >= t->size)
        table_grow(t);
    size_t i = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> t->shift);
    while (t->v[i].value && t->v[i].key != key)
        i = (i + 1) & (t->size - 1);
    t->n += !t->v[i].value;
    t->v[i].key = key;
    return &t->v[i].value;
}

/* The value of a key that may be missing: 0 then. */
static inline uint32_t table_get(const struct table *t, uint64_t key)
{
    size_t i = t->size ? (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> t->shift) : 0;
    while (t->size && t->v[i].value && t->v[i].key != key)
        i = (i + 1) & (t->size - 1);
    return t->size ? t->v[i].value : 0;
}

#endif
