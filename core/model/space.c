#include "core/model/space.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void space_add(struct space *s, const struct map *m)
{
    s->maps = mem_room(s->maps, s->n, &s->cap, sizeof(*s->maps));
    s->maps[s->n++] = *m;
}

static int by_start(const void *a, const void *b)
{
    const struct map *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return when_before(x->from, y->from) ? -1 : when_before(y->from, x->from);
}

void space_seal(struct space *s)
{
    free(s->ends);
    s->ends = NULL;
    s->leaves = 0;
    if (!s->n)
        return;
    qsort(s->maps, s->n, sizeof(*s->maps), by_start);
    uint64_t reach = 0; /* of all maps before this one */
    const struct when never = { UINT64_MAX, UINT64_MAX };
    for (size_t i = 0; i < s->n; i++) {
        const struct map *m = &s->maps[i];
        s->settled = when_before(s->settled, m->from) ? m->from : s->settled;
        if (when_before(m->until, never) && when_before(s->settled, m->until))
            s->settled = m->until;
        s->maps[i].alone = s->maps[i].start >= reach &&
                           (i + 1 == s->n || s->maps[i + 1].start >= s->maps[i].end);
        reach = s->maps[i].end > reach ? s->maps[i].end : reach;
    }
    for (s->leaves = 1; s->leaves < s->n;)
        s->leaves *= 2;
    s->ends = mem_new(2 * s->leaves, sizeof(*s->ends));
    for (size_t i = 0; i < s->n; i++)
        s->ends[s->leaves + i] = s->maps[i].end;
    for (size_t i = s->leaves - 1; i; i--)
        s->ends[i] = s->ends[2 * i] > s->ends[2 * i + 1] ? s->ends[2 * i] : s->ends[2 * i + 1];
}

void space_clear(struct space *s)
{
    free(s->maps);
    free(s->ends);
}

/* A look-up under way: the latest map so far that covers `avma` at `when`, and how long that stays the
 * answer. */
struct search {
    uint64_t avma;
    struct when when, from, until;
    const struct map *best;
    bool at_fork; /* in a parent, as it was then: what it maps later is nothing to us */
};

static void consider(struct search *q, const struct map *m)
{
    if (when_before(q->when, m->from)) { /* not there yet: the answer changes when it comes */
        if (!q->at_fork && when_before(m->from, q->until))
            q->until = m->from;
    } else if (!when_before(q->when, m->until)) { /* gone: whatever shows now shows since then */
        if (when_before(q->from, m->until))
            q->from = m->until;
    } else if (!q->best || !when_before(m->from, q->best->from)) {
        q->best = m;
    }
}

static void descend(const struct space *s, size_t node, size_t first, size_t width, struct search *q)
{
    if (first >= s->n || s->maps[first].start > q->avma || s->ends[node] <= q->avma)
        return;
    if (width == 1) {
        consider(q, &s->maps[first]);
        return;
    }
    descend(s, 2 * node, first, width / 2, q);
    descend(s, 2 * node + 1, first + width / 2, width / 2, q);
}

const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until)
{
    struct search q = { .avma = avma, .when = when, .until = { UINT64_MAX, UINT64_MAX } };
    for (; s; s = s->parent) {
        if (s->n)
            descend(s, 1, 0, s->leaves, &q);
        if (q.best)
            break;
        q.at_fork = true;
        if (when_before(s->parent_at, q.when))
            q.when = s->parent_at;
    }
    if (q.best) {
        if (when_before(q.from, q.best->from) && !when_before(when, q.best->from))
            q.from = q.best->from;
        if (when_before(q.best->until, q.until))
            q.until = q.best->until;
    }
    *from = q.from;
    *until = q.until;
    return q.best;
}

bool space_settled(const struct space *s, struct when when)
{
    return when_before(s->settled, when) && (!s->parent || when_before(s->parent_at, when));
}

bool space_owns(const struct space *s, const struct map *m)
{
    return m >= s->maps && m < s->maps + s->n;
}

size_t space_maps(const struct space *s, const struct map **out, size_t max)
{
    for (size_t i = 0; i < s->n && i < max; i++)
        out[i] = &s->maps[i];
    return s->n;
}
