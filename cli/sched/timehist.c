/* sched timehist: a line for each switch, as perf sched timehist prints them. */
#include <stdlib.h>

#include "cli/sched/sched.h"
#include "cli/sched/timehist_view.h"
#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/session/plan.h"
#include "core/base/mem.h"

enum { COMM_WIDTH = 30 };

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct timehist_opts *o = arg;
    return filters_take(&o->filters, option, value, e) && stack_take(&o->stack, option, value, e);
}

/* ---- why CPUs were idle ---- */

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

static void see_idle(void *arg, const struct sched_cpu *cpu, uint32_t chain, uint64_t ns)
{
    struct timehist_view *w = arg;
    uint32_t *at = idmap_at(&w->idle_chain_of, (uint64_t)cpu->number << 32 | chain);
    if (!*at) {
        w->idle_chains =
            mem_room(w->idle_chains, w->nidle_chains, &w->cap_idle_chains, sizeof(*w->idle_chains));
        w->idle_chains[w->nidle_chains] = (struct idle_chain){ .cpu = cpu->number, .chain = chain };
        *at = (uint32_t)++w->nidle_chains;
    }
    w->idle_chains[*at - 1].ns += ns;
    w->idle_chains[*at - 1].n++;
}

/* ---- the command ---- */

static struct timehist_sink sink_of(const struct timehist_opts *o)
{
    bool text = !o->common.json && !o->common.csv;
    struct timehist_sink sink = text ? timehist_lines_text : timehist_lines_rows;
    if (o->summary) {
        sink.left = NULL;
        sink.lost = text ? sink.lost : NULL;
    }
    if (!o->wakeups)
        sink.woken = NULL;
    if (!o->migrations || o->summary)
        sink.migrated = NULL;
    if (o->idle) {
        sink.chain = chain_number;
        sink.idled = see_idle;
    }
    return sink;
}

static bool run(struct timehist_view *w, FILE *out, FILE *err, struct err *e)
{
    const struct timehist_opts *o = w->o;
    answer_lines(&w->rows, &o->common, "sched timehist", out);
    w->timehist.max_cpu = timehist_cpus(w->s->capture);
    timehist_lines_begin(w);
    if (!timehist_run(&w->timehist, e)) {
        rows_abandon(&w->rows);
        return false;
    }
    timehist_lines_end(w);
    if (o->summary || o->with_summary)
        sched_timehist_summary(w);
    answer_rows_end(&w->rows, w->s, &w->timehist.schedule.replay->problems, 0, err);
    return true;
}

/* Nothing is a result only where nobody left it out. */
static void show_empty(const struct timehist_view *w, FILE *err)
{
    const struct filter *f = &w->o->filter;
    if (!w->timehist.told)
        session_no_samples_show(w->s, filter_drops_some(f) || filter_hides_some(f) ? "the filters" : NULL,
                                err);
}

static void view_free(struct timehist_view *w)
{
    timehist_free(&w->timehist);
    stacks_free(&w->stacks);
    arena_names_free(&w->chain_texts);
    idmap_free(&w->idle_chain_of);
    free(w->idle_chains);
    text_free(&w->out);
    text_free(&w->name);
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct timehist_opts *o = arg;
    struct sched_replay p;
    if (!filters_plan(&o->filters, s->capture, e))
        return false;
    bool chains = !o->no_chains && plan_has(s->capture, PERF_SAMPLE_CALLCHAIN);
    if (chains && !session_deepen(s, &o->common, SESSION_RESOLVE, err))
        return err_set(e, ERR_USAGE, 0, "its symbols cannot be looked up");
    sched_replay_init(&p, s, NULL);
    const struct timehist_sink sink = sink_of(o);
    struct timehist_view w = { .o = o, .s = s, .chains = chains, .comm_width = COMM_WIDTH };
    const struct time_range *range = o->filter.ntimes ? &o->filter.times[0] : NULL;
    w.timehist = (struct timehist){ .schedule = { .replay = &p.replay },
                                    .filter = &o->filter,
                                    .from = range ? range->from : 0,
                                    .to = range && range->to != UINT64_MAX ? range->to : 0,
                                    .idle_only = o->idle,
                                    .migrations = o->migrations,
                                    .sink = &sink };
    if (chains)
        stacks_init(&w.stacks, &p.addresses, s->capture->env.arch, &o->stack, &p.replay.problems);
    w.timehist.arg = &w;
    bool ok = run(&w, out, err, e);
    if (ok)
        show_empty(&w, err);
    view_free(&w);
    sched_replay_free(&p);
    return ok;
}

static int timehist(struct timehist_opts *o, FILE *out, FILE *err)
{
    if (o->summary && (o->wakeups || o->next)) {
        fprintf(err, "perfolio sched timehist: -s has no lines, which -w and -n are about\n");
        return 1;
    }
    o->stack.max += 2; /* those of the scheduler, which are left out */
    return session_run(&o->common, SESSION_WALK, work, o, out, err);
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct timehist_opts o = { .stack = { .max = 5, .innermost = true } };
    o.filters.filter = &o.filter;
    const struct poptOption own[] = {
        { "csv", 0, POPT_ARG_NONE, &o.common.csv, 0, "the answer as CSV", NULL },
        { "summary", 's', POPT_ARG_NONE, &o.summary, 0, "no lines, only what they add up to", NULL },
        { "with-summary", 'S', POPT_ARG_NONE, &o.with_summary, 0, "both", NULL },
        { "wakeups", 'w', POPT_ARG_NONE, &o.wakeups, 0, "who woke whom, too", NULL },
        { "next", 'n', POPT_ARG_NONE, &o.next, 0, "who gets the CPU next", NULL },
        { "migrations", 'M', POPT_ARG_NONE, &o.migrations, 0, "who was moved to another CPU, too", NULL },
        { "cpu-visual", 'V', POPT_ARG_NONE, &o.visual, 0, "a column for each CPU", NULL },
        { "idle-hist", 'I', POPT_ARG_NONE, &o.idle, 0, "only when CPUs were idle, and after whom", NULL },
        { "state", 0, POPT_ARG_NONE, &o.state, 0, "the state in which threads left", NULL },
        { "call-graph", 'g', POPT_ARG_NONE, &o.ignored, 0, "call chains, as is usual", NULL },
        { "no-call-graph", 'G', POPT_ARG_NONE, &o.no_chains, 0, "no call chains", NULL },
        { "max-stack", 0, POPT_ARG_STRING, NULL, OPT_STACK_MAX, "entries of a call chain that are shown (5)",
          "N" },
        { "unwind", 0, POPT_ARG_STRING, NULL, OPT_STACK_UNWIND,
          "how stack dumps are unwound where unwind tables do not help: fp (frame pointers), scan",
          "WAY,..." },
        { "pid", 'p', POPT_ARG_STRING, NULL, OPT_FILTER_PIDS, "only these processes", "PID,..." },
        { "tid", 't', POPT_ARG_STRING, NULL, OPT_FILTER_TIDS, "only these threads", "TID,..." },
        { "cpu", 'C', POPT_ARG_STRING, NULL, OPT_FILTER_CPUS, "only these CPUs", "1,3-5" },
        { "time", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIME, "only from START to STOP (seconds)",
          "START,STOP" },
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv,
        &(struct options){
            .command = "sched timehist", .captures = captures, .own = own, .take = take, .arg = &o },
        &o.common, out, err);
    if (status < 0)
        status = timehist(&o, out, err);
    filters_free(&o.filters);
    options_free(&o.common);
    return status;
}

int sched_timehist(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, true, argc, argv, out, err);
}
