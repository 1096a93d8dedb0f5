#include "core/model/timeline/space.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/timeline/space_index.h"

void space_add(struct space *s, const struct map *m)
{
    *MEM_ADD(s->maps, s->n, s->cap) = *m;
}

static int by_start(const void *a, const void *b, const void *arg UNUSED)
{
    const struct map *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return when_compare(&x->from, &y->from, NULL);
}

/* Whether a later map may overlap this one; of those that start in it, so many are looked at that this takes no more
   than its share of time where thousands do. */
static bool is_covered(const struct space *s, size_t map)
{
    enum { MOST = 8 };
    const struct map *m = &s->maps[map];
    for (size_t i = map + 1; i < s->n && s->maps[i].start < m->end; i++)
        if (i - map > MOST || !when_before(s->maps[i].from, m->from))
            return true;
    return false;
}

/* Note of each map whether it is on top, and when the first and the last thing happened. Whether an index is needed:
 * where maps overlap, or one never shows. */
static bool look_through(struct space *s)
{
    uint64_t reach = 0;            /* of all maps before this one, */
    struct when latest = { 0, 0 }; /* and the last of those that hang together with it */
    bool overlap = false;
    for (size_t i = 0; i < s->n; i++) {
        struct map *m = &s->maps[i];
        bool shows = space_index_shows(m), apart = m->start >= reach;
        m->on_top = (apart || when_before(latest, m->from)) && !is_covered(s, i);
        latest = apart || when_before(latest, m->from) ? m->from : latest;
        reach = m->end > reach ? m->end : reach;
        overlap = overlap || !apart || !shows;
        s->begun = shows && when_before(m->from, s->begun) ? m->from : s->begun;
        s->settled = when_before(s->settled, m->from) ? m->from : s->settled;
        if (when_before(m->until, WHEN_NEVER) && when_before(s->settled, m->until))
            s->settled = m->until;
    }
    return overlap;
}

void space_seal(struct space *s)
{
    space_index_free(s->index);
    s->index = NULL;
    s->begun = WHEN_NEVER;
    if (!s->n)
        return;
    s->maps = mem_resize(s->maps, s->n, sizeof(*s->maps));
    s->cap = s->n;
    sort_by(s->maps, s->n, sizeof(*s->maps), by_start, NULL);
    if (look_through(s))
        s->index = space_index_new(s->maps, s->n);
}

void space_clear(struct space *s)
{
    space_index_free(s->index);
    free(s->maps);
}

/* As space_find(), where no two of n maps overlap: the last one that does not start behind the address. */
static const struct map *find_alone(const struct map *maps, size_t n, uint64_t avma, struct when when,
                                    struct when *from, struct when *until)
{
    size_t started = sort_by_up_to(maps, n, sizeof(*maps), avma);
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    if (!started || avma >= maps[started - 1].end)
        return NULL;
    const struct map *m = &maps[started - 1];
    if (when_before(when, m->from)) {
        *until = m->from;
        return NULL;
    }
    bool gone = when_before(m->until, WHEN_NEVER) && !when_before(when, m->until);
    *from = gone ? m->until : m->from;
    *until = gone ? WHEN_NEVER : m->until;
    return gone ? NULL : m;
}

/* What a space itself shows at an address, or NULL, and the window in which it does. */
static const struct map *find_own(const struct space *s, uint64_t avma, struct when when, struct when *from,
                                  struct when *until)
{
    return s->index ? space_index_find(s->index, avma, when, from, until)
                    : find_alone(s->maps, s->n, avma, when, from, until);
}

const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until)
{
    const struct map *m = find_own(s, avma, when, from, until);
    while (!m && s->parent) { /* as it was at the fork: what it maps later is nothing to us */
        struct when since, ignored;
        if (when_before(s->parent_at, when))
            when = s->parent_at;
        s = s->parent;
        m = find_own(s, avma, when, &since, &ignored);
        if (when_before(*from, since))
            *from = since;
    }
    return m;
}

bool space_settled(const struct space *s, struct when when)
{
    return when_before(s->settled, when) && (!s->parent || when_before(s->parent_at, when));
}

bool space_empty(const struct space *s, struct when when)
{
    for (; !when_before(s->begun, WHEN_NEVER) || when_before(when, s->begun); s = s->parent) {
        if (!s->parent || s->after_exec)
            return true;
        if (when_before(s->parent_at, when))
            when = s->parent_at;
    }
    return false;
}

const struct space *space_parent(const struct space *s)
{
    return s->parent;
}

bool space_before_exec(const struct space *s, const struct map *m)
{
    bool before = false;
    for (; s && !space_owns(s, m); s = s->parent)
        before = before || s->after_exec;
    return before;
}

bool space_owns(const struct space *s, const struct map *m)
{
    uintptr_t at = (uintptr_t)m, first = (uintptr_t)s->maps;
    return at >= first && at - first < s->n * sizeof(*m);
}

const struct map *space_map(const struct space *s, size_t i)
{
    return i < s->n ? &s->maps[i] : NULL;
}

const struct map *space_recent_look(struct space_recent *r, uint64_t avma, struct when when, bool *nowhere)
{
    struct when from, until;
    const struct map *m = r->space ? space_find(r->space, avma, when, &from, &until) : NULL;
    *nowhere = !m;
    if (!m || !m->on_top || !space_owns(r->space, m))
        return NULL;
    r->maps[r->next++ % SPACE_RECENT] = m;
    return m;
}
