/*
 * tree_frames: what the frames of a profile's paths are called in trees, and which of them are one there: by
 * function, by address or by source line (perf, match_chain()).
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_FRAMES_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_FRAMES_H

#include "core/profile/show/tree.h"

enum tree_key { TREE_FUNCTION, TREE_ADDRESS, TREE_SRCLINE };

struct tree_naming {
    enum tree_key key;
    bool inlines; /* functions inlined into others are frames of their own */
};

/* One per frame of `p`; texts live in `arena`. */
struct tree_frame *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                   const struct key_context *kc, struct arena *arena);

#endif
