/*
 * space: what is mapped where, in one address space, over time. Private to core/model: the timeline builds
 * spaces, everybody else asks them through mapping.h.
 *
 * The index is a segment tree over the stretches between the maps' edges (de Berg et al., Computational
 * Geometry, 10.3): a map is noted in the few nodes that together make up its range. All maps of a node cover
 * all of it, so what shows there is a function of time alone, kept as steps. A look-up walks from the stretch
 * of the address to the root and takes the latest map that any node shows: O(log^2 n), however often one
 * range was mapped.
 *
 *     steps   ......|A..|B...|C..            root: nothing, then A, then B over it, then C
 *                  /         \
 *          |D.........   ....|E..|A.|E..     (gone again: what is below shows again)
 *     bounds 0x1000   0x2000   0x5000
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H

#include "core/model/timeline/mapping.h"

/* From `at` on a node shows this map. */
struct step {
    uint32_t at;  /* place in moments + 1 */
    uint32_t map; /* place in maps + 1; 0: none */
};

struct space {
    struct map *maps; /* in order of time; once sealed: by address, then by time */
    size_t n, cap;
    uint64_t *bounds; /* every address at which a map starts or ends, in order */
    size_t nbounds;
    struct when *moments; /* every moment at which a map comes or goes, in order */
    size_t nmoments;
    struct step *steps; /* of node i: first[i] up to first[i + 1], in order of time */
    size_t *first; /* nodes: the root is 1, below i are 2i and 2i + 1, stretches are the last nbounds - 1 */
    const struct space *parent; /* asked for what this space does not have; NULL: none */
    struct when parent_at;      /* as of this moment */
    bool after_exec;            /* the parent is the image before */
    struct when settled;        /* the last moment at which one of its own maps came or went */
    unsigned depth;             /* of forks with maps of their own above this one */
};

void space_add(struct space *s, const struct map *m);
void space_seal(struct space *s);
void space_clear(struct space *s);

#endif
