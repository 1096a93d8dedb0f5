#include "core/model/timeline/space.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

void space_add(struct space *s, const struct map *m)
{
    s->maps = mem_room(s->maps, s->n, &s->cap, sizeof(*s->maps));
    s->maps[s->n++] = *m;
}

static int by_start(const void *a, const void *b, const void *arg UNUSED)
{
    const struct map *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return when_compare(&x->from, &y->from, NULL);
}

static int by_from(const void *a, const void *b, const void *arg)
{
    const struct map *maps = arg, *x = &maps[*(const uint32_t *)a], *y = &maps[*(const uint32_t *)b];
    return when_compare(&x->from, &y->from, NULL);
}

static bool is_seen(const struct map *m)
{
    return m->start < m->end && when_before(m->from, m->until);
}

/* How many moments are not after `when`. */
static uint32_t moments_until(const struct space *s, struct when when)
{
    return (uint32_t)when_count(s->moments, s->nmoments, sizeof(*s->moments), when);
}

/* How many bounds are not above the address. */
static size_t bounds_until(const struct space *s, uint64_t avma)
{
    return sort_by_up_to(s->bounds, s->nbounds, sizeof(*s->bounds), avma);
}

/* ---- the index ---- */

static void collect(struct space *s)
{
    uint64_t reach = 0; /* of all maps before this one */
    size_t nbounds = 0, nmoments = 0;
    s->bounds = mem_new(2 * s->n, sizeof(*s->bounds));
    s->moments = mem_new(2 * s->n, sizeof(*s->moments));
    for (size_t i = 0; i < s->n; i++) {
        struct map *m = &s->maps[i];
        s->settled = when_before(s->settled, m->from) ? m->from : s->settled;
        if (when_before(m->until, WHEN_NEVER) && when_before(s->settled, m->until))
            s->settled = m->until;
        m->alone = m->start >= reach && (i + 1 == s->n || s->maps[i + 1].start >= m->end);
        reach = m->end > reach ? m->end : reach;
        if (!is_seen(m))
            continue;
        s->bounds[nbounds++] = m->start;
        s->bounds[nbounds++] = m->end;
        s->moments[nmoments++] = m->from;
        if (when_before(m->until, WHEN_NEVER))
            s->moments[nmoments++] = m->until;
    }
    sort_by_first(s->bounds, nbounds, sizeof(*s->bounds));
    sort_by(s->moments, nmoments, sizeof(*s->moments), when_compare, NULL);
    for (size_t i = 0; i < nbounds; i++)
        if (!i || s->bounds[i] != s->bounds[s->nbounds - 1])
            s->bounds[s->nbounds++] = s->bounds[i];
    for (size_t i = 0; i < nmoments; i++)
        if (!i || when_before(s->moments[s->nmoments - 1], s->moments[i]))
            s->moments[s->nmoments++] = s->moments[i];
}

/* Count the map at its nodes, or where `in` is given put it there. */
static void note(const struct space *s, uint32_t map, size_t *count, uint32_t *in)
{
    size_t stretches = s->nbounds - 1;
    size_t low = bounds_until(s, s->maps[map].start) - 1 + stretches;
    size_t high = bounds_until(s, s->maps[map].end) - 1 + stretches;
    for (; low < high; low /= 2, high /= 2) { /* what sticks out of the parents' ranges, level by level */
        if (low & 1) {
            if (in)
                in[count[low]] = map;
            count[low++]++;
        }
        if (high & 1) {
            high--;
            if (in)
                in[count[high]] = map;
            count[high]++;
        }
    }
}

/* The steps of one node, from its maps in order of time: those in force lie in a pile, the latest on top;
   one that has gone is taken away when it comes to the top. */
static size_t pile_up(const struct space *s, const uint32_t *maps, size_t n, uint32_t *pile,
                      struct step *steps)
{
    size_t height = 0, nsteps = 0;
    for (size_t i = 0; i <= n; i++) {
        struct when now = i < n ? s->maps[maps[i]].from : WHEN_NEVER;
        while (height && !when_before(now, s->maps[pile[height - 1]].until) &&
               when_before(s->maps[pile[height - 1]].until, WHEN_NEVER)) {
            struct when gone = s->maps[pile[height - 1]].until;
            while (height && !when_before(gone, s->maps[pile[height - 1]].until))
                height--;
            steps[nsteps++] = (struct step){ moments_until(s, gone), height ? pile[height - 1] + 1 : 0 };
        }
        if (i < n) {
            pile[height++] = maps[i];
            steps[nsteps++] = (struct step){ moments_until(s, now), maps[i] + 1 };
        }
    }
    return nsteps;
}

static void build(struct space *s)
{
    uint32_t *order = mem_new(s->n, sizeof(*order));
    size_t nseen = 0, nnodes = 2 * (s->nbounds - 1);
    for (uint32_t i = 0; i < s->n; i++)
        if (is_seen(&s->maps[i]))
            order[nseen++] = i;
    sort_by(order, nseen, sizeof(*order), by_from, s->maps);

    size_t *next = mem_new(nnodes + 1, sizeof(*next)), total = 0, nsteps = 0;
    for (size_t i = 0; i < nseen; i++)
        note(s, order[i], next, NULL);
    for (size_t i = 0, count; i <= nnodes; i++, total += count) {
        count = next[i];
        next[i] = total;
    }
    uint32_t *maps = mem_new(total, sizeof(*maps)), *pile = mem_new(nseen, sizeof(*pile));
    for (size_t i = 0; i < nseen; i++)
        note(s, order[i], next, maps);

    s->first = mem_new(nnodes + 1, sizeof(*s->first));
    s->steps = mem_new(2 * total, sizeof(*s->steps)); /* each map comes once and goes at most once */
    for (size_t i = 0, begin = 0; i < nnodes; begin = next[i++]) { /* next[i]: by now where its maps end */
        s->first[i] = nsteps;
        nsteps += pile_up(s, maps + begin, next[i] - begin, pile, s->steps + nsteps);
    }
    s->first[nnodes] = nsteps;
    s->steps = mem_resize(s->steps, nsteps, sizeof(*s->steps));
    free(order);
    free(next);
    free(maps);
    free(pile);
}

static void clear_index(struct space *s)
{
    free(s->bounds);
    free(s->moments);
    free(s->steps);
    free(s->first);
    s->bounds = NULL;
    s->moments = NULL;
    s->steps = NULL;
    s->first = NULL;
    s->nbounds = s->nmoments = 0;
}

void space_seal(struct space *s)
{
    clear_index(s);
    if (!s->n)
        return;
    sort_by(s->maps, s->n, sizeof(*s->maps), by_start, NULL);
    collect(s);
    if (s->nbounds)
        build(s);
}

void space_clear(struct space *s)
{
    clear_index(s);
    free(s->maps);
}

/* ---- look-ups ---- */

/* What a space itself shows at an address, or NULL, and the window in which it does. */
static const struct map *find_own(const struct space *s, uint64_t avma, struct when when, struct when *from,
                                  struct when *until)
{
    const struct map *best = NULL;
    size_t bound = bounds_until(s, avma);
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    if (!bound || bound == s->nbounds)
        return NULL;
    uint32_t now = moments_until(s, when), since = 0, before = UINT32_MAX;
    for (size_t i = bound - 1 + s->nbounds - 1; i; i /= 2) {
        size_t low = s->first[i], high = s->first[i + 1]; /* the first step after `now` */
        while (low < high) {
            size_t mid = low + (high - low) / 2;
            if (s->steps[mid].at > now)
                high = mid;
            else
                low = mid + 1;
        }
        if (low < s->first[i + 1] && s->steps[low].at < before)
            before = s->steps[low].at;
        if (low == s->first[i])
            continue;
        const struct step *step = &s->steps[low - 1];
        const struct map *m = step->map ? &s->maps[step->map - 1] : NULL;
        if (step->at > since)
            since = step->at;
        if (m && (!best || when_before(best->from, m->from)))
            best = m;
    }
    if (since)
        *from = s->moments[since - 1];
    if (before <= s->nmoments)
        *until = s->moments[before - 1];
    return best;
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
    for (; !s->nmoments || when_before(when, s->moments[0]); s = s->parent) {
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
