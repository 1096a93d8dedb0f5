/*
 * sched_timehist: what the files of `sched timehist` know of each other: sched_timehist.c prints a line for
 * each switch, sched_timehist_json.c the same as JSON, sched_timehist_summary.c what it adds up to,
 * sched_chains.c turns call chains into text.
 */
#ifndef PERFOLIO_CLI_SCHED_TIMEHIST_H
#define PERFOLIO_CLI_SCHED_TIMEHIST_H

#include "cli/options/filters.h"
#include "cli/sched/sched.h"
#include "cli/options/stack_options.h"
#include "core/profile/places/stack.h"
#include "core/replay/sched/timehist.h"

struct timehist_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct stack_opts stack;
    int no_chains, summary, with_summary, wakeups, next, migrations, visual, idle, state;
    int ignored;
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
    struct text out, name;
    struct json json;
    FILE *to;
    bool failed; /* what was printed could not be written */
};

/* "comm[tid/pid]" of a thread at a moment, in w->name, until the next call. */
const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when);

/* What the thread that ran is called, added to `out`: of one that has exited, what the event itself calls it.
 */
void sched_timehist_comm_by(struct timehist_view *w, const struct sched_event *e, struct text *out);

/* "12.345 ": ms and us, the ms in a column. */
void sched_timehist_time(struct text *t, uint64_t ns, unsigned width);

/* sched_timehist_json.c: the lines as JSON; arg is the view. */
extern const struct timehist_sink timehist_json;

/* sched_timehist_summary.c */
void sched_timehist_summary(struct timehist_view *w);
void sched_timehist_summary_json(struct timehist_view *w, struct json *j);

/* sched_chains.c: the functions of the event's call chain as "a <- b <- c", added to `out`. False when it has
   none. */
bool sched_chain(struct timehist_view *w, const struct sched_event *e, struct text *out);

#endif
