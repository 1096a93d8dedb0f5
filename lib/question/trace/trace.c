/* trace: prints system calls and their sums, as perf trace does. */
#include "lib/question/trace/tracer.h"

#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"
#include "lib/session/replaced.h"
#include "core/base/file/file.h"
#include "core/base/file/output.h"

static bool wants(void *arg, const struct call_kind *kind)
{
    const struct tracer *t = arg;
    bool by_name = t->o->names.ncalls;
    if (t->o->no_calls)
        return false;
    if (by_name)
        return trace_call_names_match(&t->o->names, kind);
    return t->o->calls;
}

static bool listens(void *arg, const struct event *ev)
{
    const struct tracer *t = arg;
    return trace_call_names_match_event(&t->o->names, ev->name);
}

static bool hides_some(const struct trace_opts *o)
{
    return o->without.n || filter_may_hide(&o->filter);
}

static bool hides(void *arg, const struct sample *s, const char *comm)
{
    struct tracer *t = arg;
    struct resolved_addr nowhere = { .level = 'H' };
    struct view v = { .sample = s, .comm = comm, .resolved = &nowhere };
    for (size_t i = 0; i < t->o->without.n; i++)
        if (t->o->without.v[i] == s->pid || t->o->without.v[i] == s->tid)
            return true;
    return filter_hides(&t->o->filter, &t->memory, &v);
}

static void tracer_init(struct tracer *t, struct session *s, const struct trace_opts *o)
{
    bool json = o->common.json;
    *t = (struct tracer){ .s = s, .o = o };
    const struct filter *filter = NULL;
    if (filter_may_drop(&o->filter))
        filter = &o->filter;
    struct replay replay = session_replay(s, &t->addresses, filter);
    stacks_init(&t->stacks, &t->addresses, s->capture->env.arch, &o->stack, &t->calls.problems);
    t->calls = (struct calls){
        .replay = replay,
        .kinds.complete = o->complete || json,
        .reports = !o->summary,
        .summed = o->summary || o->with_summary,
        .failures = o->failures,
        .errors = o->errors || json,
        .by = o->by,
        .at_least = o->duration,
        .happens = trace_write_event,
        .report = trace_write_call,
        .fault = trace_write_fault,
        .arg = t,
    };
    if (o->names.n || o->no_calls)
        t->calls.wants = wants;
    if (hides_some(o))
        t->calls.hides = hides;
    if (o->names.n > o->names.ncalls)
        t->calls.listens = listens;
}

/* Whether the filters left nothing to show. */
static bool shows_nothing(const struct tracer *t)
{
    for (size_t i = 0; t->o->summary && i < t->calls.ngroups; i++)
        if (t->calls.groups[i].events)
            return false;
    return t->o->summary || !t->lines;
}

/* Reports that entries or exits of calls were not recorded. */
static void show_unpaired(const struct tracer *t, struct outlet *err)
{
    const struct trace_opts *o = t->o;
    const bool about_calls = !o->no_calls && (o->calls || !o->names.n || o->names.ncalls);
    const char *lacks = about_calls ? calls_missing_tracepoint(&t->calls) : NULL;
    if (!lacks)
        return;
    outlet_print(err, "perfolio: %s: %s was not recorded: calls have no durations and no %s\n",
                 session_name(t->s), lacks, strcmp(lacks, "sys_exit") ? "arguments" : "sums");
}

static void show_problems(struct tracer *t, struct outlet *err)
{
    const struct trace_opts *o = t->o;
    const bool calls_chosen = o->names.n || o->no_calls || o->failures || o->duration > 0;
    const bool chosen = calls_chosen || filter_may_drop(&o->filter) || hides_some(o);
    answer_rows_end(&t->rows, t->s, &t->calls.problems, t->calls.events, err);
    if (!t->calls.events || (chosen && shows_nothing(t)))
        common_no_samples_show(t->s, chosen ? "the filters" : NULL, err);
    if (!o->common.json)
        show_unpaired(t, err);
}

struct tracing {
    struct tracer t;
    struct session *s;
    struct trace_opts *o;
    struct outlet *out;
};

static bool trace_all(void *arg, bool *holds UNUSED, struct err *e)
{
    struct tracing *w = arg;
    struct trace_opts *o = w->o;
    const struct capture *c = w->s->capture;
    if (!filters_resolve(&o->filters, &o->filter, c, e) || !trace_call_names_check(&o->names, c, e))
        return false;
    tracer_init(&w->t, w->s, o);
    answer_begin_lines(&w->t.rows, &o->common, "trace", w->out);
    w->t.rows.has_sums = o->with_summary;
    return (calls_recorded(&w->t.calls) ||
            err_set(e, ERR_USAGE, 0,
                    "the capture has no events of system calls: perf trace record, or perf record -e "
                    "raw_syscalls:sys_enter,raw_syscalls:sys_exit, records them")) &&
           calls_run(&w->t.calls, e);
}

static void trace_forget(void *arg)
{
    struct tracing *w = arg;
    struct tracer *t = &w->t;
    if (t->rows.sink)
        rows_abandon(&t->rows);
    stacks_free(&t->stacks);
    calls_free(&t->calls);
    address_cache_free(&t->addresses);
    idmap_free(&t->memory.symbols);
    text_free(&t->line);
    *t = (struct tracer){ .s = w->s };
}

/* Sums of all calls need no symbols. So they are made while the capture is read. */
static bool trace_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                       struct err *e)
{
    struct trace_opts turn = *(const struct trace_opts *)arg, *const o = &turn;
    struct tracing w = { .t = { .s = s }, .s = s, .o = o, .out = out };
    const bool sees_all = !hides_some(o) && !o->filters.time && !filter_may_drop(&o->filter);
    const struct session_work how = { .depth = o->summary ? SESSION_SOURCES : SESSION_RESOLVE,
                                      .may = o->summary && sees_all,
                                      .work = trace_all,
                                      .forget = trace_forget,
                                      .arg = &w };
    bool ok = common_run_work(s, &o->common, &how, err, e);
    if (ok) {
        calls_name_groups(&w.t.calls);
        if (w.t.calls.summed)
            trace_summary(&w.t);
        show_problems(&w.t, err);
        w.t.rows.sink = NULL;
    }
    trace_forget(&w);
    return ok;
}

/* Writes the answer to a file, completely or not at all. */
static int trace_into(const struct trace_opts *o, const char *path, struct outlet *err)
{
    struct output f = { 0 };
    struct err e = { 0 };
    if (strcmp(path, "-") && file_would_replace(path, o->common.input)) {
        outlet_print(err, "perfolio trace: --output: %s is the capture itself\n", path);
        return 1;
    }
    const bool opens = replaced_by_text(path, &e) &&
                       output_open(&f, path, OUTPUT_ORDINARY, o->common.desk->around.temporary, &e);
    FILE *to = opens ? output_stream(&f, &e) : NULL;
    struct outlet into = outlet_of_file(to, err);
    int status = 1;
    if (to)
        status = common_run(&trace_command, o, &into, err);
    f.unsynced = true;
    if (to && !status && !output_commit(&f, &e))
        status = 1;
    output_abandon(&f);
    if (e.kind)
        outlet_fail(err, &e, "perfolio trace: ");
    return status;
}

#define OPTS struct trace_opts
static const struct option_row options[] = {
    OPT("summary", 's', FLAG, summary, NULL, "only a summary of the calls, no lines"),
    OPT("with-summary", 'S', FLAG, with_summary, NULL, "a summary of the calls after the lines"),
    OPT("summary-mode", 0, WORD, by, "MODE", "summary by thread (default), total or cgroup",
        .words = "thread total cgroup"),
    OPT("errno-summary", 0, FLAG, errors, NULL, "errors in the summary, too; implies -s"),
    OPT("sched", 0, FLAG, runtime, NULL, "run time of threads in the summary (sched:sched_stat_runtime)"),
    OPT("expr", 'e', CALL, names, "NAME,...",
        "only these calls (names or patterns; file: calls with a file name; a leading ! excludes "
        "them) and these other events (SYSTEM:NAME)",
        .take = trace_call_names_take, .drop = trace_call_names_drop),
    OPT("event", 0, CALL, names, "VALUE", NULL, .take = trace_call_names_take),
    OPT("duration", 0, AMOUNT, duration, "MS", "lines only of calls that took at least so long",
        .noun = "number of milliseconds"),
    OPT("failure", 0, FLAG, failures, NULL, "lines only of calls that failed"),
    OPT("time", 'T', FLAG, full_time, NULL, "times of the recording clock, not since the first event",
        .instead = "time-range"),
    OPT("no-comm", 0, FLAG, no_comm, NULL, "show thread ids without names"),
    OPT("comm", 0, NONE, common, NULL, NULL, .instead = "comms"),
    OPT("syscalls", 0, FLAG, calls, NULL, "all calls, too, if -e names only other events"),
    OPT("no-syscalls", 0, FLAG, no_calls, NULL, "no system calls, only page faults and other events"),
    OPT("output", 'o', TEXT, output, "FILE", "write to this file instead of standard output",
        .needs = NEEDS_OUTPUT),
    OPT("sort-events", 0, NONE, common, NULL, NULL),
    OPT("max-events", 0, COUNT, max_events, "N", "print at most so many lines"),
    OPT("complete", 0, FLAG, complete, NULL,
        "also calls, flag names and upper halves of addresses that perf 6.1 omits"),
    OPT("pid", 'p', NUMBERS, filter.pids, "PID,...", "only these processes"),
    OPT("tid", 't', NUMBERS, filter.tids, "TID,...", "only these threads"),
    OPT("filter-pids", 0, NUMBERS, without, "PID,...", "exclude these processes and threads"),
    OPT("comms", 0, WORDS, filter.comms, "NAME,...", "only these commands"),
    OPT("cpu", 'C', NUMBERS, filter.cpus, "1,3-5", "only events on these CPUs"),
    OPT("time-range", 0, TEXT, filters.time, "RANGE",
        "only events in START,STOP (seconds), in N%/M or in A%-B%"),
    STACK_ROWS(stack),
    CSV_ROW,
    OPT_END
};

/* The name of a given option that only affects the lines of calls; NULL: none was given. */
static const char *option_of_lines(const struct trace_opts *o)
{
    if (o->duration > 0)
        return "--duration";
    if (o->failures)
        return "--failure";
    if (o->max_events != UINT64_MAX)
        return "--max-events";
    if (o->full_time)
        return "-T";
    if (o->no_comm)
        return "--no-comm";
    return NULL;
}

/* The name of a given option that only affects sums; NULL: none was given. */
static const char *option_of_sums(const struct trace_opts *o)
{
    if (o->runtime)
        return "--sched";
    if (o->by != CALLS_BY_THREAD)
        return "--summary-mode";
    return NULL;
}

/* Refuses options about lines or sums that are not printed. */
static bool has_effect(const struct trace_opts *o, struct outlet *err)
{
    const char *of_lines = option_of_lines(o);
    const char *of_sums = option_of_sums(o);
    if (o->summary && of_lines)
        outlet_print(err, "perfolio trace: %s applies to lines, but this prints a summary of all calls\n",
                     of_lines);
    else if (!o->summary && !o->with_summary && of_sums)
        outlet_print(err, "perfolio trace: %s applies to the summary: add -s or -S\n", of_sums);
    else
        return true;
    return false;
}

static bool trace_prepare(void *opts, struct outlet *err)
{
    struct trace_opts *o = opts;
    o->filter.demangle = o->common.demangle;
    o->summary = o->summary || o->common.csv || (o->errors && !o->with_summary);
    return has_effect(o, err);
}

static int trace_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct trace_opts *o = opts;
    if (o->output)
        return trace_into(o, o->output, err);
    return common_run(&trace_command, o, out, err);
}

const struct command trace_command =
    COMMAND("trace", "system calls as lines, and their summary, as perf trace prints them", NULL, options,
            .size = sizeof(struct trace_opts),
            .usual = &(const struct trace_opts){ .stack = { .max = 127, .innermost = true },
                                                 .max_events = UINT64_MAX },
            .prepare = trace_prepare, .run = trace_run, .work = trace_work, .depth = SESSION_HEADER,
            .traits = COMMAND_EACH | COMMAND_LINES);
