#include "core/base/hash.h"

#include <string.h>
#include <xxhash.h>

#include "core/base/mem.h"

uint64_t hash_bytes(const void *p, size_t n)
{
    return XXH3_64bits(p, n);
}

/* struct hash128 is an alias of xxHash's state */
struct hash128 *hash128_new(void)
{
    XXH3_state_t *state = mem_check_alloc(XXH3_createState(), 1, 1);
    XXH3_128bits_reset(state);
    return (struct hash128 *)state;
}

void hash128_add(struct hash128 *h, const void *p, size_t n)
{
    XXH3_128bits_update((XXH3_state_t *)h, p, n);
}

void hash128_end(struct hash128 *h, uint8_t out[HASH128])
{
    XXH128_canonical_t canonical;
    if (h && out) {
        XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest((XXH3_state_t *)h));
        memcpy(out, canonical.digest, HASH128);
    }
    XXH3_freeState((XXH3_state_t *)h);
}

void hash128_bytes(const void *p, size_t n, uint8_t out[HASH128])
{
    struct hash128 *h = hash128_new();
    hash128_add(h, p, n);
    hash128_end(h, out);
}
