#include "core/model/timeline/space_index.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/file/lock.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* From moment `at` on, a node shows this map. */
struct step {
    uint32_t at;  /* index in moments + 1 */
    uint32_t map; /* index in maps + 1; 0: none */
};

struct space_index_tree {
    const struct map *maps;
    size_t n;
    uint64_t *bounds; /* every address at which a map starts or ends, in order */
    size_t nbounds;
    struct when *moments; /* every moment at which a map begins or ends, in order */
    size_t nmoments;
    struct step *steps; /* the steps of node i, in order of time: [first[i], first[i + 1]) */
    /* Node 1 is the root, and 2i and 2i + 1 are below node i. The last nbounds - 1 nodes are leaves, one
       for each address range. */
    size_t *first;
};

static int by_from(const void *a, const void *b, const void *arg)
{
    const struct map *maps = arg, *x = &maps[*(const uint32_t *)a], *y = &maps[*(const uint32_t *)b];
    return when_compare(&x->from, &y->from, NULL);
}

/* The number of moments up to and including `when`. */
static uint32_t moments_until(const struct space_index_tree *s, struct when when)
{
    return (uint32_t)when_count_until(s->moments, s->nmoments, sizeof(*s->moments), when);
}

/* The number of bounds up to and including the address. */
static size_t bounds_until(const struct space_index_tree *s, uint64_t avma)
{
    return sort_count_up_to(s->bounds, s->nbounds, sizeof(*s->bounds), avma);
}

static void space_index_collect(struct space_index_tree *s)
{
    size_t nbounds = 0, nmoments = 0;
    s->bounds = mem_new(2 * s->n, sizeof(*s->bounds));
    s->moments = mem_new(2 * s->n, sizeof(*s->moments));
    for (size_t i = 0; i < s->n; i++) {
        const struct map *m = &s->maps[i];
        if (!space_index_shows(m))
            continue;
        s->bounds[nbounds++] = m->start;
        s->bounds[nbounds++] = map_end(m);
        s->moments[nmoments++] = m->from;
        if (when_before(m->how->until, WHEN_NEVER))
            s->moments[nmoments++] = m->how->until;
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

/* Adds a map to the nodes that make up its range. `in` NULL: only counts the maps of each node. */
static void space_index_note(const struct space_index_tree *s, uint32_t map, size_t *count, uint32_t *in)
{
    size_t stretches = s->nbounds - 1;
    size_t low = bounds_until(s, s->maps[map].start) - 1 + stretches;
    size_t high = bounds_until(s, map_end(&s->maps[map])) - 1 + stretches;
    for (; low < high; low /= 2, high /= 2) { /* level by level */
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

static bool is_gone(const struct map *m, struct when now)
{
    const struct when until = m->how->until;
    return when_before(until, WHEN_NEVER) && !when_before(now, until);
}

/* Makes the steps of a node from its maps, which are in order of time. Valid maps are on a pile, the
   latest on top. A map that has ended is removed from the pile when it gets to the top. */
static size_t pile_up(const struct space_index_tree *s, const uint32_t *maps, size_t n, uint32_t *pile,
                      struct step *steps)
{
    size_t height = 0, nsteps = 0;
    for (size_t i = 0; i <= n; i++) {
        struct when now = i < n ? s->maps[maps[i]].from : WHEN_NEVER;
        while (height && is_gone(&s->maps[pile[height - 1]], now)) {
            struct when gone = s->maps[pile[height - 1]].how->until;
            while (height && !when_before(gone, s->maps[pile[height - 1]].how->until))
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

static void build(struct space_index_tree *s)
{
    uint32_t *order = mem_new(s->n, sizeof(*order));
    size_t nseen = 0, nnodes = 2 * (s->nbounds - 1);
    for (uint32_t i = 0; i < s->n; i++)
        if (space_index_shows(&s->maps[i]))
            order[nseen++] = i;
    sort_by(order, nseen, sizeof(*order), by_from, s->maps);

    size_t *next = mem_new(nnodes + 1, sizeof(*next)), total = 0, nsteps = 0;
    for (size_t i = 0; i < nseen; i++)
        space_index_note(s, order[i], next, NULL);
    for (size_t i = 0, count; i <= nnodes; i++, total += count) {
        count = next[i];
        next[i] = total;
    }
    uint32_t *maps = mem_new(total, sizeof(*maps)), *pile = mem_new(nseen, sizeof(*pile));
    for (size_t i = 0; i < nseen; i++)
        space_index_note(s, order[i], next, maps);

    s->first = mem_new(nnodes + 1, sizeof(*s->first));
    s->steps = mem_new(2 * total, sizeof(*s->steps)); /* each map begins once, and ends at most once */
    /* next[i] is now the end of the node's maps */
    for (size_t i = 0, begin = 0; i < nnodes; begin = next[i++]) {
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

static void tree_free(struct space_index_tree *s)
{
    if (!s)
        return;
    free(s->bounds);
    free(s->moments);
    free(s->steps);
    free(s->first);
    free(s);
}

struct space_index {
    const struct map *maps;
    size_t n;
    uint64_t reach;           /* end of all maps */
    struct space_index *over; /* takes precedence wherever this index shows `object`; NULL: none */
    const struct object *object;
    _Atomic(struct space_index_tree *) tree; /* NULL: not built yet */
    pthread_mutex_t building;
    bool on_top[]; /* per map: whether no later map overlaps it */
};

struct space_index *space_index_new(const struct map *maps, size_t n)
{
    struct space_index *x = mem_new(1, sizeof(*x) + n * sizeof(*x->on_top));
    x->maps = maps;
    x->n = n;
    for (size_t i = 0; i < n; i++) {
        if (map_end(&maps[i]) > x->reach)
            x->reach = map_end(&maps[i]);
    }
    atomic_init(&x->tree, NULL);
    pthread_mutex_init(&x->building, NULL);
    return x;
}

void space_index_put_on_top(struct space_index *x, size_t i)
{
    assert(i < x->n);
    x->on_top[i] = true;
}

bool space_index_is_on_top(const struct space_index *x, size_t i)
{
    return x->on_top[i] && !(x->over && x->maps[i].how->object == x->object);
}

void space_index_set_overlay(struct space_index *x, const struct object *o, struct space_index *over)
{
    x->object = o;
    x->over = over;
}

bool space_index_in_overlay(const struct space_index *x, const struct map *m)
{
    if (!x->over)
        return false;
    const uintptr_t at = (uintptr_t)m, first = (uintptr_t)x->over->maps;
    return at >= first && at - first < x->over->n * sizeof(*m);
}

void space_index_free(struct space_index *x)
{
    if (!x)
        return;
    tree_free(atomic_load(&x->tree));
    pthread_mutex_destroy(&x->building);
    free(x);
}

static struct space_index_tree *tree_new(const struct space_index *x)
{
    struct space_index_tree *s = mem_new(1, sizeof(*s));
    *s = (struct space_index_tree){ .maps = x->maps, .n = x->n };
    space_index_collect(s);
    if (s->nbounds)
        build(s);
    return s;
}

static const struct space_index_tree *tree_of(struct space_index *x)
{
    struct space_index_tree *there = atomic_load_explicit(&x->tree, memory_order_acquire);
    if (there)
        return there;
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &x->building);
    there = atomic_load_explicit(&x->tree, memory_order_relaxed);
    if (!there) {
        there = tree_new(x);
        atomic_store_explicit(&x->tree, there, memory_order_release);
    }
    lock_release(held);
    return there;
}

/* A map that is on top and covers an address. Only the maps that start closest before the address are
   examined. */
static const struct map *find_on_top(const struct space_index *x, uint64_t avma, struct when when)
{
    enum { MOST = 8 };
    size_t started = sort_count_up_to(x->maps, x->n, sizeof(*x->maps), avma);
    for (size_t i = 0; i < MOST && i < started; i++) {
        const size_t at = started - 1 - i;
        const struct map *m = &x->maps[at];
        if (x->on_top[at] && avma < map_end(m)) {
            if (when_within(when, m->from, m->how->until))
                return m;
            return NULL;
        }
    }
    return NULL;
}

static const struct map *tree_find(const struct space_index_tree *s, uint64_t avma, struct when when,
                                   struct when *from, struct when *until)
{
    const struct map *best = NULL;
    size_t bound = bounds_until(s, avma);
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    if (!bound || bound == s->nbounds)
        return NULL;
    uint32_t now = moments_until(s, when), since = 0, before = UINT32_MAX;
    for (size_t i = bound - 1 + s->nbounds - 1; i; i /= 2) {
        size_t low = s->first[i]; /* the first step after now */
        BISECT(low, s->first[i + 1], middle, s->steps[middle].at <= now);
        if (low < s->first[i + 1] && s->steps[low].at < before)
            before = s->steps[low].at;
        if (low == s->first[i])
            continue;
        const struct step *step = &s->steps[low - 1];
        if (step->at > since)
            since = step->at;
        if (!step->map)
            continue;
        const struct map *m = &s->maps[step->map - 1];
        if (!best || when_before(best->from, m->from))
            best = m;
    }
    if (since)
        *from = s->moments[since - 1];
    if (before <= s->nmoments)
        *until = s->moments[before - 1];
    return best;
}

/* space_index_find() without `over`. */
static const struct map *find_below(struct space_index *x, uint64_t avma, struct when when, struct when *from,
                                    struct when *until)
{
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    if (avma < x->maps->start || avma >= x->reach)
        return NULL;
    const struct map *m = find_on_top(x, avma, when);
    if (!m)
        return tree_find(tree_of(x), avma, when, from, until);
    *from = m->from;
    *until = m->how->until;
    return m;
}

const struct map *space_index_find(struct space_index *x, uint64_t avma, struct when when, struct when *from,
                                   struct when *until)
{
    const struct map *m = find_below(x, avma, when, from, until);
    if (!x->over || !m || m->how->object != x->object)
        return m;
    struct when since, before;
    const struct map *over = find_below(x->over, avma, when, &since, &before);
    if (when_before(*from, since))
        *from = since;
    if (when_before(before, *until))
        *until = before;
    if (over)
        return over;
    return m;
}
