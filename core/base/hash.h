/* hash: the only door to xxHash. Values differ between hosts of different byte order only where a caller
   feeds native integers, so they order nothing that is printed. */
#ifndef PERFOLIO_CORE_BASE_HASH_H
#define PERFOLIO_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *p, size_t n);

/* XXH3-128 of bytes that come piece by piece: what a folio knows its sections by. It detects accidents, not
 * tampering. */
struct hash128;

enum { HASH128 = 16 }; /* bytes of the result */

struct hash128 *hash128_new(void);
void hash128_add(struct hash128 *h, const void *p, size_t n);

/* The hash of all that was added, in the canonical form: big-endian, the same on every host (xxHash's
 * XXH128_canonicalFromHash()). `h` is freed; `out` may be NULL. */
void hash128_end(struct hash128 *h, uint8_t out[HASH128]);

/* The same of n bytes. */
void hash128_bytes(const void *p, size_t n, uint8_t out[HASH128]);

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
