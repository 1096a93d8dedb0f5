#include "core/model/timeline/state.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/timeline/space_index.h"

void space_maps_expect(struct space_maps *l, size_t n)
{
    l->added = mem_new(n, sizeof(*l->added));
    l->cap = n;
}

size_t space_add(struct space_maps *l, struct space *s, const struct map *m)
{
    *MEM_ADD(l->added, l->n, l->cap) = (struct space_maps_added){ *m, s };
    s->n++;
    return l->n - 1;
}

void space_maps_group(struct space_maps *l)
{
    struct map *next = l->gathered = mem_new(l->n, sizeof(*l->gathered));
    enum { SOON = 8 };
    for (size_t i = 0; i < l->n; i++) {
        struct space *s = l->added[i].space;
        __builtin_prefetch(l->added[lesser_of(i + SOON, l->n - 1)].space, 1);
        if (!s->maps) { /* s->n already counts all maps of the space */
            s->maps = next;
            next += s->n;
            s->n = 0;
        }
        s->maps[s->n++] = l->added[i].map;
    }
    free(l->added);
    l->added = NULL;
}

void space_maps_free(struct space_maps *l)
{
    free(l->added);
    free(l->gathered);
}

static int by_start(const void *a, const void *b, const void *arg UNUSED)
{
    const struct map *x = a, *y = b;
    if (x->start != y->start) {
        if (x->start < y->start)
            return -1;
        return 1;
    }
    return when_compare(&x->from, &y->from, NULL);
}

/* Whether a later map may overlap this one. It examines a limited number of the maps that start inside this map, because
   there may be thousands. */
static bool is_covered(const struct space *s, size_t map)
{
    enum { MOST = 8 };
    const struct map *m = &s->maps[map];
    for (size_t i = map + 1; i < s->n && s->maps[i].start < map_end(m); i++)
        if (i - map > MOST || !when_before(s->maps[i].from, m->from))
            return true;
    return false;
}

/* Tells the index which maps are on top. */
static void find_on_top(const struct space *s)
{
    uint64_t reach = 0;            /* the end of all maps before this one */
    struct when latest = { 0, 0 }; /* the latest moment of the maps in this cluster of overlapping maps */
    for (size_t i = 0; i < s->n; i++) {
        const struct map *m = &s->maps[i];
        const bool later = m->start >= reach || when_before(latest, m->from);
        if (later && !is_covered(s, i))
            space_index_put_on_top(s->index, i);
        if (later)
            latest = m->from;
        if (map_end(m) > reach)
            reach = map_end(m);
    }
}

static struct when begun(const struct space *s)
{
    if (s->begun)
        return s->maps[s->begun - 1].from;
    return WHEN_NEVER;
}

/* The last moment at which a map began or ended. */
static struct when space_last_of(const struct map *m)
{
    const struct when until = m->how->until;
    if (when_before(until, WHEN_NEVER) && when_before(m->from, until))
        return until;
    return m->from;
}

static struct when settled(const struct space *s)
{
    if (s->settled)
        return space_last_of(&s->maps[s->settled - 1]);
    return (struct when){ 0, 0 };
}

/* Sets `begun` and `settled`. True: maps overlap, or a map never shows, so an index is needed. */
static bool look_through(struct space *s)
{
    uint64_t reach = 0; /* the end of all maps before this one */
    bool overlap = false;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct map *m = &s->maps[i];
        const bool shows = space_index_shows(m);
        overlap = overlap || m->start < reach || !shows;
        if (map_end(m) > reach)
            reach = map_end(m);
        if (shows && when_before(m->from, begun(s)))
            s->begun = i + 1;
        if (when_before(settled(s), space_last_of(m)))
            s->settled = i + 1;
    }
    return overlap;
}

void space_seal(struct space *s)
{
    space_index_free(s->index);
    s->index = NULL;
    s->begun = s->settled = 0;
    if (!s->n)
        return;
    sort_by(s->maps, s->n, sizeof(*s->maps), by_start, NULL);
    if (!look_through(s))
        return;
    s->index = space_index_new(s->maps, s->n);
    find_on_top(s);
}

void space_set_overlay(struct space *s, const struct object *o, struct space_index *over)
{
    if (!s->index) {
        s->index = space_index_new(s->maps, s->n);
        find_on_top(s);
    }
    space_index_set_overlay(s->index, o, over);
}

void space_clear(struct space *s)
{
    space_index_free(s->index);
}

/* space_find() for n maps of which no two overlap. */
static const struct map *find_alone(const struct map *maps, size_t n, uint64_t avma, struct when when,
                                    struct when *from, struct when *until)
{
    *from = (struct when){ 0, 0 };
    *until = WHEN_NEVER;
    if (!n || avma < maps[0].start || avma >= map_end(&maps[n - 1]))
        return NULL;
    const size_t started = sort_count_up_to(maps, n, sizeof(*maps), avma);
    if (avma >= map_end(&maps[started - 1]))
        return NULL;
    const struct map *m = &maps[started - 1];
    if (when_before(when, m->from)) {
        *until = m->from;
        return NULL;
    }
    const struct when end = m->how->until;
    const bool gone = when_before(end, WHEN_NEVER) && !when_before(when, end);
    if (gone) {
        *from = end;
        return NULL;
    }
    *from = m->from;
    *until = end;
    return m;
}

/* The space's own map at an address, or NULL, and the window of time in which this is the result. */
static const struct map *find_own(const struct space *s, uint64_t avma, struct when when, struct when *from,
                                  struct when *until)
{
    if (s->index)
        return space_index_find(s->index, avma, when, from, until);
    return find_alone(s->maps, s->n, avma, when, from, until);
}

const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until)
{
    const struct map *m = find_own(s, avma, when, from, until);
    while (!m && s->parent) { /* the parent as it was at the fork; its later mappings are not used */
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

bool space_is_final(const struct space *s, struct when when)
{
    return when_before(settled(s), when) && (!s->parent || when_before(s->parent_at, when));
}

bool space_empty(const struct space *s, struct when when)
{
    for (; !s->begun || when_before(when, begun(s)); s = s->parent) {
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

/* Whether a map belongs to the space itself, not to a parent. */
static bool space_owns(const struct space *s, const struct map *m)
{
    uintptr_t at = (uintptr_t)m, first = (uintptr_t)s->maps;
    return at >= first && at - first < s->n * sizeof(*m);
}

bool space_map_is_pre_exec(const struct space *s, const struct map *m)
{
    bool before = false;
    for (; s && !space_owns(s, m) && !(s->index && space_index_in_overlay(s->index, m)); s = s->parent)
        before = before || s->after_exec;
    return before;
}

bool space_map_is_on_top(const struct space *s, const struct map *m)
{
    return space_owns(s, m) && (!s->index || space_index_is_on_top(s->index, (size_t)(m - s->maps)));
}

const struct map *space_nth_map(const struct space *s, size_t i)
{
    if (i < s->n)
        return &s->maps[i];
    return NULL;
}

const struct map *space_recent_search(struct space_recent *r, uint64_t avma, struct when when,
                                      struct space_hole *hole)
{
    *hole = (struct space_hole){ .until = WHEN_NEVER };
    const struct map *m = NULL;
    if (r->space)
        m = space_find(r->space, avma, when, &hole->from, &hole->until);
    hole->is = !m;
    if (!m || !space_map_is_on_top(r->space, m))
        return NULL;
    r->maps[r->next++ % SPACE_RECENT] = m;
    return m;
}
