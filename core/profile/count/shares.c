#include "core/profile/count/shares.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"

static struct cell get_object(const struct view *v)
{
    return (struct cell){ .v = (uintptr_t)v->resolved->place.object };
}

uint64_t *shares_of_objects(struct capture *c, const struct timeline *t, struct resolver *r, uint64_t *all,
                            struct err *e)
{
    static const struct key by_object = { .name = "object", .needs_place = true, .get = get_object };
    const struct key *const keys[] = { &by_object };
    const struct count_opts o = { .keys = keys, .nkeys = 1 };
    struct profile p;
    size_t n;
    timeline_objects(t, &n);
    uint64_t *shares = mem_new(n, sizeof(*shares));
    bool ok = count_samples(c, t, r, &o, &p, e);
    *all = 0;
    for (uint32_t i = 0; i < p.nrows; i++) {
        const struct object *object = (const struct object *)(uintptr_t)row_at(&p, i)->cells[0].v;
        if (object)
            shares[object->index] += row_at(&p, i)->samples;
        *all += row_at(&p, i)->samples;
    }
    profile_free(&p);
    if (ok)
        return shares;
    free(shares);
    return NULL;
}
