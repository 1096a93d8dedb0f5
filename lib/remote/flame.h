/*
 * flame: the call trees of a view as JSON, without their light parts. The period that was left out below a node is the
 * node's period minus its own period and the periods of its listed children.
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
    unsigned depth;  /* number of levels */
};

/* Adds the members "texts", "nodes" and "cut" to the open object. A node is [row, up, name, dso, kind, period,
   samples, self, more]. `up`: index of its parent node; -1 on the first level. name, dso and kind: indexes into
   "texts"; index 0 is "". The kind of a top-level row is derived from the level of its symbol. `self`: the period of
   samples that end in the node. `more`: 1 if children were left out because of the depth or the number of nodes. Nodes
   are listed level by level, siblings in the order of the table. "cut": true if nodes were left out because of their
   number. False with `e` set: the table has no periods. */
bool flame_json(struct json *j, const struct flame_asked *a, struct err *e);

#endif
