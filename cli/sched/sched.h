/* sched: the views of the schedule, of which sched.c chooses one by the first word, as perf sched does. */
#ifndef PERFOLIO_CLI_SCHED_SCHED_H
#define PERFOLIO_CLI_SCHED_SCHED_H

#include <stdio.h>

extern const struct command latency_command, timehist_command, map_command;

#endif
