/* trim: what is done to a call chain before its sample is counted. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_TRIM_H
#define PERFOLIO_CORE_PROFILE_COUNT_TRIM_H

#include "core/profile/count/worker.h"

/* Where count_trims(): find v's parent, and in `spot` the place of its sample; the chain that is left over is
   in the worker's stacks. */
void trim_chain(struct worker *w, struct view *v, struct task_slot *task, struct spot *spot);

#endif
