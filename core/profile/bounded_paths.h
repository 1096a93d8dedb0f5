/*
 * bounded_paths: a tree of call paths with at most a given number of steps. The heaviest steps stay; a path that
 * is cut ends in a step [other].
 *
 * An earlier pass over the samples estimates the weight of every path (path_weights.c). A step is kept if it and
 * all steps before it weigh at least `least`. When there are too many steps, `least` grows to the smallest number
 * that leaves few enough. The `least` of one worker never exceeds the `least` that all samples would give in one
 * tree, and two cuts have the result of one cut at the larger `least`. So the result depends neither on the number
 * of workers nor on the order of samples.
 *
 * Until bounded_paths_end(), each path has at most one end (struct path_end), so that the number of ends is
 * bounded, too. For this a path has a step that stands for the sample's row alone ("step of a row alone"): at its
 * beginning if rows do not count in steps (`rooted`), else at its end if its last step counts in another row.
 */
#ifndef PERFOLIO_CORE_PROFILE_BOUNDED_PATHS_H
#define PERFOLIO_CORE_PROFILE_BOUNDED_PATHS_H

#include <stdint.h>
#include <assert.h>

#include "core/base/hash.h"
#include "core/profile/paths.h"

/* A hash table of fixed size that estimates how many samples lead through each beginning of a call path: a Count-Min
   sketch (Cormode and Muthukrishnan, Journal of Algorithms 55, 2005). A beginning has two counters in one cache line;
   its weight is the smaller one. It is never too low, and too high only if other beginnings share both counters.
   Additions commute, so the result does not depend on the number of workers. */

struct path_weights;

/* Make a table that is large enough to choose the `most` heaviest beginnings: PATH_WEIGHTS_BYTES for each, at
   most 256 MiB. */
enum { PATH_WEIGHTS_BYTES = 128 };
struct path_weights *path_weights_new(uint64_t most);
void path_weights_free(struct path_weights *w);

/* The estimated number of samples whose call path begins with the path of this hash, at most 2^31. */
uint32_t path_weights_of(const struct path_weights *w, uint64_t hash);

/* The buffer of one worker: it sums counts of frequent beginnings before it adds them to the table. */
struct path_adder;
struct path_adder *path_adder_new(struct path_weights *w);

/* Count a sample whose call path begins with the path of this hash. */
void path_adder_add(struct path_adder *a, uint64_t hash);

/* Add the remaining counts to the table and free `a`, which may be NULL. */
void path_adder_end(struct path_adder *a);

struct bounded_paths {
    const struct path_weights *weights;
    uint64_t most;     /* most steps to keep; [other] and steps of a row alone are not counted */
    uint32_t least;    /* paths of at least this weight are kept */
    size_t room;       /* with more steps than this, paths are cut */
    size_t room_kinds; /* with more kinds of steps than this, unused kinds are dropped */
    bool rooted;       /* paths begin with the row of their sample */
    uint32_t other;    /* the kind of the step [other] */
    uint32_t own;      /* the frame that stands for a row in steps of a row alone */
    uint64_t *hashes;  /* per kind of step: a hash that is equal in every run of the program */
    size_t nhashes, cap_hashes;
    uint64_t *samples; /* per row: samples that have it as their own row or in their call chain */
    size_t nsamples, cap_samples;
};

/* Make `p`, which is still empty, a tree of bounded paths. `weights` must outlive it. `rooted`: paths begin with the
   row of their sample, and callers are not counted in rows. */
void bounded_paths_init(struct paths *p, const struct path_weights *weights, uint64_t most, bool rooted);

/* The number of the kind of step that stands for a row alone; added if it is new. */
uint32_t bounded_paths_row_kind(struct paths *p, uint32_t row);

/* The hash of a path that continues the path with hash `hash` by one step; `hash` 0: the empty path. */
static inline uint64_t bounded_paths_hash(const struct bounded_paths *b, uint64_t hash, uint32_t kind)
{
    assert(kind < b->nhashes);
    return hash_u64(hash + b->hashes[kind]);
}

/* Cut the path kinds[0 .. n). Returns the number of steps left; the last one is [other] if the path was cut. *row: the
   sample's row, replaced by the row that the path's end counts in. */
size_t bounded_paths_cut_path(const struct paths *p, uint32_t *kinds, size_t n, uint32_t *row);

/* Cut paths if there are more than `room` steps, and drop unused frames and kinds if there are more than
   `room_kinds` kinds. True: kinds have new numbers. */
bool bounded_paths_cut_if_full(struct paths *p);

/* Cut paths and drop unused frames and kinds, however many there are. Called when a worker has counted all
   its samples. */
void bounded_paths_trim(struct paths *p);

/* paths_merge() for bounded paths that are trimmed; frees `from`. */
void bounded_paths_merge(struct paths *into, struct paths *from, const uint32_t *rows);

/* Call it after the last sample: cuts to `most` steps and removes steps of a row alone. Returns how many samples have
   a cut path. The caller calls paths_settle() next. */
uint64_t bounded_paths_end(struct paths *p);

#endif
