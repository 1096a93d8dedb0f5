/* reachable_addresses: rows, without weight, of all other addresses that samples carry. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_ADDRESSES_H
#define PERFOLIO_CORE_PROFILE_COUNT_REACHABLE_ADDRESSES_H

#include "core/profile/count/worker.h"

/* What reachable_addresses_see() needs of a worker. */
void reachable_addresses_init(struct worker *w);
void reachable_addresses_free(struct worker *w);

/* Make rows of the addresses that v's sample carries beside its own and its chain: of branches, of data, and
   whatever on a stack dump may be a return address. */
void reachable_addresses_see(struct worker *w, struct view *v, struct task_slot *task, uint32_t event);

#endif
