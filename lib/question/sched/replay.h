/* replay: what the views of the schedule share: a replay of the session's capture, what of it is in doubt,
 * how they write times and name threads. */
#ifndef PERFOLIO_LIB_QUESTION_SCHED_REPLAY_H
#define PERFOLIO_LIB_QUESTION_SCHED_REPLAY_H

#include "lib/question/common/common.h"
#include "core/base/value.h"
#include "core/replay/sched/schedule.h"

struct rows;

/* Of which sched.c chooses one by the first word, as perf sched does. */
extern const struct command latency_command, timehist_command, map_command;

/* "  INFO: ..." lines of what was lost and, of a latency (else NULL), what cannot be: under the table, as in
   perf. */
struct latency;
void sched_doubts_show(const struct schedule *s, const struct latency *l, struct rows *out);

/* Write lines of text that were put together, of which there may be millions: once they are many, or `all`. */
void sched_write(struct text *lines, struct outlet *out, bool all);

/* "42.123456", in a column of `width`. */
void sched_time(struct text *t, uint64_t ns, unsigned width);

/* A thread by its tid and its name, which idle tasks have without being named. */
struct value sched_task_value(const char *comm, int32_t tid);

/* The process that it is in; -1: not known. */
struct value sched_pid_value(int32_t pid);

#endif
