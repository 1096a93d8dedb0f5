/* chains: call chains on one line: where a thread was when it left the CPU. */
#ifndef PERFOLIO_CLI_SCHED_CHAINS_H
#define PERFOLIO_CLI_SCHED_CHAINS_H

#include "cli/sched/timehist_view.h"

/* The functions of the event's call chain as "a <- b <- c", added to `out`. False when it has none. */
bool sched_chain(struct timehist_view *w, const struct sched_event *e, struct text *out);

#endif
