/*
 * tree: the callers or callees of one row, worked out of the paths of a profile, a row at a time: there is
 * never room for more than one tree. Paths of different rows that read the same are joined.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_H

#include "core/profile/show/table.h"
#include "core/profile/places/branch_frames.h"

struct tree_opts {
    bool children; /* rows were counted with their callees, too: their trees lead on from where they occur */
    bool callers_first; /* from the outermost frame inwards; else from the innermost outwards */
    bool taken;         /* add up what is known of branches */
    bool by_class;      /* siblings in the order of their classes; else the heaviest first */
};

/* What frames are called. */
struct tree_frame {
    const char *text;
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

/* One per frame of `p`; texts live in `arena`. */
struct tree_frame *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                   const struct key_context *kc, struct arena *arena);

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

/* The tree of a row that is shown; it holds until the next call. What goes on from branches whose period is below `least`
   may be left out but for its weight. */
struct tree tree_of_forest(struct forest *f, uint32_t row, uint64_t least);

/* Per row of the profile, for those that are shown, how many frames the longest of its call paths has; for
   struct line_order. malloc'ed. */
uint32_t *tree_forest_depths(const struct forest *f);

#endif
