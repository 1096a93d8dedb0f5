/*
 * inlined: the weights of functions that were inlined into a function, as a tree of the inlined calls. A node
 * has its own instructions, and the instructions of the calls that were inlined into it.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_INLINED_H
#define PERFOLIO_CORE_ANNOTATE_INLINED_H

#include "core/annotate/listing.h"

struct inlined_node {
    uint32_t parent, child, next; /* indexes; 0: none, because node 0 is the root: the function itself */
    uint32_t depth;               /* 0: the root */
    const char *function;         /* linkage name; NULL: unknown */
    const char *file;             /* file of the call; NULL: unknown */
    uint32_t line;
    size_t insns, all_insns; /* number of own instructions; number including those inlined into the node */
    size_t weights;          /* index of its first event in the tree's `own` and `all` */
};

struct inlined_tree {
    struct inlined_node *v; /* children come after their parents */
    size_t n, cap;
    /* per node and event: weight of own instructions; weight including those inlined into the node */
    struct weight *own, *all;
    size_t cap_own, cap_all;
    uint32_t nevents;
    uint32_t *of; /* per row of the listing: index of its node */
    /* there were too many calls, so some instructions are counted in the callers of their calls */
    bool cut;
};

/* Builds the tree of a function, with weights of the events [first, first + nevents). */
void inlined_make(struct inlined_tree *t, const struct listing *l, const struct weights *w, uint32_t first,
                  uint32_t nevents);
void inlined_free(struct inlined_tree *t);

/* The number of rows from `row` on that belong to one inlined call; 0: `row` belongs to the function
   itself. */
size_t inlined_count_rows(const struct listing *l, size_t row);

#endif
