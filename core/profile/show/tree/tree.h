/*
 * tree: the callers or callees of one row, worked out of the paths of a profile, some rows at a time by threads: there is
 * never room for the trees of all. Paths of different rows that read the same are joined.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_TREE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_TREE_H

#include "core/base/arena.h"
#include "core/profile/show/table.h"
#include "core/profile/places/branch_frames.h"

struct tree_opts {
    bool children; /* rows were counted with their callees, too: their trees lead on from where they occur */
    bool callers_first; /* from the outermost frame inwards; else from the innermost outwards */
    bool taken;         /* add up what is known of branches */
    bool by_class;      /* siblings in the order of their classes; else the heaviest first */
    unsigned threads;   /* that make trees; at least 1 */
};

/* What frames are to a tree. */
struct tree_frame {
    uint32_t class; /* frames of one class are one in a tree; and the order of classes of equal weight */
    uint32_t rank;  /* of those that a tree has as one, the name is that of the lowest */
    bool marker;    /* no address (PERF_CONTEXT_MAX and beyond): lists of frames leave it out */
};

/* Which frames are one: those of a function, of an address or of a source line (perf, match_chain()). */
enum tree_key { TREE_FUNCTION, TREE_ADDRESS, TREE_SRCLINE };

struct tree_naming {
    enum tree_key key;
    bool inlines; /* functions inlined into others are frames of their own */
};

/* The frames of paths, for their trees. */
struct tree_frames {
    struct tree_frame *v; /* one each */
    const char **names;   /* frames.c's: what they are called, once asked for; in `texts` */
    const struct paths *paths;
    const struct key_context *kc;
    const char **sources; /* per frame, where it is in the source; NULL: unknown */
    struct arena texts;
};

/* What is given has to outlive them. */
struct tree_frames *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                    const struct key_context *kc);
void tree_frames_free(struct tree_frames *t);

/* What a frame is called, for as long as they are there; one caller at a time. */
const char *tree_frames_name(struct tree_frames *t, uint32_t frame);

/* A frame of a tree. */
struct branch {
    uint32_t frame;           /* of the paths */
    uint32_t parent;          /* branch */
    uint32_t first, next;     /* branch: the first one that goes on from here, its next sibling; 0: none */
    uint64_t period, samples; /* of the paths that end here */
    uint64_t below_period, below_samples; /* and of those that go on */
};

struct tree {
    const struct branch *v; /* v[0] is the root, and no frame */
    size_t n;
    const struct branch_sum *taken; /* per branch; NULL: not asked for */
};

struct forest;

/* `frames[i]` is about frame i of the profile's paths; it and the table have to outlive the forest. */
struct forest *tree_forest_new(const struct table *t, const struct tree_frame *frames, struct tree_opts o);
void tree_forest_free(struct forest *f);

/* How many trees there may be at a time. */
size_t tree_forest_room(const struct forest *f);

/* Make the trees of up to as many rows that are shown. What goes on from branches whose period is below `least` may be left
   out but for its weight. */
void tree_forest_grow(struct forest *f, const uint32_t *rows, size_t n, uint64_t least);

/* That of rows[i]; it holds until others are made. */
struct tree tree_of_forest(const struct forest *f, size_t i);

/* With children: per row of the profile, for those that are shown, how many frames the longest of its call paths has; for
   struct line_order. The forest's. */
const uint32_t *tree_forest_depths(const struct forest *f);

#endif
