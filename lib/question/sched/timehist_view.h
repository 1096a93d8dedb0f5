/* timehist_view: what the files of `sched timehist` know of each other: what is asked for, what is seen, and
 * how threads and times are written. */
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

/* How long a CPU was idle after a chain. */
struct idle_chain {
    uint32_t cpu, chain;
    uint64_t ns, n;
};

struct timehist_view {
    const struct timehist_opts *o;
    struct session *s;
    struct timehist timehist;
    bool chains;          /* they were recorded, and are wanted */
    struct stacks stacks; /* with chains */
    struct names chain_texts;
    struct idle_chain *idle_chains;
    size_t nidle_chains, cap_idle_chains;
    struct idmap idle_chain_of; /* by CPU and chain: its place + 1 */
    size_t comm_width;
    struct rows rows;
    struct text out, name;       /* lines of text; a thread's name */
    struct timehist_name *names; /* timehist_column_by(): by number of the thread */
    size_t nnames;
};

/* "comm[tid/pid]" of a thread at a moment, in w->name, until the next call. */
const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when);

/* The same of who did it: of one that has exited, what the event itself calls it. */
const char *timehist_name_by(struct timehist_view *w, const struct sched_event *e);

/* The same with blanks behind it, as many characters as an enum, until the next call: comm_width of them are the
   column. Looked up once as long as a thread has one name. */
enum { TIMEHIST_NAME_ROOM = 32 };
const char *timehist_column_by(struct timehist_view *w, const struct sched_event *e);

/* Both as values, the second one's name in w->name. */
struct value timehist_task(struct timehist_view *w, const struct sched_task *t, struct when when);
struct value timehist_task_by(struct timehist_view *w, const struct sched_event *e);

/* "12.345": ms and us, the ms in a column. */
void sched_timehist_time(struct text *t, uint64_t ns, unsigned width);

/* Where a thread was when it left the CPU: the functions of the event's call chain as "a <- b <- c", added to
   `out`. False when it has none. */
bool timehist_chain(struct timehist_view *w, const struct sched_event *e, struct text *out);

/* timehist_lines.c: a line for each switch, wakeup and migration, as perf sched timehist prints them, or as
   rows. Between begin and end come the events, with the view as `arg`. Text is written apart from the rows,
   and gathered in w->out, for there may be millions of lines. With -s there are none but perf's of what was
   lost. */
void timehist_lines_begin(struct timehist_view *w);
extern const struct timehist_sink timehist_lines;
void timehist_lines_end(struct timehist_view *w);

/* timehist_summary.c: what the switches add up to, per thread and per CPU, as -s prints it. */
void sched_timehist_summary(struct timehist_view *w);

#endif
