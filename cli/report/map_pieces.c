#include "cli/report/map_pieces.h"

#include <stdlib.h>

#include "core/base/mem.h"

static int by_address(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

struct edges {
    uint64_t *v;
    size_t n, cap;
};

static void add_edge(struct edges *e, uint64_t at)
{
    e->v = mem_room(e->v, e->n, &e->cap, sizeof(*e->v));
    e->v[e->n++] = at;
}

/* Where any map of the space, or of those that it inherited from, starts or ends: ascending, some more than
 * once. */
static struct edges edges_of(const struct space *space)
{
    struct edges e = { 0 };
    const struct map *m;
    for (const struct space *s = space; s; s = space_parent(s))
        for (size_t i = 0; (m = space_map(s, i)) != NULL; i++) {
            add_edge(&e, m->start);
            add_edge(&e, m->end);
        }
    if (e.n)
        qsort(e.v, e.n, sizeof(*e.v), by_address);
    return e;
}

struct map_piece *map_pieces(const struct space *s, size_t *n)
{
    const struct when end = WHEN_NEVER;
    const struct edges edges = edges_of(s);
    size_t cap = 0;
    struct map_piece *v = NULL, *last = NULL;
    *n = 0;
    for (size_t i = 0; i + 1 < edges.n; i++) {
        struct when from, until;
        const uint64_t start = edges.v[i], stop = edges.v[i + 1];
        const struct map *m = start < stop ? space_find(s, start, end, &from, &until) : NULL;
        if (!m || space_before_exec(s, m))
            continue;
        if (last && last->map == m && last->end == start) {
            last->end = stop;
            continue;
        }
        v = mem_room(v, *n, &cap, sizeof(*v));
        last = &v[(*n)++];
        *last = (struct map_piece){ m, start, stop, m->pgoff + (start - m->start) };
    }
    free(edges.v);
    return v;
}
