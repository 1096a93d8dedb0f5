#include "core/base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/base/mem.h"

uint64_t hash_bytes(const void *p, size_t n)
{
    return XXH3_64bits(p, n);
}

struct hash128 {
    XXH3_state_t *state;
};

struct hash128 *hash128_new(void)
{
    struct hash128 *h = mem_new(1, sizeof(*h));
    h->state = mem_must(XXH3_createState(), 1, sizeof(*h));
    XXH3_128bits_reset(h->state);
    return h;
}

void hash128_add(struct hash128 *h, const void *p, size_t n)
{
    XXH3_128bits_update(h->state, p, n);
}

void hash128_end(struct hash128 *h, uint8_t out[HASH128])
{
    XXH128_canonical_t canonical;
    if (!h)
        return;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(h->state));
    if (out)
        memcpy(out, canonical.digest, HASH128);
    XXH3_freeState(h->state);
    free(h);
}

void hash128_bytes(const void *p, size_t n, uint8_t out[HASH128])
{
    struct hash128 *h = hash128_new();
    hash128_add(h, p, n);
    hash128_end(h, out);
}
