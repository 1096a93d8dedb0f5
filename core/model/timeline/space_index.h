/*
 * space_index: finds which of several overlapping maps shows at an address and a moment. Private to core/model.
 *
 * It is a segment tree over the stretches between the maps' edges (de Berg et al., Computational Geometry,
 * 10.3): a map is stored in the few nodes that together make up its range. All maps of a node cover all of it,
 * so what the node shows depends on time alone, and is stored as steps. A look-up walks from the stretch of the
 * address to the root and takes the latest map that any node shows: O(log^2 n), however often one range was
 * mapped.
 *
 * Most addresses lie in a map on top: no later one overlaps it, so it shows whenever it is in force. It is found
 * without the tree. The first look-up of another address builds the tree, while other threads that need it wait.
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

/* Makes an index of n maps in the order of struct space; they must stay where they are. */
struct space_index *space_index_new(const struct map *maps, size_t n);

/* Marks the i-th map as on top; before the first look-up. */
void space_index_put_on_top(struct space_index *x, size_t i);
bool space_index_is_on_top(const struct space_index *x, size_t i);
void space_index_free(struct space_index *x);

/* space_index_set_overlay(), before the first look-up: where a map of `o` shows, the maps of `over` take precedence, and that
   map is not on top. space_index_in_overlay(): whether a map belongs to `over`. */
void space_index_set_overlay(struct space_index *x, const struct object *o, struct space_index *over);
bool space_index_in_overlay(const struct space_index *x, const struct map *m);

/* space_find() in these maps alone; thread-safe. */
const struct map *space_index_find(struct space_index *x, uint64_t avma, struct when when, struct when *from,
                                   struct when *until);

/* Whether a map can ever show: it has a length and comes before it goes. */
static inline bool space_index_shows(const struct map *m)
{
    return m->how->len && when_before(m->from, m->how->until);
}

#endif
