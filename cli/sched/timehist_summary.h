/* sched_timehist_summary: what the switches add up to, per thread and per CPU, as sched timehist -s prints
   it. */
#ifndef PERFOLIO_CLI_SCHED_TIMEHIST_SUMMARY_H
#define PERFOLIO_CLI_SCHED_TIMEHIST_SUMMARY_H

#include "cli/sched/timehist_view.h"

void sched_timehist_summary(struct timehist_view *w);

#endif
