#include "core/model/deferred.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"

/* A chain's entries, kept. What was kept last with the same hash is looked at, and no other: chains that
   only share a hash are kept side by side. */
static struct deferred_chain keep(struct deferred *d, const struct record *r)
{
    struct span ips = r->deferred.ips;
    uint32_t *alike = idmap_at(&d->by_content, hash_bytes(ips.p, ips.n));
    struct cur c = cur_of(ips, r->order);
    if (*alike) {
        struct deferred_chain old = d->parts[*alike - 1].chain;
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

void deferred_add(struct deferred *d, const struct record *r)
{
    if (d->nparts >= UINT32_MAX - 1 || deferred_find(d, r->id.tid, r->deferred.cookie).v)
        return;
    struct deferred_part part = { r->deferred.cookie, r->id.tid, 0, keep(d, r) };
    uint32_t *last = idmap_at(&d->by_cookie, part.cookie);
    part.same = *last;
    d->parts = mem_room(d->parts, d->nparts, &d->cap_parts, sizeof(*d->parts));
    d->parts[d->nparts++] = part;
    *last = (uint32_t)d->nparts;
}

struct deferred_chain deferred_find(const struct deferred *d, int32_t tid, uint64_t cookie)
{
    for (uint32_t at = idmap_get(&d->by_cookie, cookie); at; at = d->parts[at - 1].same)
        if (d->parts[at - 1].tid == tid)
            return d->parts[at - 1].chain;
    return (struct deferred_chain){ NULL, 0 };
}

void deferred_free(struct deferred *d)
{
    free(d->parts);
    idmap_free(&d->by_cookie);
    idmap_free(&d->by_content);
    arena_free(&d->arena);
    *d = (struct deferred){ 0 };
}
