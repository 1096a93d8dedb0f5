/*
 * kept_paths: the call paths of all stacks of columns, which questions that name frames alike share. They are found once, and
 * stand in depth-first order, so that the paths of some samples are found, in that order, by one pass over all paths.
 * Private to lib/columns, but for the session that keeps them.
 */
#ifndef PERFOLIO_LIB_COLUMNS_STACKS_KEPT_PATHS_H
#define PERFOLIO_LIB_COLUMNS_STACKS_KEPT_PATHS_H

#include "core/profile/count/count_opts.h"
#include "lib/columns/sample_columns.h"

struct kept_paths {     /* zero-initialise */
    uint32_t *of_stack; /* per stack: the path it leads to; NULL: none are kept yet */
    struct paths paths; /* settled, without ends; `until` is not set */
    /* the options that tell frames apart (count_frame()) */
    bool by_address, at_calls, in_objects, exact;
    enum count_inlines inlines;
};

/* Whether the kept paths are such as the options ask for. */
bool kept_paths_fit(const struct kept_paths *k, const struct count_opts *o);

/* Replaces the kept paths. Takes `paths`, which have no ends, and of_stack[], which has a path for each of the nstacks
   stacks. */
void kept_paths_put(struct kept_paths *k, const struct count_opts *o, struct paths *paths, uint32_t *of_stack,
                    size_t nstacks);

/* Adds to `out`, which has no paths, those that n ends are at, and those that lead there, settled; path[i] is the kept path of
   end i. The ends themselves are left to the caller: order[] receives their numbers in the order of paths, those of path
   i from out->first_end[i] on. */
void kept_paths_take(const struct kept_paths *k, const uint32_t *path, size_t n, struct paths *out,
                     uint32_t *order);

void kept_paths_free(struct kept_paths *k);

#endif
