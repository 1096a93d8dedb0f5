/* timehist_view: the private header of `sched timehist`: its options, its state, and how threads and times are
 * written. */
#ifndef PERFOLIO_LIB_QUESTION_SCHED_TIMEHIST_VIEW_H
#define PERFOLIO_LIB_QUESTION_SCHED_TIMEHIST_VIEW_H

#include "lib/options/filters.h"
#include "lib/options/stack_options.h"
#include "lib/view/rows.h"
#include "lib/question/sched/replay.h"
#include "core/profile/places/stack.h"
#include "core/replay/sched/timehist.h"

struct timehist_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct stack_opts stack;
    bool ask_chains, no_chains, summary, with_summary, wakeups, next, migrations, visual, idle, state;
};

/* The idle time of a CPU that followed a call chain: the chain of the thread that left the CPU. */
struct idle_chain {
    uint32_t cpu, chain;
    uint64_t ns, n;
};

struct timehist_view {
    const struct timehist_opts *o;
    struct session *s;
    struct timehist timehist;
    bool chains;          /* call chains were recorded and are shown */
    struct stacks stacks; /* set if `chains` */
    struct names chain_texts;
    struct idle_chain *idle_chains;
    size_t nidle_chains, cap_idle_chains;
    struct idmap idle_chain_of; /* CPU and chain: index into idle_chains + 1 */
    size_t comm_width;
    struct rows rows;
    struct text out, name;       /* out: buffered lines; name: a buffer for the name of a thread */
    struct timehist_name *names; /* the cache of timehist_cause_column(), indexed by thread number */
    size_t nnames;
};

/* The name of a thread at a time, "comm[tid/pid]"; valid until the next call, since it is in w->name. */
const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when);

/* As sched_timehist_name(), for the thread that caused an event. If the thread has exited, the name is taken from the
   event. */
const char *timehist_cause_name(struct timehist_view *w, const struct sched_event *e);

/* As timehist_cause_name(), padded with blanks to at least TIMEHIST_NAME_ROOM bytes; the first comm_width bytes are
   the text of the column. The result is cached until the thread changes its name. */
enum { TIMEHIST_NAME_ROOM = 32 };
const char *timehist_cause_column(struct timehist_view *w, const struct sched_event *e);

/* timehist_task_value(): a thread as a value. timehist_cause_value(): the thread that caused an event, as a value; the
   name is in w->name. */
struct value timehist_task_value(struct timehist_view *w, const struct sched_task *t, struct when when);
struct value timehist_cause_value(struct timehist_view *w, const struct sched_event *e);

/* Adds a duration (ns) as ms, "12.345"; the integer part has `width` columns. */
void sched_timehist_time(struct text *t, uint64_t ns, unsigned width);

/* Adds the functions of the call chain with which the thread left the CPU, as "a <- b <- c". False: the event has no
   call chain. */
bool timehist_chain(struct timehist_view *w, const struct sched_event *e, struct text *out);

/* timehist_lines.c: a line for each switch, wakeup and migration, as perf sched timehist prints them, or a row. The
   events are passed to the sink timehist_lines, with the view as `arg`, between timehist_lines_begin() and
   timehist_lines_end(). Lines of text are not written as rows but buffered in w->out, because there may be millions
   of them. With -s only perf's lines about lost events are shown. */
void timehist_lines_begin(struct timehist_view *w);
extern const struct timehist_sink timehist_lines;
void timehist_lines_end(struct timehist_view *w);

/* timehist_summary.c: shows the sums per thread and per CPU, as perf's -s. */
void sched_timehist_summary(struct timehist_view *w);

#endif
