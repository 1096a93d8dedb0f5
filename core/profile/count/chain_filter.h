/* chain_filter: what is done to a call chain before its sample is counted. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CHAIN_FILTER_H
#define PERFOLIO_CORE_PROFILE_COUNT_CHAIN_FILTER_H

#include "core/profile/count/worker.h"

/* Where count_filters_chains(): find v's parent, and in `resolved` the place of its sample; the chain that is
   left over is in the worker's stacks. */
void chain_filter(struct worker *w, struct view *v, struct task_slot *task, struct resolved_addr *resolved);

#endif
