/* mapping: what is mapped where, from when on, and what address spaces (space.c) are asked about it. */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H
#define PERFOLIO_CORE_MODEL_TIMELINE_MAPPING_H

#include "core/model/record.h"
#include "core/model/timeline/object.h"

/* What is mapped, and how: once for all processes that map the same. */
struct map_how {
    const struct object *object;
    uint64_t len;
    uint64_t pgoff;         /* foff of the start; of a kernel: the reference symbol's avma (0: unknown) */
    struct when until;      /* in force to before here (KSYMBOL unregister); WHEN_NEVER: for good */
    const char *ref_symbol; /* kernels: "_text" or "_stext"; else NULL */
    uint64_t ino;
    uint32_t prot, flags;
    bool is_data;
    bool is_replaced; /* struct replaced_code: pgoff is its `at` */
    bool
        is_assumed; /* anonymous memory over the object's code, which it is taken to have (made/remapped.c) */
};

/* Code that a program made at a place where it made other code before or later: it lies there from a moment on, until other
   code does. */
struct replaced_code {
    uint64_t avma, len;
    uint64_t from; /* ns of the recording's clock; 0: it was the first there */
    uint64_t at;   /* where the object's table has it */
};

/* In 32 bytes, for there may be as many as processes have files. */
struct map {
    uint64_t start;   /* avma */
    struct when from; /* in force from here */
    const struct map_how *how;
};

/* avma, exclusive. */
static inline uint64_t map_end(const struct map *m)
{
    return m->start + m->how->len;
}

static inline bool map_covers(const struct map *m, uint64_t avma)
{
    return avma - m->start < m->how->len;
}

struct space;

/* The mapping of `avma` in a space at a moment, or NULL, and the window in which that answer holds. */
const struct map *space_find(const struct space *s, uint64_t avma, struct when when, struct when *from,
                             struct when *until);

/* Whether nothing is mapped or unmapped any more from this moment on: what lies nowhere then lies nowhere for
 * good. */
bool space_settled(const struct space *s, struct when when);

/* Whether nothing was mapped until then, of what an exec left aside. */
bool space_empty(const struct space *s, struct when when);

/* The space that is asked for what this one does not have, as of the fork, or NULL. */
const struct space *space_parent(const struct space *s);

/* Whether what space_find() gave is of the image before an exec: the new one does not cover the address. */
bool space_before_exec(const struct space *s, const struct map *m);

/* Whether the map is the space's own, not one that it has from its parent. */
bool space_owns(const struct space *s, const struct map *m);

/* The same, and no later one overlaps it, so that it shows while it is in force. */
bool space_is_on_top(const struct space *s, const struct map *m);

/* The i-th of the space's own maps, by address; NULL behind the last. */
const struct map *space_map(const struct space *s, size_t i);

/* The maps of a space that were looked into last, of those of its own that no later one overlaps. */
enum { SPACE_RECENT = 4 };

struct space_recent {
    const struct space *space; /* NULL: nothing is known of it */
    const struct map *maps[SPACE_RECENT];
    unsigned next; /* which of them goes first when another is found */
};

/* The one of them that an address lies in, if it is in force; else NULL. */
static inline const struct map *space_recent_seen(const struct space_recent *r, uint64_t avma,
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

/* Whether an address lies in no mapping at all at a moment, and if so from when on and until when. */
struct space_hole {
    bool is;
    struct when from, until;
};

/* The same for one that was not looked into of late, and from now on is; NULL: the address lies in no such map. */
const struct map *space_recent_look(struct space_recent *r, uint64_t avma, struct when when,
                                    struct space_hole *hole);

static inline const struct map *space_recent_map(struct space_recent *r, uint64_t avma, struct when when,
                                                 struct space_hole *hole)
{
    const struct map *m = space_recent_seen(r, avma, when);
    hole->is = false;
    if (m)
        return m;
    return space_recent_look(r, avma, when, hole);
}

/* One of a process; `machine`: a guest's pid or -1. */
struct space_view {
    int32_t machine, pid;
    struct when from;
    const struct space *space;
};

#endif
