/*
 * space: what is mapped where, in one address space, over time. Private to core/model: the timeline builds
 * spaces, everybody else asks them through mapping.h.
 *
 * Of most processes no two maps ever overlap: then the maps in order of address are all it takes. The others
 * have an index (space_index.h).
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H

#include "core/model/timeline/mapping.h"

struct space_index;

struct space {
    struct map *maps; /* in order of time; once sealed: by address, then by time */
    size_t n, cap;
    struct space_index *index;  /* once sealed; NULL: no two maps overlap */
    const struct space *parent; /* asked for what this space does not have; NULL: none */
    struct when parent_at;      /* as of this moment */
    struct when begun,
        settled; /* once sealed: the first and the last moment at which one of its own maps came or went */
    bool after_exec; /* the parent is the image before */
    uint16_t depth;  /* of forks with maps of their own above this one */
};

void space_add(struct space *s, const struct map *m);
void space_seal(struct space *s);
void space_clear(struct space *s);

#endif
