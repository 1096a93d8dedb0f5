/* trace: system calls as lines, and what they add up to, as perf trace prints them. */
#include "cli/trace/tracer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/commands.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/file/output.h"
#include "formats/tracepoint/tracepoint.h"

enum { OPT_NAMES = 1, OPT_WITHOUT, OPT_DURATION, OPT_BY, OPT_MAX_EVENTS };

static bool take_duration(struct trace_opts *o, const char *value, struct err *e)
{
    char *end;
    o->duration = strtod(value, &end);
    if (end == value || *end || !(o->duration >= 0))
        return err_set(e, ERR_USAGE, 0, "--duration %s: not a number of milliseconds", value);
    return true;
}

static bool take_max_events(struct trace_opts *o, const char *value, struct err *e)
{
    char *end;
    o->max_events = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end)
        return err_set(e, ERR_USAGE, 0, "--max-events %s: not a count", value);
    return true;
}

static bool take_by(struct trace_opts *o, const char *value, struct err *e)
{
    static const char *const modes[] = {
        [CALLS_BY_THREAD] = "thread", [CALLS_BY_NOTHING] = "total", [CALLS_BY_CGROUP] = "cgroup"
    };
    for (size_t i = 0; i < COUNT(modes); i++)
        if (!strcmp(modes[i], value)) {
            o->by = (enum calls_by)i;
            return true;
        }
    return err_set(e, ERR_USAGE, 0, "--summary-mode %s: not thread, total or cgroup", value);
}

static bool take_without(struct trace_opts *o, const char *value, struct err *e)
{
    for (const char *at = value; at;) {
        char *end;
        long pid = strtol(at, &end, 10);
        if (end == at || (*end && *end != ','))
            return err_set(e, ERR_USAGE, 0, "--filter-pids %s: not numbers with commas between", value);
        o->without.v = mem_resize(o->without.v, o->without.n + 1, sizeof(*o->without.v));
        o->without.v[o->without.n++] = pid;
        at = *end ? end + 1 : NULL;
    }
    return true;
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct trace_opts *o = arg;
    switch (option) {
    case OPT_NAMES:
        trace_call_names_take(&o->names, value);
        return true;
    case OPT_WITHOUT:
        return take_without(o, value, e);
    case OPT_DURATION:
        return take_duration(o, value, e);
    case OPT_BY:
        return take_by(o, value, e);
    case OPT_MAX_EVENTS:
        return take_max_events(o, value, e);
    default:
        return filters_take(&o->filters, option, value, e) && stack_take(&o->stack, option, value, e);
    }
}

static bool wants(void *arg, const struct call_kind *kind)
{
    const struct tracer *t = arg;
    bool by_name = t->o->names.ncalls;
    return t->o->no_calls ? false : by_name ? trace_call_names_want(&t->o->names, kind) : t->o->calls;
}

static bool listens(void *arg, const struct event *ev)
{
    const struct tracer *t = arg;
    return trace_call_names_want_event(&t->o->names, ev->name);
}

static bool hides(void *arg, const struct sample *s, const char *comm)
{
    struct tracer *t = arg;
    struct resolved_addr nowhere = { .level = 'H' };
    struct view v = { .sample = s, .comm = comm, .resolved = &nowhere };
    for (size_t i = 0; i < t->o->without.n; i++)
        if (t->o->without.v[i] == s->pid || t->o->without.v[i] == s->tid)
            return true;
    return filter_hides_some(&t->o->filter) && filter_hides(&t->o->filter, &t->memory, &v);
}

static void tracer_init(struct tracer *t, struct session *s, const struct trace_opts *o, FILE *out)
{
    bool json = o->common.json;
    *t = (struct tracer){ .s = s, .o = o, .out = out, .json.out = out };
    address_cache_init(&t->addresses, s->timeline, s->resolver);
    t->addresses.names_by_then = true;
    stacks_init(&t->stacks, &t->addresses, s->capture->env.arch, &o->stack, &t->calls.problems);
    t->calls = (struct calls){
        .replay = { .capture = s->capture,
                    .reader = &tracepoint_reader,
                    .traces = session_traces(s),
                    .addresses = &t->addresses,
                    .filter = filter_drops_some(&o->filter) ? &o->filter : NULL },
        .kinds.complete = o->complete || json,
        .told = !o->summary,
        .summed = o->summary || o->with_summary,
        .failures = o->failures,
        .errors = o->errors || json,
        .by = o->by,
        .at_least = o->duration,
        .wants = o->names.n || o->no_calls ? wants : NULL,
        .hides = hides,
        .listens = o->names.n > o->names.ncalls ? listens : NULL,
        .happens = json ? trace_event_json : trace_event,
        .tell = json ? trace_tell_json : trace_tell,
        .fault = json ? trace_fault_json : trace_fault,
        .arg = t,
    };
}

static void show_problems(struct tracer *t, FILE *err)
{
    const struct trace_opts *o = t->o;
    bool chosen = o->names.n || o->no_calls || o->failures || o->duration > 0 || o->without.n ||
                  filter_drops_some(&o->filter) || filter_hides_some(&o->filter);
    answer_rows_end(&t->rows, t->s, &t->calls.problems, t->calls.events, err);
    if (o->common.json)
        return;
    if (!t->calls.events || (chosen && !o->summary && !t->told))
        session_no_samples_show(t->s, chosen ? "the filters" : NULL, err);
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct trace_opts *o = arg;
    struct tracer t = { .s = s };
    bool ok = filters_plan(&o->filters, s->capture, e) && trace_call_names_check(&o->names, s->capture, e);
    if (ok) {
        tracer_init(&t, s, o, out);
        ok = calls_recorded(&t.calls) ||
             err_set(e, ERR_USAGE, 0,
                     "no event of it is about system calls: perf trace record, or perf record -e "
                     "raw_syscalls:sys_enter,raw_syscalls:sys_exit, has them");
        ok = ok && calls_run(&t.calls, e);
    }
    if (ok) {
        answer_lines(&t.rows, &o->common, "trace", out);
        if (t.calls.summed)
            trace_summary(&t);
        show_problems(&t, err);
    }
    stacks_free(&t.stacks);
    calls_free(&t.calls);
    address_cache_free(&t.addresses);
    idmap_free(&t.memory.symbols);
    text_free(&t.line);
    return ok;
}

static int trace(struct trace_opts *o, FILE *out, FILE *err)
{
    o->summary = o->summary || o->common.csv || (o->errors && !o->with_summary);
    return session_run(&o->common, SESSION_RESOLVE, work, o, out, err);
}

/* Into a file: whole, or not at all. */
static int trace_into(struct trace_opts *o, const char *path, FILE *err)
{
    struct output f;
    struct err e = { 0 };
    if (strcmp(path, "-") && file_is_of(path, o->common.input)) {
        fprintf(err, "perfolio trace: --output: %s is the capture itself\n", path);
        return 1;
    }
    FILE *to = output_open(&f, path, OUTPUT_ORDINARY, &e) ? output_stream(&f, &e) : NULL;
    int status = to ? trace(o, to, err) : 1;
    f.unsynced = true;
    if (to && !status && !output_commit(&f, &e))
        status = 1;
    output_abandon(&f);
    if (e.kind)
        fprintf(err, "perfolio trace: %s\n", e.msg);
    return status;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct trace_opts o = { .stack = { .max = 127, .innermost = true }, .max_events = UINT64_MAX };
    int ignored = 0;
    o.filters.filter = &o.filter;
    const struct poptOption own[] = {
        { "summary", 's', POPT_ARG_NONE, &o.summary, 0, "what the calls add up to, and no lines", NULL },
        { "with-summary", 'S', POPT_ARG_NONE, &o.with_summary, 0, "what the calls add up to after the lines",
          NULL },
        { "csv", 0, POPT_ARG_NONE, &o.common.csv, 0, "what the calls add up to as CSV, and no lines", NULL },
        { "summary-mode", 0, POPT_ARG_STRING, NULL, OPT_BY, "add up by thread (the default), total or cgroup",
          "MODE" },
        { "errno-summary", 0, POPT_ARG_NONE, &o.errors, 0, "add up errors, too; alone it means -s", NULL },
        { "sched", 0, POPT_ARG_NONE, &o.runtime, 0, "add up how long threads ran (sched:sched_stat_runtime)",
          NULL },
        { "expr", 'e', POPT_ARG_STRING, NULL, OPT_NAMES,
          "only these calls: names, patterns, file for those that take the name of one; all but them behind "
          "a !; and these other events: SYSTEM:NAME",
          "NAME,..." },
        { "event", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_NAMES, NULL, NULL },
        { "duration", 0, POPT_ARG_STRING, NULL, OPT_DURATION, "only calls that took as long", "MS" },
        { "failure", 0, POPT_ARG_NONE, &o.failures, 0, "only calls that failed", NULL },
        { "time", 'T', POPT_ARG_NONE, &o.full_time, 0,
          "times of the recording clock, not since the first event", NULL },
        { "no-comm", 0, POPT_ARG_NONE, &o.no_comm, 0, "numbers of threads without their names", NULL },
        { "comm", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "syscalls", 0, POPT_ARG_NONE, &o.calls, 0, "all calls, too, where -e names other events alone",
          NULL },
        { "no-syscalls", 0, POPT_ARG_NONE, &o.no_calls, 0, "no calls, only page faults and other events",
          NULL },
        { "output", 'o', POPT_ARG_STRING, &o.output, 0, "into this file, not to standard output", "FILE" },
        { "sort-events", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "max-events", 0, POPT_ARG_STRING, NULL, OPT_MAX_EVENTS, "no more lines than these", "N" },
        { "complete", 0, POPT_ARG_NONE, &o.complete, 0,
          "calls, names of flags and halves of addresses that perf 6.1 leaves out, too", NULL },
        { "pid", 'p', POPT_ARG_STRING, NULL, OPT_FILTER_PIDS, "only these processes", "PID,..." },
        { "tid", 't', POPT_ARG_STRING, NULL, OPT_FILTER_TIDS, "only these threads", "TID,..." },
        { "filter-pids", 0, POPT_ARG_STRING, NULL, OPT_WITHOUT, "none of these processes and threads",
          "PID,..." },
        { "comms", 0, POPT_ARG_STRING, NULL, OPT_FILTER_COMMS, "only these commands", "NAME,..." },
        { "cpu", 'C', POPT_ARG_STRING, NULL, OPT_FILTER_CPUS, "only what happened on these CPUs", "1,3-5" },
        { "time-range", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIME,
          "only events in START,STOP (seconds), in N%/M or in A%-B%", "RANGE" },
        STACK_OPTIONS,
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv,
        &(struct options){ .command = "trace", .captures = captures, .own = own, .take = take, .arg = &o },
        &o.common, out, err);
    o.filter.demangle = o.common.demangle;
    if (status < 0)
        status = o.output ? trace_into(&o, o.output, err) : trace(&o, out, err);
    free(o.output);
    filters_free(&o.filters);
    trace_call_names_drop(&o.names);
    free(o.without.v);
    options_free(&o.common);
    return status;
}

int cmd_trace(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, true, argc, argv, out, err);
}
