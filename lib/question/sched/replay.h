/* replay: functions that the views of perfolio sched share: doubts about the schedule, times, threads. */
#ifndef PERFOLIO_LIB_QUESTION_SCHED_REPLAY_H
#define PERFOLIO_LIB_QUESTION_SCHED_REPLAY_H

#include "lib/question/common/common.h"
#include "core/base/value.h"
#include "core/replay/sched/schedule.h"

struct rows;

/* The views; sched.c selects one by its first operand, as perf sched does. */
extern const struct command latency_command, timehist_command, map_command;

/* Prints perf's " INFO: ..." lines below a table: about lost events and, if `l` is not NULL, about times out of order
   and context switches that do not fit together. */
struct latency;
void sched_doubts_show(const struct schedule *s, const struct latency *l, struct rows *out);

/* If the buffer `lines` is large, or `all` is set: writes and empties it. */
void sched_write(struct text *lines, struct outlet *out, bool all);

/* Adds a time (ns) as seconds, "42.123456", in a column of `width`. */
void sched_time(struct text *t, uint64_t ns, unsigned width);

/* A thread as a value; an idle task without a name is "swapper". */
struct value sched_task_value(const char *comm, int32_t tid);

/* A pid as a value; -1: unknown. */
struct value sched_pid_value(int32_t pid);

#endif
