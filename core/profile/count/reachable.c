#include "core/profile/count/reachable.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"

enum { LONGEST_CHAIN = UINT16_MAX / 8, NO_OBJECT = -1 }; /* a record's size has 16 bits */

static struct cell reachable_get_place(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    if (!p->object)
        return (struct cell){ .tag = (uint32_t)NO_OBJECT };
    return (struct cell){ .v = p->at, .tag = p->object->index };
}

static struct cell get_object(const struct view *v)
{
    const struct object *object = v->resolved->place.object;
    return (struct cell){ .tag = object ? object->index : (uint32_t)NO_OBJECT };
}

/* Count samples by a key whose tags are indices of objects. `reach`: also make rows for all other places that samples
   refer to. */
static bool reachable_count(struct capture *c, const struct timeline *t, struct resolver *r,
                            const struct key *by, bool reach, struct reachable *out, struct err *e)
{
    const struct count_opts o = {
        .keys = &by, .nkeys = 1, .children = reach, .reachable = reach, .stack.max = reach ? LONGEST_CHAIN : 0
    };
    struct profile p;
    *out = (struct reachable){ 0 };
    bool ok = count_samples(c, t, r, &o, &p, e);
    out->v = mem_new(p.nrows, sizeof(*out->v));
    for (uint32_t i = 0; i < p.nrows; i++) {
        const struct row *row = row_at(&p, i);
        const struct cell *at = row_cell(&p, row, 0);
        out->samples += row->samples;
        if (at->tag != (uint32_t)NO_OBJECT)
            out->v[out->n++] = (struct reachable_place){ at->tag, at->v, row->samples };
    }
    out->problems = p.problems;
    profile_free(&p);
    return ok;
}

bool reachable_places(struct capture *c, const struct timeline *t, struct resolver *r, struct reachable *out,
                      struct err *e)
{
    static const struct key by_place = { .name = "place", .needs_place = true, .get = reachable_get_place };
    return reachable_count(c, t, r, &by_place, true, out, e);
}

uint64_t *reachable_count_by_object(struct capture *c, const struct timeline *t, struct resolver *r,
                                    uint64_t *all, struct err *e)
{
    static const struct key by_object = { .name = "object", .needs_place = true, .get = get_object };
    struct reachable in;
    size_t n;
    timeline_objects(t, &n);
    uint64_t *shares = NULL;
    if (reachable_count(c, t, r, &by_object, false, &in, e))
        shares = mem_new(n, sizeof(*shares));
    for (size_t i = 0; shares && i < in.n; i++)
        shares[in.v[i].object] += in.v[i].samples;
    *all = in.samples;
    reachable_free(&in);
    return shares;
}

void reachable_free(struct reachable *t)
{
    free(t->v);
    *t = (struct reachable){ 0 };
}
