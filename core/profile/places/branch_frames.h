/*
 * branch_frames: the branches that led to a sample, as frames of its call path (report --branch-history):
 * what the CPU recorded of a branch is packed into the two frames that stand for its ends, and added up per frame
 * of a tree. Which frames are one there does not depend on it.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_BRANCH_FRAMES_H
#define PERFOLIO_CORE_PROFILE_PLACES_BRANCH_FRAMES_H

#include "core/profile/keys/branch_types.h"

/* Passes of a loop that were left out in favour of one that stands for them, and the cycles they took. */
struct branch_passes {
    uint32_t n, cycles;
};

/* Leave out what repeats what was taken right before or after it: of n branches those stay that are now
 * v[0 .. what is returned), and passes[i] were left out that began like v[i]. */
size_t branch_frames_unroll(struct branch_entry *v, struct branch_passes *passes, size_t n);

/* What a frame says that is where a branch led to, or where it came from; never 0. */
uint64_t branch_frames_to(const struct branch_entry *e);
uint64_t branch_frames_from(const struct branch_entry *e, const struct branch_passes *passes);

/* What the frames say that are one in a tree. */
struct branch_sum {
    uint64_t to, predicted, mispredicted, aborts; /* ends of branches that led here */
    uint64_t from, cycles, passes, pass_cycles;   /* and of those that came from here */
    uint32_t types;                               /* of those that led here: branch_types_of() */
};

/* Add what a frame says as often as it was seen; 0 is no end of a branch. */
void branch_frames_add(struct branch_sum *sum, uint64_t end, uint64_t times);

/* Add it to a name, as perf does (callchain_list_counts__printf_value()). `arch` may be NULL. */
void branch_frames_show(const struct branch_sum *sum, const struct arch *arch, struct text *out);

#endif
