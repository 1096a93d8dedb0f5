/* branches: the branches that samples carry, counted in place of the samples. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_BRANCHES_H
#define PERFOLIO_CORE_PROFILE_COUNT_BRANCHES_H

#include "core/profile/count/worker.h"

/* Count the branches of v's sample, where those are counted; v->resolved is the sample's own. */
void branches_count(struct worker *w, struct view *v, struct task_slot *task, uint32_t event);

#endif
