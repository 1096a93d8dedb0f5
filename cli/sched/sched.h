/* sched: the views of the schedule, of which sched.c chooses one by the first word, as perf sched does. */
#ifndef PERFOLIO_CLI_SCHED_SCHED_H
#define PERFOLIO_CLI_SCHED_SCHED_H

#include <stdio.h>

int sched_latency(int argc, const char **argv, FILE *out, FILE *err);
int sched_timehist(int argc, const char **argv, FILE *out, FILE *err);
int sched_map(int argc, const char **argv, FILE *out, FILE *err);

#endif
