/*
 * lists: for each shown row, the paths of a profile in which the row occurs, the length of the longest one, and the
 * samples that ended in them. They are found once for the trees of all rows. Each thread processes a part of the paths;
 * memory grows with the paths, not with the threads.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H

#include "core/profile/show/tree/tree.h"

struct tree_lists {
    const struct table *table;
    const struct paths *paths;
    /* The paths or ends of a shown row are of_row[first[row]] to of_row[first[row + 1] - 1], ascending. */
    struct tree_list {
        uint32_t *first, *of_row;
    } paths_of, ends_of; /* paths_of: only with children */
    /* For trees that lead outwards, per path: the samples in whose path this step is the innermost one of its row.
       NULL: trees lead inwards. */
    struct path_rest *outwards;
    const struct path_rest *ended; /* paths.ended, if trees lead inwards; else NULL */
    /* For trees that lead inwards, in the order of ends_of.of_row: the path of each end, and the sum of all ends before it, with a last
       element for the sum of all. NULL: trees lead outwards. */
    uint32_t *own_path;
    struct path_rest *own_before;
    struct path_rest *rests; /* per shown row; NULL: none */
    uint32_t other;          /* index of a path whose last step is [other] */
    uint32_t *depths;        /* the result of tree_forest_depths(); only with children */
};

/* The table must outlive the lists. */
void tree_lists_init(struct tree_lists *l, const struct table *t, struct tree_opts o);
void tree_lists_free(struct tree_lists *l);

#endif
