#include "core/model/deferred.h"

#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

/* Stores the entries of a chain; equal chains are stored once. A chain is only compared with the newest
   chain that has the same hash. If they differ, the chain is stored even if an older one is equal. */
static struct deferred_chain deferred_keep(struct deferred *d, const struct record *r)
{
    struct span ips = r->deferred.ips;
    uint32_t *alike = idmap_find_or_add(&d->by_content, hash_bytes(ips.p, ips.n));
    struct cur c = cur_of(ips, r->order);
    if (*alike) {
        struct deferred_chain old = d->parts[*alike - 1];
        size_t same = 0;
        while (same < old.n && c.left && old.v[same] == cur_u64(&c))
            same++;
        if (same == old.n && same == r->deferred.n)
            return old;
    }
    *alike = (uint32_t)d->nparts + 1;
    uint64_t *v = arena_new(&d->arena, ips.n ? ips.n : 1);
    c = cur_of(ips, r->order);
    for (size_t i = 0; i < r->deferred.n; i++)
        v[i] = cur_u64(&c);
    return (struct deferred_chain){ v, (size_t)r->deferred.n };
}

static uint64_t deferred_key_of(uint32_t cookie, int32_t tid)
{
    return (uint64_t)cookie << 32 | (uint32_t)tid;
}

void deferred_add(struct deferred *d, const struct record *r)
{
    if (d->nparts >= UINT32_MAX - 1 || deferred_find(d, r->id.tid, r->deferred.cookie).v)
        return;
    uint32_t number = idmap_number_key(&d->cookies, r->deferred.cookie);
    struct deferred_chain chain = deferred_keep(d, r);
    *MEM_ADD(d->parts, d->nparts, d->cap_parts) = chain;
    *idmap_find_or_add(&d->by_thread, deferred_key_of(number, r->id.tid)) = (uint32_t)d->nparts;
}

struct deferred_chain deferred_find(const struct deferred *d, int32_t tid, uint64_t cookie)
{
    uint32_t number = idmap_get(&d->cookies, cookie);
    uint32_t at = 0;
    if (number)
        at = idmap_get(&d->by_thread, deferred_key_of(number, tid));
    if (!at)
        return (struct deferred_chain){ NULL, 0 };
    return d->parts[at - 1];
}

void deferred_free(struct deferred *d)
{
    free(d->parts);
    idmap_free(&d->cookies);
    idmap_free(&d->by_thread);
    idmap_free(&d->by_content);
    arena_free(&d->arena);
    *d = (struct deferred){ 0 };
}
