/* mapping: mappings over time, and queries of address spaces (space.c). */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H
#define PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H

#include "core/model/record.h"
#include "core/model/timeline/object.h"

/* What is mapped, and how; shared by all processes that map the same. */
struct map_how {
    const struct object *object;
    uint64_t len;
    uint64_t pgoff;    /* file offset of the start; of a kernel: avma of the reference symbol (0: unknown) */
    struct when until; /* in force until before this moment (KSYMBOL unregister); WHEN_NEVER: for good */
    const char *ref_symbol; /* kernels: "_text" or "_stext"; else NULL */
    uint64_t ino;
    uint32_t prot, flags;
    bool is_data;
    bool is_replaced; /* made of struct replaced_code: pgoff is its `at` */
    /* Anonymous memory over the object's code, assumed to be a copy of it (made/remapped.c). */
    bool is_assumed;
};

/* Code that a program made at a place where it made other code before or later: it is there from a moment until the next
   code is. */
struct replaced_code {
    uint64_t avma, len;
    uint64_t from; /* ns of the recording's clock; 0: the first code there */
    uint64_t at;   /* its place in the object's symbol table */
};

/* 32 bytes: there are as many as all processes have mappings. */
struct map {
    uint64_t start;   /* avma */
    struct when from; /* in force from this moment */
    const struct map_how *how;
};

/* The end of a mapping: avma, exclusive. */
static inline uint64_t map_end(const struct map *m)
{
    return m->start + m->how->len;
}

static inline bool map_covers(const struct map *m, uint64_t avma)
{
    return avma - m->start < m->how->len;
}

struct space;

/* The mapping of `avma` in a space at a moment; NULL: none. [*from, *until) is the window in which that is the answer. */
const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until);

/* Whether nothing changes in a space after this moment: an address without a mapping then never gets one. */
bool space_is_final(const struct space *s, struct when when);

/* Whether nothing was mapped yet at a moment, not counting the image before an exec. */
bool space_empty(const struct space *s, struct when when);

/* The parent space, as of the fork: it answers for addresses without a mapping here. NULL: none. */
const struct space *space_parent(const struct space *s);

/* Whether a map that space_find() returned belongs to the image before an exec: the new image does not cover the address. */
bool space_map_is_pre_exec(const struct space *s, const struct map *m);

/* Whether a map is the space's own and no later one overlaps it: it shows whenever it is in force. */
bool space_map_is_on_top(const struct space *s, const struct map *m);

/* The i-th of the space's own maps by address; NULL: there are fewer. */
const struct map *space_nth_map(const struct space *s, size_t i);

/* A cache of the maps that were looked up last, among those that are on top (space_map_is_on_top()). */
enum { SPACE_RECENT = 4 };

struct space_recent {
    const struct space *space; /* NULL: empty */
    const struct map *maps[SPACE_RECENT];
    unsigned next; /* the entry that is replaced next */
};

/* Looks an address up in the cache; NULL: it is not there, or its map is not in force. */
static inline const struct map *space_recent_cached(const struct space_recent *r, uint64_t avma,
                                                    struct when when)
{
    for (unsigned i = 0; i < SPACE_RECENT; i++) {
        const struct map *m = r->maps[i];
        if (!m || !map_covers(m, avma))
            continue;
        if (when_within(when, m->from, m->how->until))
            return m;
        return NULL;
    }
    return NULL;
}

/* Whether an address lies in no mapping, and the window in which it does not. */
struct space_hole {
    bool is;
    struct when from, until;
};

/* Searches the space on a miss and caches the map if it is on top; else NULL. `hole` says whether the address lies in no
   mapping at all. */
const struct map *space_recent_search(struct space_recent *r, uint64_t avma, struct when when,
                                      struct space_hole *hole);

/* The cached map of an address, or the one found by space_recent_search(). */
static inline const struct map *space_recent_map(struct space_recent *r, uint64_t avma, struct when when,
                                                 struct space_hole *hole)
{
    const struct map *m = space_recent_cached(r, avma, when);
    hole->is = false;
    if (m)
        return m;
    return space_recent_search(r, avma, when, hole);
}

/* An address space of a process, and when it began; `machine`: a guest's pid, or -1. */
struct space_view {
    int32_t machine, pid;
    struct when from;
    const struct space *space;
};

#endif
