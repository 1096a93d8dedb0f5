#include "core/profile/count/reachable.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"

enum { LONGEST_CHAIN = UINT16_MAX / 8, NO_OBJECT = -1 }; /* a record's size has 16 bits */

static struct cell get_place(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    return (struct cell){ .v = p->object ? p->at : 0,
                          .tag = p->object ? p->object->index : (uint32_t)NO_OBJECT };
}

bool reachable_places(struct capture *c, const struct timeline *t, struct resolver *r, struct reachable *out,
                      struct err *e)
{
    static const struct key by_place = { .name = "place", .needs_place = true, .get = get_place };
    const struct key *const keys[] = { &by_place };
    const struct count_opts o = {
        .keys = keys, .nkeys = 1, .children = true, .reachable = true, .stack.max = LONGEST_CHAIN
    };
    struct profile p;
    *out = (struct reachable){ 0 };
    bool ok = count_samples(c, t, r, &o, &p, e);
    out->v = mem_new(p.nrows, sizeof(*out->v));
    for (uint32_t i = 0; i < p.nrows; i++) {
        const struct row *row = row_at(&p, i);
        out->samples += row->samples;
        if (row->cells[0].tag != (uint32_t)NO_OBJECT)
            out->v[out->n++] = (struct reachable_place){ row->cells[0].tag, row->cells[0].v, row->samples };
    }
    out->problems = p.problems;
    profile_free(&p);
    return ok;
}

void reachable_free(struct reachable *t)
{
    free(t->v);
    *t = (struct reachable){ 0 };
}
