/*
 * space_index: which of maps that overlap shows at an address and a moment. Private to core/model.
 *
 * It is a segment tree over the stretches between the maps' edges (de Berg et al., Computational Geometry,
 * 10.3): a map is noted in the few nodes that together make up its range. All maps of a node cover all of it,
 * so what shows there is a function of time alone, kept as steps. A look-up walks from the stretch of the
 * address to the root and takes the latest map that any node shows: O(log^2 n), however often one range was
 * mapped.
 *
 * Most addresses lie in a map on top: no later one overlaps it, so that it shows while it is in force. It is found
 * without the tree, which is built when the first other one is asked for, by the thread that does so first, while
 * others wait.
 *
 *     steps   ......|A..|B...|C..            root: nothing, then A, then B over it, then C
 *                  /         \
 *          |D.........   ....|E..|A.|E..     (gone again: what is below shows again)
 *     bounds 0x1000   0x2000   0x5000
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_SPACE_INDEX_H
#define PERFOLIO_CORE_MODEL_TIMELINE_SPACE_INDEX_H

#include "core/model/timeline/mapping.h"

struct space_index;

/* Of n maps in the order of struct space, which have to stay where they are. */
struct space_index *space_index_new(const struct map *maps, size_t n);

/* Before the first one is asked for: the i-th map is on top. */
void space_index_put_on_top(struct space_index *x, size_t i);
bool space_index_is_on_top(const struct space_index *x, size_t i);
void space_index_free(struct space_index *x);

/* Before the first one is asked for: where a map of an object shows, what another index shows goes first, and the map is not on
   top; and whether a map is of that index. */
void space_index_lay_over(struct space_index *x, const struct object *o, struct space_index *over);
bool space_index_has_over(const struct space_index *x, const struct map *m);

/* As space_find(), of these maps alone; from any thread. */
const struct map *space_index_find(struct space_index *x, uint64_t avma, struct when when, struct when *from,
                                   struct when *until);

/* Whether a map ever shows: there is an address and a moment that it is for. */
static inline bool space_index_shows(const struct map *m)
{
    return m->how->len && when_before(m->from, m->how->until);
}

#endif
