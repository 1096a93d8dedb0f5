/*
 * inlined: what the functions that were inlined into a function weigh: a tree of calls that are no calls any
 * more. A node's samples lie in its own instructions, or in those of what was inlined into it.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_INLINED_H
#define PERFOLIO_CORE_ANNOTATE_INLINED_H

#include "core/annotate/listing.h"

struct inlined_node {
    uint32_t parent, child, next; /* indexes; 0: none, for the root, the function itself, is node 0 */
    uint32_t depth;               /* 0: the root */
    const char *function;         /* as linked; NULL: unknown */
    const char *file;             /* where it was called: NULL: unknown */
    uint32_t line;
    size_t insns, all_insns; /* its own instructions, and with those of what was inlined into it */
    size_t weights;          /* of its events, the first one's index in `own` and `all` of the tree */
};

struct inlined_tree {
    struct inlined_node *v; /* a child behind its parent */
    size_t n, cap;
    struct weight *own, *all; /* per node and event: its own instructions', and with what is inside */
    size_t cap_own, cap_all;
    uint32_t nevents;
    uint32_t *of; /* per row of the listing: its node */
    bool cut;     /* there are more than are told apart: the rest counts as their callers' */
};

/* Of the events [first, first + nevents). */
void inlined_make(struct inlined_tree *t, const struct listing *l, const struct weights *w, uint32_t first,
                  uint32_t nevents);
void inlined_free(struct inlined_tree *t);

/* The rows from `row` on that lie in one call which was inlined into the function: how many; 0: it is the
   function's own. */
size_t inlined_run(const struct listing *l, size_t row);

#endif
