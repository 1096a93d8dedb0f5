/*
 * space: the mappings of one address space over time. Private to core/model: the timeline builds spaces,
 * other code queries them through mapping.h.
 *
 * In most processes no two maps ever overlap: the maps sorted by address are enough. Other processes have an
 * index (space_index.h).
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_SPACE_H

#include "core/model/timeline/mapping.h"

struct space_index;

/* 64 bytes: there is one for each process and each exec. */
struct space {
    struct map *maps;           /* once gathered: in order of time; once sealed: by address, then by time */
    struct space_index *index;  /* once sealed; NULL: not needed, no two maps overlap */
    const struct space *parent; /* answers where this space has no map; NULL: none */
    struct when parent_at;      /* as it was at this moment */
    uint32_t n;                 /* number of maps */
    int32_t machine, pid;       /* the process; machine: see struct space_view */
    /* Once sealed, + 1: its own map that shows first, and the last that came or went; 0: none. */
    uint32_t begun, settled;
    uint16_t depth;  /* number of ancestor spaces with maps of their own */
    bool after_exec; /* the parent is the process' image before an exec */
};

/* The maps of all spaces: first as they are added, in order of time, then grouped by space. */
struct space_maps {
    struct space_maps_added {
        struct map map;
        struct space *space;
    } * added;
    size_t n, cap;
    struct map *gathered;
};

/* Makes room for n maps at most. */
void space_maps_expect(struct space_maps *l, size_t n);

/* Adds a map to a space; returns its number in order of addition. */
size_t space_add(struct space_maps *l, struct space *s, const struct map *m);

/* Groups the maps by space. None may be added afterwards; they live as long as `l`. */
void space_maps_gather(struct space_maps *l);
void space_maps_free(struct space_maps *l);

/* Sorts the space's maps and builds its index if needed. May be called again after maps were changed. */
void space_seal(struct space *s);

/* Once sealed: where the space shows object `o`, the maps of `over` take precedence. `over` has to outlive the space. */
void space_lay_over(struct space *s, const struct object *o, struct space_index *over);

void space_clear(struct space *s);

#endif
