/* mapping: mappings over time, and queries of address spaces (space.c). */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H
#define PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H

#include "core/model/record.h"
#include "core/model/timeline/object.h"

/* The properties of a mapping except its address and time. Processes that map the same object in the same
   way share one struct. */
struct map_how {
    const struct object *object;
    uint64_t len;
    uint64_t pgoff;    /* file offset of the start; for a kernel: avma of the reference symbol (0: unknown) */
    struct when until; /* the mapping ends at this moment (KSYMBOL unregister); WHEN_NEVER: it does not end */
    const char *ref_symbol; /* for kernels: "_text" or "_stext"; else NULL */
    uint64_t ino;
    uint32_t prot, flags;
    bool is_data;
    bool is_replaced; /* made from a struct replaced_code; pgoff is its `at` */
    /* anonymous memory over the object's code, assumed to be a copy of that code (made/remapped.c) */
    bool is_assumed;
};

/* JIT code at an address that had other JIT code before or later. It is there from the moment `from` until
   other code replaces it. */
struct replaced_code {
    uint64_t avma, len;
    uint64_t from; /* ns by the recording's clock; 0: the first code at the address */
    uint64_t at;   /* its address in the object's symbol table */
};

/* The struct has 32 bytes, because there is one for each mapping of each process. */
struct map {
    uint64_t start;   /* avma */
    struct when from; /* valid from this moment */
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

/* The mapping of `avma` in a space at a moment; NULL: none. [*from, *until) receives the window of time in which the
   result is the same. */
const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until);

/* Whether a space does not change any more after a moment: an address without a mapping then never gets
   one later. */
bool space_is_final(const struct space *s, struct when when);

/* Whether a space has no mapping yet at a moment. Mappings of the image before an exec are not counted. */
bool space_empty(const struct space *s, struct when when);

/* The parent space. Its mappings at the time of the fork are used where `s` has none. NULL: there is no
   parent. */
const struct space *space_parent(const struct space *s);

/* Whether a map that space_find() returned belongs to the image before an exec, since the new image does
   not map the address. */
bool space_map_is_pre_exec(const struct space *s, const struct map *m);

/* Whether a map belongs to the space itself (not to a parent) and no later map overlaps it. Then
   space_find() returns it for all its addresses as long as it is valid. */
bool space_map_is_on_top(const struct space *s, const struct map *m);

/* The i-th of the space's own maps, sorted by address; NULL: there are fewer. */
const struct map *space_nth_map(const struct space *s, size_t i);

/* A cache of maps that were looked up. It only has maps that are on top (space_map_is_on_top()). */
enum { SPACE_RECENT = 4 };

struct space_recent {
    const struct space *space; /* NULL: empty */
    const struct map *maps[SPACE_RECENT];
    unsigned next; /* the entry that is replaced next */
};

/* Looks an address up in the cache. NULL: no cached map covers the address at this moment. */
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

/* Whether an address is in no mapping, and the window of time in which this is so. */
struct space_hole {
    bool is;
    struct when from, until;
};

/* Searches the space after a cache miss. If the map of the address is on top, it is cached and returned;
   else the result is NULL. `hole` receives whether the address is in no mapping at all. */
const struct map *space_recent_search(struct space_recent *r, uint64_t avma, struct when when,
                                      struct space_hole *hole);

/* The map of an address: from the cache, else by space_recent_search(). */
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
