/*
 * tree_frames: what the frames of a profile's paths are called in trees, and which of them are one there: by
 * function, by address or by source line (perf, match_chain()).
 */
#ifndef PERFOLIO_CORE_PROFILE_TREE_FRAMES_H
#define PERFOLIO_CORE_PROFILE_TREE_FRAMES_H

#include "core/profile/tree.h"

/* One per frame of `p`; texts live in `arena`. */
struct tree_frame *tree_frames_new(const struct paths *p, const struct key_context *kc, struct arena *arena);

#endif
