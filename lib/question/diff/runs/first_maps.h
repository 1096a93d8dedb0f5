/* first_maps: where each object of a run was mapped first: what its symbols are loaded by. */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_RUNS_FIRST_MAPS_H
#define PERFOLIO_LIB_QUESTION_DIFF_RUNS_FIRST_MAPS_H

#include "core/model/timeline/timeline.h"

/* Per object, by its index, the first of its maps: the kernel's, of the kernel and its modules, come before processes'.
   NULL: it was never mapped. malloc'ed. */
const struct map **first_maps(const struct timeline *t);

#endif
