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

/* The idle time of a CPU after a call chain. */
struct idle_chain {
    uint32_t cpu, chain;
    uint64_t ns, n;
};

struct timehist_view {
    const struct timehist_opts *o;
    struct session *s;
    struct timehist timehist;
    bool chains;          /* call chains were recorded and are shown */
    struct stacks stacks; /* used if `chains` */
    struct names chain_texts;
    struct idle_chain *idle_chains;
    size_t nidle_chains, cap_idle_chains;
    struct idmap idle_chain_of; /* CPU and chain: index into idle_chains + 1 */
    size_t comm_width;
    struct rows rows;
    struct text out, name;       /* buffered lines; a thread's name */
    struct timehist_name *names; /* the cache of timehist_cause_column(), by the thread's number */
    size_t nnames;
};

/* "comm[tid/pid]" of a thread at a moment, valid until the next call (w->name). */
const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when);

/* The same of the thread that caused an event; if it has exited, its name is taken from the event. */
const char *timehist_cause_name(struct timehist_view *w, const struct sched_event *e);

/* The same, padded with blanks to at least TIMEHIST_NAME_ROOM bytes, of which the first comm_width are the column. Cached
   until the thread changes its name. */
enum { TIMEHIST_NAME_ROOM = 32 };
const char *timehist_cause_column(struct timehist_view *w, const struct sched_event *e);

/* A thread, and the thread that caused an event, as values; the name of the latter is in w->name. */
struct value timehist_task_value(struct timehist_view *w, const struct sched_task *t, struct when when);
struct value timehist_cause_value(struct timehist_view *w, const struct sched_event *e);

/* Adds a duration (ns) as ms, "12.345"; the integer part has `width` columns. */
void sched_timehist_time(struct text *t, uint64_t ns, unsigned width);

/* Adds the functions of the event's call chain, where the thread left the CPU, as "a <- b <- c". False if it has none. */
bool timehist_chain(struct timehist_view *w, const struct sched_event *e, struct text *out);

/* timehist_lines.c: a line for each switch, wakeup and migration, as perf sched timehist prints them, or a row.
   Events come between begin and end, with the view as `arg`. Lines of text bypass the rows and are buffered in
   w->out, because there may be millions. With -s only perf's lines about lost events are shown. */
void timehist_lines_begin(struct timehist_view *w);
extern const struct timehist_sink timehist_lines;
void timehist_lines_end(struct timehist_view *w);

/* timehist_summary.c: shows the sums per thread and per CPU, as perf's -s. */
void sched_timehist_summary(struct timehist_view *w);

#endif
