/*
 * lists: where the rows that are shown occur in the paths of a profile, how deep, and what ended there: found once, for
 * the trees of all rows. Threads go through parts of the paths, so lists grow with these and not with the number of threads.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H
#define PERFOLIO_CORE_PROFILE_SHOW_TREE_LISTS_H

#include "core/profile/show/tree/tree.h"

struct tree_lists {
    const struct table *table;
    const struct paths *paths;
    struct tree_list { /* of_row[first[row] .. first[row + 1]): where a shown row occurs, in order */
        uint32_t *first, *of_row;
    } paths_of, ends_of; /* paths, with children only; and ends */
    struct path_rest
        *outwards; /* per path, of samples in which a row is first met there from inside; or NULL */
    const struct path_rest *ended; /* that of the paths, where they are led inwards; else NULL */
    struct path_rest *rests;       /* per shown row; NULL: there are none */
    uint32_t other;                /* a path that is [other] */
    uint32_t *depths;              /* with children: tree_forest_depths() */
};

/* The table has to outlive them. */
void tree_lists_init(struct tree_lists *l, const struct table *t, struct tree_opts o);
void tree_lists_free(struct tree_lists *l);

#endif
