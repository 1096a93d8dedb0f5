/* callers: what is in the call chain of a sample, counted as rows and as paths. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H
#define PERFOLIO_CORE_PROFILE_COUNT_CALLERS_H

#include "core/profile/count/worker.h"

/* What callers_count() and callers_count_path() need of a worker, whose stacks are ready. */
void callers_init(struct worker *w);
void callers_free(struct worker *w);

/* Count the call chain of v's sample, whose own row was counted with the worker's present stamp. */
void callers_count(struct worker *w, struct view *v, struct task_slot *task, uint32_t event, uint64_t period);

/* Count the call path of v's sample, which was counted in `row`. */
void callers_count_path(struct worker *w, struct view *v, struct task_slot *task, uint32_t event,
                        uint64_t period, uint32_t row);

#endif
