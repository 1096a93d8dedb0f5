/*
 * branch_frames: the branches that led to a sample, as frames of its call path (report --branch-history). The data
 * that the CPU recorded of a branch are packed into the frames of its two ends, and summed per frame of a tree. A
 * tree joins frames that differ in these data alone.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_BRANCH_FRAMES_H
#define PERFOLIO_CORE_PROFILE_PLACES_BRANCH_FRAMES_H

#include "core/profile/keys/branch_types.h"

/* Iterations of a loop that branch_frames_drop_loops() dropped because an equal iteration remains, and the
   cycles that they took. */
struct branch_passes {
    uint32_t n, cycles;
};

/* Drop the branches of repeated loop iterations. Returns how many of the n branches remain; passes[i] counts
   the dropped iterations that began with the same branch as v[i]. */
size_t branch_frames_drop_loops(struct branch_entry *v, struct branch_passes *passes, size_t n);

/* branch_frames_to(): the number packed into the frame that a branch led to. branch_frames_from(): the number
   packed into the frame that it came from. Never 0. */
uint64_t branch_frames_to(const struct branch_entry *e);
uint64_t branch_frames_from(const struct branch_entry *e, const struct branch_passes *passes);

/* Sums of the branches that begin or end at a frame of a tree. */
struct branch_sum {
    uint64_t to, predicted, mispredicted, aborts; /* branches that led here */
    uint64_t from, cycles, passes, pass_cycles;   /* branches that came from here */
    uint32_t types;                               /* of branches that led here: branch_types_of() */
};

/* Add a packed number that was seen `times` times; 0: the frame is no end of a branch. */
void branch_frames_add(struct branch_sum *sum, uint64_t end, uint64_t times);

/* Add the sum to a frame's name, as perf does (callchain_list_counts__printf_value()). `arch` may be NULL. */
void branch_frames_show(const struct branch_sum *sum, const struct arch *arch, struct text *out);

#endif
