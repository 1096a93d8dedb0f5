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

/* In 64 bytes, for there is one for each process and each exec. */
struct space {
    struct map *maps; /* once they are gathered, in order of time; once sealed: by address, then by time */
    struct space_index *index;  /* once sealed; NULL: no two maps overlap */
    const struct space *parent; /* asked for what this space does not have; NULL: none */
    struct when parent_at;      /* as of this moment */
    uint32_t n;                 /* maps */
    int32_t machine, pid;       /* of a process: whose; machine: see struct space_view */
    uint32_t begun,
        settled; /* once sealed: its own map that shows first, and the one that came or went last, + 1; 0: none */
    uint16_t depth;  /* of forks with maps of their own above this one */
    bool after_exec; /* the parent is the image before */
};

/* The maps of all spaces: as they are added, in order of time, then those of a space one behind the other. */
struct space_maps {
    struct space_maps_added {
        struct map map;
        struct space *space;
    } * added;
    size_t n, cap;
    struct map *gathered;
};

/* There will be at most n maps: room for them. */
void space_maps_expect(struct space_maps *l, size_t n);

/* Returns the map's number in the order in which they are added. */
size_t space_add(struct space_maps *l, struct space *s, const struct map *m);

/* No more maps. They are the spaces' from now on, and live as long as `l`. */
void space_maps_gather(struct space_maps *l);
void space_maps_free(struct space_maps *l);

void space_seal(struct space *s);

/* Once sealed: where the space shows an object, what `over` shows instead goes first, which has to outlive it. */
void space_lay_over(struct space *s, const struct object *o, struct space_index *over);

void space_clear(struct space *s);

#endif
