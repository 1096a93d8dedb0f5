/*
 * tree: the callers or callees of a row, as a tree computed from the paths of a profile. Threads make the trees of a
 * few rows at a time, since the trees of all rows may not fit into memory. Paths of different rows that read the same
 * are joined.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_TREE_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_TREE_H

#include "core/base/arena.h"
#include "core/profile/show/table.h"
#include "core/profile/places/branch_frames.h"

struct tree_opts {
    bool children;      /* rows also count their callees: a tree begins at the steps of the row in paths */
    bool callers_first; /* from the outermost frame inwards; else from the innermost outwards */
    bool taken;         /* sum up the data of branches (branch_frames.h) */
    bool by_class;      /* siblings are in the order of their classes; else the heaviest comes first */
    unsigned threads;   /* number of threads that make trees; at least 1 */
};

/* How frames are joined, ordered and named in trees. */
struct tree_frame {
    /* siblings of one class are joined; siblings of equal weight are in the order of their classes */
    uint32_t class;
    uint32_t rank; /* joined frames are shown under the name of the frame with the lowest rank */
    bool marker;   /* a context marker (PERF_CONTEXT_MAX and up), which lists of frames leave out */
    bool joins;    /* its class has several frames */
};

/* How frames are told apart: by function, by address, or by source line (perf, match_chain()). */
enum tree_key { TREE_FUNCTION, TREE_ADDRESS, TREE_SRCLINE };

struct tree_naming {
    enum tree_key key;
    bool inlines; /* inlined functions are frames of their own */
};

/* The frames of a profile's paths, for its trees. */
struct tree_frames {
    struct tree_frame *v; /* per frame */
    const char **names;   /* per frame: its name, made by tree_frames_name(), in `texts` (frames.c) */
    const struct paths *paths;
    struct frame_order *order; /* has `v`; NULL: these frames own it */
    const struct key_context *kc;
    const char **sources; /* per frame: its source line; NULL: unknown */
    struct arena texts;
};

/* Prepare the frames of `p` for trees. All arguments must outlive the result. */
struct tree_frames *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                    const struct key_context *kc);
void tree_frames_free(struct tree_frames *t);

/* The name of a frame, which lives as long as the frames. Not for two threads at a time. */
const char *tree_frames_name(struct tree_frames *t, uint32_t frame);

/* A frame of a tree. */
struct branch {
    uint32_t frame;                       /* index in paths.frames */
    uint32_t parent;                      /* index of a branch */
    uint32_t first, next;                 /* branches: its first child and its next sibling; 0: none */
    uint64_t period, samples;             /* sums of samples whose path ends here */
    uint64_t below_period, below_samples; /* sums of samples whose path continues from here */
};

struct tree {
    const struct branch *v; /* v[0] is the root, without a frame */
    size_t n;
    const struct branch_sum *taken; /* per branch; NULL: not summed */
};

struct forest;

/* frames[i] describes frame i of the profile's paths. `frames` and the table must outlive the forest. */
struct forest *tree_forest_new(const struct table *t, const struct tree_frame *frames, struct tree_opts o);
void tree_forest_free(struct forest *f);

/* How many trees a forest holds at a time. */
size_t tree_forest_capacity(const struct forest *f);

/* Make the trees of n <= tree_forest_capacity() shown rows. Branches whose period is below `least` have their weight,
   but their children may be missing. */
void tree_forest_make_trees(struct forest *f, const uint32_t *rows, size_t n, uint64_t least);

/* The tree of rows[i]. Valid until the next tree_forest_make_trees(). */
struct tree tree_of_forest(const struct forest *f, size_t i);

/* A tree that grows branch by branch, as far as it is looked at. */
struct tree_growth;

/* The tree of a row, which has only its root so far. NULL: trees as the forest's options want them are made whole. The forest
   must outlive it. tree_growth_free(): frees it. */
struct tree_growth *tree_plant(const struct forest *f, uint32_t row);
void tree_growth_free(struct tree_growth *g);

/* Makes the children of a branch, if that was not done yet. tree_so_far(): all branches, valid until the next call. */
void tree_branch_out(struct tree_growth *g, uint32_t branch);
struct tree tree_so_far(const struct tree_growth *g);

/* With children: per shown row of the profile, how many frames its longest call path has; for struct line_order. The
   forest owns it. */
const uint32_t *tree_forest_depths(const struct forest *f);

#endif
