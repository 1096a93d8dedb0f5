/* match_inlined: which calls that were inlined into a function are which of those inlined into another build of it. */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_INLINED_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_INLINED_H

#include "core/annotate/inlined.h"
#include "core/annotate/match/match.h"

/* Join the nodes of two trees, the functions themselves and level by level what was inlined into what is joined: calls of one
   function that have instructions in common, then others of it in the order of the lines of their calls. Freed with
   match_free(). */
void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al);

/* Per node of a tree the one that it lies in, itself included, of a depth; MATCH_NONE: it is less deep. malloc'ed. */
uint32_t *match_inlined_at(const struct inlined_tree *t, uint32_t depth);

#endif
