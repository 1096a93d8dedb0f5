/* hash: the only door to xxHash. Values differ between hosts of different byte order only where a caller
   feeds native integers, so they order nothing that is printed. */
#ifndef PERFOLIO_CORE_BASE_HASH_H
#define PERFOLIO_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *p, size_t n);

/* Mixes one word; for tables keyed by numbers (the finaliser of MurmurHash3, public domain). */
static inline uint64_t hash_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

#endif
