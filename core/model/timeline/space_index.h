/*
 * space_index: finds the map of an address at a moment if maps overlap. It is the latest map that covers the
 * address; it is said to show there. Private to core/model.
 *
 * The index is a segment tree over the address ranges between the edges of maps (de Berg et al.,
 * Computational Geometry, 10.3). A map is stored in the few nodes whose ranges together make its range. All
 * maps of a node cover the node's whole range, so which of them shows depends on time alone. A node stores
 * this as steps over time. A look-up walks from the leaf of the address to the root, and takes the latest map
 * that shows in any node on the way. It takes O(log^2 n), however often one range was mapped.
 *
 * Most addresses are in a map that is on top: no later map overlaps it, so it shows as long as it is valid.
 * Such a map is found without the tree. The first look-up of an address outside of these maps builds the
 * tree; other threads that need the tree wait for it.
 *
 *     steps   ......|A..|B...|C..            root: nothing, then A, then B over it, then C
 *                  /         \
 *          |D.........   ....|E..|A.|E..     (E is covered by A, which ends: then E shows again)
 *     bounds 0x1000   0x2000   0x5000
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_SPACE_INDEX_H
#define PERFOLIO_CORE_MODEL_TIMELINE_SPACE_INDEX_H

#include "core/model/timeline/mapping.h"

struct space_index;

/* Makes an index of n maps, which are in the order of space.maps. The index uses the array, which must not be moved or
   freed. */
struct space_index *space_index_new(const struct map *maps, size_t n);

/* Marks the i-th map as on top. Call it before the first look-up. */
void space_index_put_on_top(struct space_index *x, size_t i);
bool space_index_is_on_top(const struct space_index *x, size_t i);
void space_index_free(struct space_index *x);

/* space_index_set_overlay(): wherever a map of object `o` shows, a map of `over` takes precedence. Maps of
   `o` are then no longer on top. Call it before the first look-up. space_index_in_overlay(): whether a map
   belongs to `over`. */
void space_index_set_overlay(struct space_index *x, const struct object *o, struct space_index *over);
bool space_index_in_overlay(const struct space_index *x, const struct map *m);

/* Like space_find(), but only in the maps of the index. Thread-safe. */
const struct map *space_index_find(struct space_index *x, uint64_t avma, struct when when, struct when *from,
                                   struct when *until);

/* Whether a map can ever show: its length is not 0, and it begins before it ends. */
static inline bool space_index_shows(const struct map *m)
{
    return m->how->len && when_before(m->from, m->how->until);
}

#endif
