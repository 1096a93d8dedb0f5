/*
 * flame: the heavy part of the call trees of a view, as JSON. Rows that are too light to be seen stay where they are:
 * a node's period less the periods of its children that are listed and its own is what was left out below it.
 */
#ifndef PERFOLIO_LIB_REMOTE_FLAME_H
#define PERFOLIO_LIB_REMOTE_FLAME_H

#include <stdbool.h>

#include "include/perfolio.h"
#include "lib/view/json.h"

enum {
    FLAME_NODES = 20000, /* most nodes of an answer */
    FLAME_DEPTH = 1024   /* most levels of an answer */
};

struct flame_asked {
    pf_view *view;
    size_t table;
    uint64_t parent; /* PF_TOP, or a row whose children are the first level */
    uint64_t least;  /* the smallest period of a node */
    unsigned depth;  /* levels */
};

/* Adds the members "texts", "nodes" and "cut" to the open object. A node is [row, up, name, dso, kind, period, samples,
   self, more]: `up` is the index of the node above it, -1 on the first level; name, dso and kind are indexes in "texts", whose
   first is ""; the kind of a row of the table itself comes from the level of its symbol; `self` is the period that ends in a
   node; `more` is 1 if its children were left out because of the depth or the number of nodes. Nodes come level by level, siblings in the order of the table. "cut": some were left out for their number.
   False with `e` set if the table has no periods. */
bool flame_json(struct json *j, const struct flame_asked *a, struct err *e);

#endif
