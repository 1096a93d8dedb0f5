/* hash: the only file that calls xxHash. The hash of an integer in memory depends on the host's byte order, so the order
   of output must not depend on hashes. */
#ifndef PERFOLIO_CORE_BASE_HASH_H
#define PERFOLIO_CORE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* XXH3-64 of n bytes. */
uint64_t hash_bytes(const void *p, size_t n);

/* XXH3-128 of bytes that arrive in pieces. Folios identify their sections by this hash, which detects accidental changes
   but not tampering. */
struct hash128;

enum { HASH128 = 16 }; /* bytes of the result */

struct hash128 *hash128_new(void);
void hash128_add(struct hash128 *h, const void *p, size_t n);

/* Writes the hash of all bytes added, big-endian on every host (XXH128_canonicalFromHash()), and frees `h`. Both `h` and
   `out` may be NULL. */
void hash128_end(struct hash128 *h, uint8_t out[HASH128]);

/* Writes the hash of n bytes. */
void hash128_bytes(const void *p, size_t n, uint8_t out[HASH128]);

/* Mixes the bits of a number, for tables keyed by numbers (the finaliser of MurmurHash3, public domain). */
static inline uint64_t hash_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

#endif
