/* match_inlined: pairs the calls that were inlined into two builds of a function. */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_INLINED_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_INLINED_H

#include "core/annotate/inlined.h"
#include "core/annotate/match/match.h"

/* Pairs the nodes of two trees level by level: the functions themselves, then what is inlined into paired nodes: first calls
   of one function with instructions in common, then the rest of its calls in the order of their lines. For match_free(). */
void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al);

/* Per node of a tree its ancestor (or itself) at a depth; MATCH_NONE: the node is less deep. malloc'ed. */
uint32_t *match_inlined_at(const struct inlined_tree *t, uint32_t depth);

#endif
