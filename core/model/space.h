/*
 * space: what is mapped where, in one address space, over time. Private to core/model: the timeline builds
 * spaces, everybody else asks them through timeline.h.
 *
 * The index is the maps sorted by start with, above them, a tree of the largest end of each stretch: a
 * look-up walks only into stretches that can hold the address.
 */
#ifndef PERFOLIO_CORE_MODEL_SPACE_H
#define PERFOLIO_CORE_MODEL_SPACE_H

#include "core/model/timeline.h"

struct space {
    struct map *maps;
    size_t n, cap;
    uint64_t *ends; /* ends[i]: the largest end in the subtree at i, a heap over the sorted maps */
    size_t leaves;  /* a power of two >= n */
    const struct space *parent; /* asked for what this space does not have; NULL: nobody */
    struct when parent_at;      /* as of this moment */
    struct when settled;        /* the last moment at which one of its own maps came or went */
    unsigned depth;             /* of forks with maps of their own above this one */
};

void space_add(struct space *s, const struct map *m);
void space_seal(struct space *s);
void space_clear(struct space *s);

#endif
