/* sched timehist: prints a line for each switch, as perf sched timehist does. */
#include <stdlib.h>

#include "lib/question/sched/timehist_view.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"

enum { COMM_WIDTH = 30 };

static uint32_t chain_number(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    struct text t = { 0 };
    uint32_t number = 0;
    if (w->chains && timehist_chain(w, e, &t))
        number = arena_names_id(&w->chain_texts, text_str(&t));
    text_free(&t);
    return number;
}

static void sched_timehist_see_idle(void *arg, const struct sched_cpu *cpu, uint32_t chain, uint64_t ns)
{
    struct timehist_view *w = arg;
    uint32_t *at = idmap_find_or_add(&w->idle_chain_of, (uint64_t)cpu->number << 32 | chain);
    if (!*at) {
        *MEM_ADD(w->idle_chains, w->nidle_chains, w->cap_idle_chains) =
            (struct idle_chain){ .cpu = cpu->number, .chain = chain };
        *at = (uint32_t)w->nidle_chains;
    }
    w->idle_chains[*at - 1].ns += ns;
    w->idle_chains[*at - 1].n++;
}

/* ---- the command ---- */

static struct timehist_sink sink_of(const struct timehist_opts *o)
{
    bool text = !o->common.json && !o->common.csv;
    struct timehist_sink sink = timehist_lines;
    if (o->summary) {
        sink.left = NULL;
        if (!text)
            sink.lost = NULL;
    }
    if (!o->wakeups)
        sink.woken = NULL;
    if (!o->migrations || o->summary)
        sink.migrated = NULL;
    if (o->idle) {
        sink.chain = chain_number;
        sink.idled = sched_timehist_see_idle;
    }
    return sink;
}

/* Reports an empty result, and the filters that may be the reason. */
static void show_empty(const struct timehist_view *w, struct outlet *err)
{
    const struct filter *f = &w->o->filter;
    const bool chosen = filter_may_drop(f) || filter_may_hide(f);
    if (w->timehist.counted)
        return;
    if (w->o->idle && !chosen && w->timehist.schedule.ncpus)
        outlet_print(err, "perfolio: %s: no CPU was recorded as idle\n", session_name(w->s));
    else
        common_no_samples_show(w->s, chosen ? "the filters" : NULL, err);
}

/* Reports missing call chains, if the user asked for them. */
static void show_chainless(const struct timehist_view *w, struct outlet *err)
{
    if (w->o->ask_chains && !w->o->no_chains && !plan_has_sample_field(w->s->capture, PERF_SAMPLE_CALLCHAIN))
        outlet_print(err, "perfolio: %s has no call chains: perf sched record -g records them\n",
                     session_name(w->s));
}

/* The state of the command. */
struct showing {
    struct timehist_view w;
    struct session *s;
    struct timehist_opts *o;
    struct outlet *out, *err;
    struct address_cache addresses;
    struct replay replay;
    struct timehist_sink sink;
};

static void sched_timehist_begin(struct showing *v)
{
    struct timehist_opts *o = v->o;
    const struct time_range range = filters_first_range(&o->filter);
    v->replay = session_replay(v->s, &v->addresses, NULL);
    v->sink = sink_of(o);
    v->w.timehist =
        (struct timehist){ .schedule = { .replay = &v->replay, .holds = v->s->depth < SESSION_WALK },
                           .filter = &o->filter,
                           .from = range.from,
                           .to = range.to,
                           .idle_only = o->idle,
                           .migrations = o->migrations,
                           .no_sums = !o->summary && !o->with_summary,
                           .sink = &v->sink,
                           .arg = &v->w };
    if (v->w.chains)
        stacks_init(&v->w.stacks, &v->addresses, v->s->capture->env.arch, &o->stack, &v->replay.problems);
}

static void begin_lines(struct showing *v)
{
    answer_begin_lines(&v->w.rows, &v->o->common, "sched timehist", v->out);
    v->w.rows.has_sums = v->o->with_summary;
    v->w.timehist.max_cpu = timehist_cpus(v->s->capture);
    timehist_lines_begin(&v->w);
}

static bool has_chains(const struct showing *v)
{
    return !v->o->no_chains && plan_has_sample_field(v->s->capture, PERF_SAMPLE_CALLCHAIN);
}

/* Reads the capture. Prints the lines, or holds the events until the capture is read (struct schedule). */
static bool sched_timehist_run(void *arg, bool *holds, struct err *e)
{
    struct showing *v = arg;
    struct timehist_view *w = &v->w;
    if (!filters_resolve(&v->o->filters, &v->o->filter, v->s->capture, e))
        return false;
    w->chains = has_chains(v);
    if (w->chains && !common_deepen(v->s, &v->o->common, SESSION_RESOLVE, v->err))
        return err_set(e, ERR_USAGE, 0, "the symbols cannot be looked up");
    sched_timehist_begin(v);
    if (!w->timehist.schedule.holds)
        begin_lines(v);
    if (!timehist_run(&w->timehist, e)) {
        if (w->rows.sink)
            rows_abandon(&w->rows);
        return false;
    }
    *holds = !v->replay.stopped;
    return true;
}

static void sched_timehist_forget(void *arg)
{
    struct showing *v = arg;
    struct timehist_view *w = &v->w;
    schedule_free(&w->timehist.schedule);
    stacks_free(&w->stacks);
    arena_names_free(&w->chain_texts);
    idmap_free(&w->idle_chain_of);
    free(w->idle_chains);
    text_free(&w->out);
    text_free(&w->name);
    free(w->names);
    address_cache_free(&v->addresses);
    *w = (struct timehist_view){ .o = v->o, .s = v->s, .comm_width = COMM_WIDTH };
}

static void sched_timehist_end(struct showing *v)
{
    struct timehist_view *w = &v->w;
    if (w->timehist.schedule.holds) {
        begin_lines(v);
        schedule_report_held_events(&w->timehist.schedule);
    }
    timehist_lines_end(w);
    if (v->o->summary || v->o->with_summary)
        sched_timehist_summary(w);
    answer_rows_end(&w->rows, v->s, &v->replay.problems, 0, v->err);
    show_empty(w, v->err);
    show_chainless(w, v->err);
}

/* Whether events may be held, and their lines printed after the capture is read. By then the timeline
   knows the names of threads. Call chains and the names of next threads are not held. A held event takes a
   third of its memory in the capture. */
static bool may_hold(const struct showing *v)
{
    const struct capture *c = v->s->capture;
    return !has_chains(v) && !v->o->next && !v->o->filters.time &&
           capture_bytes(c) <= 3 * (uint64_t)SCHEDULE_HELD_BYTES;
}

static bool sched_timehist_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                                struct err *e)
{
    struct timehist_opts turn = *(const struct timehist_opts *)arg;
    struct showing v = { .s = s, .o = &turn, .out = out, .err = err };
    sched_timehist_forget(&v);
    const struct session_work how = { .depth = SESSION_WALK,
                                      .may = may_hold(&v),
                                      .threads_only = true,
                                      .work = sched_timehist_run,
                                      .forget = sched_timehist_forget,
                                      .arg = &v };
    bool ok = common_run_work(s, &v.o->common, &how, err, e);
    if (ok)
        sched_timehist_end(&v);
    sched_timehist_forget(&v);
    return ok;
}

static bool sched_timehist_prepare(void *opts, struct outlet *err)
{
    struct timehist_opts *o = opts;
    if (o->summary && (o->wakeups || o->next || o->visual))
        return outlet_refuse(err,
                             "perfolio sched timehist: -w, -n and -V apply to lines, but -s prints none\n");
    if (o->idle && o->wakeups)
        return outlet_refuse(err, "perfolio sched timehist: -w applies to wakeups, but -I shows none\n");
    o->stack.max += 2; /* plus the scheduler's functions, which are not shown */
    return true;
}

#define OPTS struct timehist_opts
static const struct option_row options[] = {
    OPT("summary", 's', FLAG, summary, NULL, "only the summary, no lines"),
    OPT("with-summary", 'S', FLAG, with_summary, NULL, "both"),
    OPT("wakeups", 'w', FLAG, wakeups, NULL, "show wakeups, too"),
    OPT("next", 'n', FLAG, next, NULL, "show the next thread on the CPU"),
    OPT("migrations", 'M', FLAG, migrations, NULL, "show migrations, too"),
    OPT("cpu-visual", 'V', FLAG, visual, NULL, "a column for each CPU"),
    OPT("idle-hist", 'I', FLAG, idle, NULL, "show only idle times, and the thread before each"),
    OPT("state", 0, FLAG, state, NULL, "show the state in which threads left the CPU"),
    OPT("call-graph", 'g', FLAG, ask_chains, NULL, "show call chains (default)"),
    OPT("no-call-graph", 'G', FLAG, no_chains, NULL, "no call chains"),
    STACK_MAX_ROW(stack, "show at most so many entries of a call chain (5)"),
    STACK_UNWIND_ROW(stack),
    OPT("pid", 'p', NUMBERS, filter.pids, "PID,...", "only these processes"),
    OPT("tid", 't', NUMBERS, filter.tids, "TID,...", "only these threads"),
    OPT("cpu", 'C', NUMBERS, filter.cpus, "1,3-5", "only these CPUs"),
    OPT("time", 0, TEXT, filters.time, "START,STOP", "only from START to STOP (seconds)"),
    CSV_ROW,
    OPT_END
};

const struct command timehist_command =
    COMMAND("sched timehist", "every context switch: how long the thread had waited and run", NULL, options,
            .size = sizeof(struct timehist_opts),
            .usual = &(const struct timehist_opts){ .stack = { .max = 5, .innermost = true } },
            .work = sched_timehist_work, .depth = SESSION_HEADER, .prepare = sched_timehist_prepare,
            .traits = COMMAND_EACH | COMMAND_LINES);
