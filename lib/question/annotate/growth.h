/* growth: which instructions of a function cost more, or less, on the second of two sides. */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_GROWTH_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_GROWTH_H

#include "lib/question/annotate/view.h"
#include "core/annotate/match/align.h"

/* Show, behind # and in JSON, what a run of the second side costs more than one of the first: the function as a whole, and those
   instructions that changed by more than the chance of sampling, most first. `v` are both sides, `runs` how many each
   has. Nothing where a side has no such function. */
void growth_show(const struct annotate_view *v, const struct alignment *al, const uint32_t *runs,
                 struct rows *r);

#endif
