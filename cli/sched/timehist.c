/* sched timehist: a line for each switch, as perf sched timehist prints them. */
#include "cli/sched/timehist.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/session/plan.h"
#include "core/base/mem.h"

enum {
    WRITE_AT = 1 << 16,
    NAME_MAX_SHOWN = 31, /* perf's buffers cut names and what comes next */
    NEXT_MAX_SHOWN = 29,
    COMM_WIDTH = 30,
    VISUAL_MAX = 4096, /* CPUs that -V shows; more than any machine that perf 6.1 can record */
};

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct timehist_opts *o = arg;
    return filters_take(&o->filters, option, value, e) && stack_take(&o->stack, option, value, e);
}

/* ---- lines ---- */

static void write_out(struct timehist_view *w)
{
    w->failed = w->failed || (w->out.n && fwrite(w->out.s, 1, w->out.n, w->to) != w->out.n);
    w->out.n = 0;
}

static void end_line(struct timehist_view *w)
{
    text_char(&w->out, '\n', 1);
    if (w->out.n >= WRITE_AT)
        write_out(w);
}

/* Mostly as text_decimal(); -1 is the id of threads that have exited. */
static void add_id(struct text *t, int32_t id)
{
    text_char(t, '-', id < 0);
    text_decimal(t, id < 0 ? -(uint64_t)id : (uint64_t)id, 0);
}

/* Put "[tid/pid]" behind the comm that is in w->name. */
static const char *add_ids(struct timehist_view *w, int32_t tid, int32_t pid)
{
    struct text *n = &w->name;
    if (pid) {
        text_char(n, '[', 1);
        add_id(n, tid);
        text_char(n, '/', tid != pid);
        if (tid != pid)
            add_id(n, pid);
        text_char(n, ']', 1);
    }
    if (n->n > NAME_MAX_SHOWN)
        n->s[n->n = NAME_MAX_SHOWN] = 0;
    w->comm_width = n->n > w->comm_width ? n->n : w->comm_width;
    return n->s;
}

const char *sched_timehist_name(struct timehist_view *w, const struct sched_task *t, struct when when)
{
    w->name.n = 0;
    key_comm_text(schedule_comm(&w->timehist.schedule, t, when), t->tid, &w->name);
    return add_ids(w, t->tid, t->pid);
}

void sched_timehist_comm_by(struct timehist_view *w, const struct sched_event *e, struct text *out)
{
    struct text told = { 0 };
    if (e->by_exited)
        text_add_n(&told, (const char *)e->name.p, e->name.n);
    if (told.n && *told.s)
        text_add_clean(out, told.s);
    else
        key_comm_text(schedule_comm(&w->timehist.schedule, e->by, e->when), e->by->tid, out);
    text_free(&told);
}

static const char *name_by(struct timehist_view *w, const struct sched_event *e)
{
    w->name.n = 0;
    sched_timehist_comm_by(w, e, &w->name);
    return add_ids(w, e->by_exited ? -1 : e->by->tid, e->by->pid);
}

void sched_timehist_time(struct text *t, uint64_t ns, unsigned width)
{
    text_decimal(t, ns / 1000000, width);
    text_char(t, '.', 1);
    text_digits(t, ns / 1000, 3);
    text_char(t, ' ', 1);
}

/* Text in a column, to the left of it. */
static void add_column(struct text *t, const char *s, size_t width)
{
    size_t n = strlen(s);
    text_add_n(t, s, n);
    text_char(t, ' ', n < width ? width - n : 0);
}

static size_t visual_columns(const struct timehist_view *w)
{
    size_t n = (size_t)w->timehist.max_cpu + 1;
    return n < VISUAL_MAX ? n : VISUAL_MAX;
}

/* A column for each CPU, with a letter in that of one of them. */
static void add_visual(struct timehist_view *w, uint32_t cpu, char letter)
{
    size_t n = visual_columns(w), from = w->out.n;
    text_char(&w->out, ' ', n);
    if (cpu < n)
        w->out.s[from + cpu] = letter;
}

static void begin_line(struct timehist_view *w, uint64_t time, uint32_t cpu)
{
    sched_time(&w->out, time, 15);
    text_add(&w->out, " [");
    text_digits(&w->out, cpu, cpu < 10000 ? 4 : 5);
    text_add(&w->out, "] ");
}

static void show_header(struct timehist_view *w)
{
    static const char times[] = "---------  ---------  ---------";
    struct text *t = &w->out;
    size_t n = visual_columns(w);
    int width = (int)w->comm_width;
    text_printf(t, "%15s %6s ", "time", "cpu");
    if (w->o->visual) {
        text_char(t, ' ', 1);
        for (size_t i = 0; i < n; i++)
            text_char(t, "0123456789abcdef"[i % 16], 1);
        text_char(t, ' ', 1);
    }
    text_printf(t, " %-*s  %9s  %9s  %9s%s\n", width, "task name", "wait time", "sch delay", "run time",
                w->o->state ? "  state" : "");
    text_printf(t, "%15s %-6s ", "", "");
    text_char(t, ' ', w->o->visual ? n + 2 : 0);
    text_printf(t, " %-*s  %9s  %9s  %9s%s\n", width, "[tid/pid]", "(msec)", "(msec)", "(msec)",
                w->o->state ? "       " : "");
    text_add(t, "--------------- ------ ");
    if (w->o->visual) {
        text_char(t, ' ', 1);
        text_char(t, '-', n);
        text_char(t, ' ', 1);
    }
    text_char(t, ' ', 1);
    text_char(t, '-', (size_t)width);
    text_printf(t, "  %s%s\n", times, w->o->state ? "  -----" : "");
}

static void add_next(struct timehist_view *w, const struct sched_event *e)
{
    struct text raw = { 0 }, shown = { 0 };
    text_add_n(&raw, (const char *)e->next_name.p, e->next_name.n);
    text_add(&shown, "next: ");
    if (raw.n)
        text_add_clean(&shown, raw.s);
    else
        key_comm_text(schedule_comm(&w->timehist.schedule, e->next, e->when), e->next->tid, &shown);
    text_printf(&shown, "[%d]", e->next->tid);
    text_printf(&w->out, " %-*.*s", (int)w->comm_width, NEXT_MAX_SHOWN, shown.s);
    text_free(&raw);
    text_free(&shown);
}

static void show_switch(void *arg, const struct sched_event *e, const struct timehist_row *row, uint64_t time)
{
    struct timehist_view *w = arg;
    struct text *t = &w->out;
    bool idle = !e->task->tid;
    const struct timehist_span *now = &row->now;
    begin_line(w, time, e->cpu->number);
    if (w->o->visual) {
        text_char(t, ' ', 1);
        add_visual(w, e->cpu->number, idle ? 'i' : 's');
        text_char(t, ' ', 1);
    }
    const char *name = idle ? "<idle>" : name_by(w, e);
    text_char(t, ' ', 1);
    add_column(t, name, w->comm_width);
    text_char(t, ' ', 1);
    sched_timehist_time(t, now->sleep + now->iowait + now->preempt, 6);
    sched_timehist_time(t, now->delay, 6);
    sched_timehist_time(t, now->run, 6);
    if (w->o->state)
        text_printf(t, " %5c ", idle ? 'I' : e->letter);
    if (w->o->next)
        add_next(w, e);
    else if (w->o->wakeups)
        text_printf(t, "  %-*s", (int)w->comm_width, "");
    if (!idle && w->chains) {
        text_add(t, "   ");
        size_t from = t->n;
        sched_chain(w, e, t);
        t->n -= t->n == from; /* the blank in front of the first function */
    }
    end_line(w);
}

/* What a thread did to another one. */
static void begin_deed(struct timehist_view *w, const struct sched_event *e, char letter, size_t margin)
{
    begin_line(w, e->when.time, e->cpu->number);
    if (w->o->visual) {
        text_char(&w->out, ' ', margin);
        add_visual(w, e->cpu->number, letter);
        text_char(&w->out, ' ', margin);
    }
    const char *name = name_by(w, e);
    text_printf(&w->out, " %-*s   %9s  %9s  %9s ", (int)w->comm_width, name, "", "", "");
}

static void show_wakeup(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    begin_deed(w, e, ' ', 1);
    text_add(&w->out, "awakened: ");
    text_add(&w->out, sched_timehist_name(w, e->task, e->when));
    end_line(w);
}

static void show_migration(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    begin_deed(w, e, 'm', 2);
    text_add(&w->out, "migrated: ");
    text_add(&w->out, sched_timehist_name(w, e->task, e->when));
    text_printf(&w->out, " cpu %d => %d", (int)e->from_cpu, (int)e->to_cpu);
    end_line(w);
}

static void show_lost(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    sched_time(&w->out, e->when.time, 15);
    text_printf(&w->out, " lost %" PRIu64 " events on cpu %d", e->amount, (int)e->cpu->number);
    end_line(w);
}

/* ---- why CPUs were idle ---- */

static uint32_t chain_number(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    struct text t = { 0 };
    uint32_t number = 0;
    if (w->chains && sched_chain(w, e, &t))
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
    const struct timehist_sink text = {
        .left = show_switch, .woken = show_wakeup, .migrated = show_migration, .lost = show_lost
    };
    struct timehist_sink sink = o->common.json ? timehist_json : text;
    if (o->summary) {
        sink.left = NULL;
        sink.lost = o->common.json ? NULL : sink.lost;
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

static bool run(struct timehist_view *w, struct err *e)
{
    const struct timehist_opts *o = w->o;
    w->comm_width = COMM_WIDTH;
    if (o->common.json) {
        w->json.out = w->to;
    } else if (!o->summary) {
        w->timehist.max_cpu = timehist_cpus(w->s->capture);
        show_header(w);
    }
    if (!timehist_run(&w->timehist, e))
        return false;
    if (o->summary || o->with_summary) {
        if (o->common.json)
            sched_timehist_summary_json(w, &w->json);
        else
            sched_timehist_summary(w);
    }
    write_out(w);
    return !w->failed || err_set(e, ERR_IO, 0, "cannot write the lines: %s", strerror(errno));
}

static void show_problems(struct timehist_view *w, FILE *err)
{
    const struct problems *more = &w->timehist.schedule.replay->problems;
    if (!w->o->common.json) {
        session_problems_show(w->s, more, 0, err);
        return;
    }
    json_object_line(&w->json, NULL);
    answer_problems(&w->json, w->s, more);
    json_end(&w->json);
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
    struct timehist_view w = { .o = o, .s = s, .chains = chains, .to = out };
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
    bool ok = run(&w, e);
    if (ok) {
        show_problems(&w, err);
        show_empty(&w, err);
    }
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
