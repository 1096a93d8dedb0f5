#include "lib/question/provenance/map_pieces.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* The addresses where mappings of a space, its own or inherited, start or end; ascending, malloc'ed. */
static struct numbered *edges_of(const struct space *space, size_t *n)
{
    struct numbered *edges = NULL;
    const struct map *m;
    size_t cap = 0;
    *n = 0;
    for (const struct space *s = space; s; s = space_parent(s))
        for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++) {
            *MEM_ADD(edges, *n, cap) = (struct numbered){ m->start, 0 };
            *MEM_ADD(edges, *n, cap) = (struct numbered){ map_end(m), 0 };
        }
    sort_by_number(edges, *n);
    return edges;
}

struct map_piece *map_pieces(const struct space *s, size_t *n)
{
    const struct when end = WHEN_NEVER;
    size_t cap = 0, nedges;
    struct numbered *edges = edges_of(s, &nedges);
    struct map_piece *v = NULL, *last = NULL;
    *n = 0;
    for (size_t i = 0; i + 1 < nedges; i++) {
        struct when from, until;
        const uint64_t start = edges[i].by, stop = edges[i + 1].by;
        if (start >= stop)
            continue;
        const struct map *m = space_find(s, start, end, &from, &until);
        if (!m || space_map_is_pre_exec(s, m))
            continue;
        if (last && last->map == m && last->end == start) {
            last->end = stop;
            continue;
        }
        last = MEM_ADD(v, *n, cap);
        *last = (struct map_piece){ m, start, stop, m->how->pgoff + (start - m->start) };
    }
    free(edges);
    return v;
}
