/*
 * bounded_paths: call paths of which the heaviest are kept, no more steps than a number that is given; what goes on
 * from them ends in a step [other].
 *
 * What a path weighs is known before any is taken (path_weights.h). A step is kept if it, and all before it, weigh at
 * least `least`, which grows whenever there are too many steps: to the smallest number that leaves few enough. For
 * what one worker has seen that is never more than for all of it, and what is cut twice is cut as if it had been cut at
 * once where the larger number says; so the result is the same for any number of workers and any order of samples.
 *
 * Until it is settled each step has one end, so that these are bounded, too: where rows do not count in steps, a path
 * begins with a step of its sample's row; else it ends with one, if its last step counts in another row.
 */
#ifndef PERFOLIO_CORE_PROFILE_BOUNDED_PATHS_H
#define PERFOLIO_CORE_PROFILE_BOUNDED_PATHS_H

#include "core/base/hash.h"
#include "core/profile/path_weights.h"
#include "core/profile/paths.h"

struct bounded_paths {
    const struct path_weights *weights;
    uint64_t most;     /* steps, but for those of rows alone and [other] */
    uint32_t least;    /* that a path weighs which is kept */
    size_t room;       /* with more steps it is time to cut, */
    size_t room_kinds; /* and with more kinds to leave out those that no step has */
    bool rooted;       /* paths begin with rows */
    uint32_t other;    /* the kind of step to [other] */
    uint32_t own;      /* the frame of steps that are rows alone */
    uint64_t *hashes;  /* per kind of step: the same in every run of the program */
    size_t nhashes, cap_hashes;
    uint64_t *samples; /* per row, in how many samples' call chains it is, or it is theirs */
    size_t nsamples, cap_samples;
};

/* Bound paths, which are still empty; `rooted`: rows do not count in steps. */
void bounded_paths_init(struct paths *p, const struct path_weights *weights, uint64_t most, bool rooted);
void bounded_paths_free(struct bounded_paths *b);

/* The kind of step that is a row alone. */
uint32_t bounded_paths_own(struct paths *p, uint32_t row);

/* The hash of a path that goes on from one with a hash (0: it begins) with a step. */
static inline uint64_t bounded_paths_hash(const struct bounded_paths *b, uint64_t hash, uint32_t kind)
{
    return hash_u64(hash + b->hashes[kind]);
}

/* Cut a path of n steps: how many it has now, the last one [other] if it was cut. `row`: of its sample; then that of
   its end. */
size_t bounded_paths_cut(const struct paths *p, uint32_t *kinds, size_t n, uint32_t *row);

/* Cut paths that have become too many, and leave out frames and kinds that no step has where these are many. True:
   kinds have other numbers now. */
bool bounded_paths_fit(struct paths *p);

/* The same, whether there are many or not: once a worker has counted all that it will. */
void bounded_paths_trim(struct paths *p);

/* paths_merge() of what is bounded and trimmed. */
void bounded_paths_merge(struct paths *into, struct paths *from, const uint32_t *rows);

/* Once everything is counted: cut to the bound, leave out steps that are rows alone; how many samples' paths are
   cut. To be settled after that. */
uint64_t bounded_paths_end(struct paths *p);

#endif
