/* others: rows, without weight, of all other addresses that samples carry. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_OTHERS_H
#define PERFOLIO_CORE_PROFILE_COUNT_OTHERS_H

#include "core/profile/count/worker.h"

/* What see_others() needs of a worker. */
void others_init(struct worker *w);
void others_free(struct worker *w);

/* Make rows of the addresses that v's sample carries beside its own and its chain: of branches, of data, and
   whatever on a stack dump may be a return address. */
void see_others(struct worker *w, struct view *v, struct task_slot *task, uint32_t event);

#endif
