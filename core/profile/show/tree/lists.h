/*
 * lists: where each shown row occurs in the paths of a profile, how deep, and which samples ended there, found once
 * for the trees of all rows. Threads go through parts of the paths; memory grows with the paths, not with the
 * threads.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H

#include "core/profile/show/tree/tree.h"

struct tree_lists {
    const struct table *table;
    const struct paths *paths;
    /* of_row[first[row] .. first[row + 1]): where a shown row occurs, in ascending order */
    struct tree_list {
        uint32_t *first, *of_row;
    } paths_of, ends_of; /* paths, with children only; and ends */
    /* Per path: samples in which its row is met first from inside; NULL: trees lead inwards. */
    struct path_rest *outwards;
    const struct path_rest *ended; /* paths.ended, if trees lead inwards; else NULL */
    struct path_rest *rests;       /* per shown row; NULL: none */
    uint32_t other;                /* a path that is [other] */
    uint32_t *depths;              /* with children: tree_forest_depths() */
};

/* The table must outlive the lists. */
void tree_lists_init(struct tree_lists *l, const struct table *t, struct tree_opts o);
void tree_lists_free(struct tree_lists *l);

#endif
