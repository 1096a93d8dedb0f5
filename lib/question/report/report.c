/* report: counts samples by keys, or lists records and threads. */
#include <string.h>

#include "lib/question/commands.h"
#include "lib/question/report/counted.h"
#include "lib/question/report/lists.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/common_captures.h"
#include "lib/question/common/idle_transforms.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"
#include "core/profile/keys/keys.h"

/* Prints the header. In text it comes before counting begins. */
static void report_show_header(const struct session *s, const struct report_opts *o, struct outlet *out)
{
    struct rows r;
    answer_begin_rows(&r, &o->common, NULL, "report", out);
    answer_header(&r, s, o->full);
    rows_abandon(&r);
}

/* Whether some event recorded branches for their own sake (not call stacks, --call-graph lbr). */
static bool any_branches(const struct capture *c)
{
    for (uint32_t i = 0; i < c->events.n; i++) {
        const struct attr *a = &c->events.v[i].attr;
        if (a->sample_type & PERF_SAMPLE_BRANCH_STACK &&
            !(a->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK))
            return true;
    }
    return false;
}

/* Whether rows are branches. */
static bool plan_branches(const struct session *s, struct report_opts *o, struct err *e)
{
    const struct capture *c = s->capture;
    bool wants_history = o->history && !plan_has_sample_field(c, PERF_SAMPLE_CALLCHAIN);
    if (wants_history && !plan_has_sample_field(c, PERF_SAMPLE_BRANCH_STACK))
        return err_set(e, ERR_USAGE, 0,
                       "--branch-history: no event of this capture recorded branches or chains");
    if (o->history)
        o->branches = 0;
    else if (o->branches < 0) /* a pipe's data are not known when perf decides: see plan() */
        o->branches = !c->is_pipe && any_branches(c) && !plan_has_sample_field(c, PERF_SAMPLE_STACK_USER);
    else if (o->branches && !plan_has_sample_field(c, PERF_SAMPLE_BRANCH_STACK))
        return err_set(e, ERR_USAGE, 0, "--branch-stack: no event of this capture recorded branches");
    o->count.stack.history = (o->history || (o->graph.branches && !o->branches)) && any_branches(c);
    o->count.branches = o->branches && !o->stats;
    o->layout.branches = o->branches;
    return true;
}

/* Whether running threads can be counted, if some column needs that: the capture needs context-switch records. */
static bool plan_running(const struct session *s, struct report_opts *o, struct err *e)
{
    bool known = false;
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        known = known || attr_has(&s->capture->events.v[i].attr, ATTR_CONTEXT_SWITCH);
    o->count.latency = o->columns.latency;
    if (o->common.counts_running && !known)
        return err_set(e, ERR_USAGE, 0,
                       "latency and parallelism: this capture does not record which threads ran (perf record "
                       "--latency or --switch-events does)");
    return !(o->columns.latency && o->count.branches) ||
           err_set(e, ERR_USAGE, 0,
                   "latency: rows are branches, which have none (--no-branch-stack makes them samples)");
}

/* Whether the capture was recorded with --latency. perf 6.15 and later then show latencies by default. They do not for
   pipes, since perf decides before it knows a pipe's data. */
static bool is_for_latency(const struct capture *c)
{
    bool switches = false, asked = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        switches = switches || attr_has(&c->events.v[i].attr, ATTR_CONTEXT_SWITCH);
    for (size_t i = 0; i < c->env.ncmdline; i++)
        asked = asked || !strcmp(c->env.cmdline[i], "--latency");
    return !c->is_pipe && switches && asked;
}

/* Whether the key "trace" is the default key: as in perf, if all events are tracepoints. perf decides before it knows
   a pipe's data. */
static bool only_tracepoints(const struct capture *c)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (c->events.v[i].attr.type != PERF_TYPE_TRACEPOINT)
            return false;
    return c->events.n && !c->is_pipe;
}

/* Looks up the keys, and opens the tracing data that keys of tracepoints need. */
static bool plan_keys(struct session *s, struct report_opts *o, struct err *e)
{
    const struct trace_access traces = session_trace_access(s);
    layout_set_usual_keys(&o->layout, only_tracepoints(s->capture), o->raw_trace && session_traces(s));
    o->trace_keys = key_trace_new(traces.reader, session_traces(s), &s->capture->events);
    if (!layout_resolve_words(&o->layout, o->trace_keys, e))
        return false;
    layout_make(&o->columns, &o->layout, o->count.children);
    for (size_t i = 0; i < o->columns.nkeys && !o->count.values; i++)
        if (o->columns.keys[i]->sample & PERF_SAMPLE_RAW)
            o->count.values = trace_values_new(&traces, &s->capture->events, o->raw_trace);
    return true;
}

/* Whether rows of different places may get equal texts, such as one source line. Then the call chains are needed again
   when the rows are merged, since a chain may lead through several of these places. */
static bool keys_read_alike(const struct layout *l)
{
    for (size_t i = 0; i < l->nkeys; i++)
        if (l->keys[i]->needs_place && !l->keys[i]->by_symbol)
            return true;
    return false;
}

/* Finds the times when --switch-on and --switch-off take effect, in a pass before the samples are counted in any
   order. */
static bool plan_switch(struct session *s, struct report_opts *o, struct err *e)
{
    struct event_switch how;
    if (!o->switched.on && !o->switched.off)
        return true;
    if (!filters_find_switch_events(&o->switched, &s->capture->events, &how, e) ||
        !filter_switch_find(&o->turns, &how, s->capture, &o->count.filter, e))
        return false;
    o->count.filter.turns = &o->turns;
    return true;
}

/* The options that may have dropped all samples, for a message; NULL: none. */
static const char *droppers(const struct report_opts *o)
{
    if (o->switched.on || o->switched.off) {
        if (o->filters.time || o->count.filter.cpus.n)
            return "--time, --cpu, --switch-on and --switch-off";
        return "--switch-on and --switch-off";
    }
    if (o->filters.time || o->count.filter.cpus.n)
        return "--time and --cpu";
    return NULL;
}

/* Checks that rows are samples, which have call stacks, if options change stacks. */
static bool plan_transforms(struct report_opts *o, struct err *e)
{
    if (o->stats)
        o->count.transforms = (struct transforms){ 0 }; /* --stats counts records, not samples */
    if (!transforms_any(&o->count.transforms))
        return true;
    o->count.paths = true;
    return !o->count.branches || err_set(e, ERR_USAGE, 0,
                                         "--focus, --drop, --merge...: rows are branches, which have no call "
                                         "stacks (--no-branch-stack makes them samples)");
}

/* Plans what to count. False with `e` set if the capture lacks it. */
static bool plan(struct session *s, struct report_opts *o, bool gathers, struct err *e)
{
    struct count_opts *c = &o->count;
    if (!plan_branches(s, o, e))
        return false;
    /* perf decides before it knows a pipe's data, so for pipes the default is off */
    bool by_default = !s->capture->is_pipe;
    bool chains = !c->branches && plan_has_sample_field(s->capture, PERF_SAMPLE_CALLCHAIN);
    bool frames = chains || c->stack.history;
    const bool shows_trees = o->common.json ? o->graph_asked : !o->stats && !o->common.csv;
    const bool wants_children = o->children < 0 ? by_default : o->children;
    c->children = chains && wants_children && !o->stats && !o->hierarchy;
    c->paths = o->trees = frames && shows_trees && o->graph.form != GRAPH_NONE;
    c->by_address = o->graph.key != TREE_FUNCTION;
    if (o->graph.callers_first < 0)
        o->graph.callers_first = o->children || o->inverted;
    o->layout.verbose = o->common.verbose;
    o->layout.with_latency = !gathers && !o->branches && !o->stats && is_for_latency(s->capture);
    if (!plan_keys(s, o, e) || !plan_running(s, o, e))
        return false;
    if ((o->symbol_filter || o->sandwich) &&
        layout_place(&o->columns, key_find("symbol", 6)) == o->columns.nkeys)
        return err_set(e, ERR_USAGE, 0, "--%s: these rows have no symbol",
                       o->sandwich ? "sandwich" : "symbol-filter");
    for (size_t i = 0; i < o->columns.nkeys && !s->waits; i++)
        if (o->columns.keys[i]->varies == KEY_VARIES_BY_WAIT)
            return err_set(e, ERR_USAGE, 0, "--sort %s: only waits have it (--off-cpu, --wall-clock)",
                           o->columns.keys[i]->name);
    c->paths = c->paths || (c->children && keys_read_alike(&o->columns));
    if (!plan_transforms(o, e))
        return false;
    c->keys = o->columns.keys;
    c->nkeys = o->stats ? 0 : o->columns.nkeys;
    c->inlines = (enum count_inlines)o->inlines;
    bool has_parents = !c->branches && layout_place(&o->columns, key_find("parent", 6)) < o->columns.nkeys;
    c->parent = NULL;
    if (has_parents)
        c->parent = o->parent;
    c->root = NULL;
    if (!c->branches)
        c->root = o->root;
    c->named_only = o->hide_unresolved;
    c->stack.innermost = !o->graph.callers_first;
    if (gathers || o->symbol_filter || o->exclude_other)
        c->least_percent = 0;
    else
        c->least_percent = o->percent_limit;
    c->filter.demangle = s->o.demangle;
    return plan_complete_opts(c, &o->filters, s->capture, e) && plan_switch(s, o, e);
}

/* Adds an option of the command line, quoted for a shell, if it was given. */
static void add_option(struct text *line, const char *name, const char *value)
{
    if (value)
        text_printf(line, " --%s '%s'", name, value);
}

/* Adds the options that name the capture and the sources of its symbols. */
static void add_sources(struct text *line, const struct common_opts *o)
{
    add_option(line, "capture", o->capture);
    for (size_t i = 0; i < o->objects.n; i++)
        add_option(line, "objects", o->objects.v[i]);
    add_option(line, "symfs", o->symfs);
    add_option(line, "vmlinux", o->vmlinux);
    add_option(line, "kallsyms", o->kallsyms);
    if (o->isolated)
        text_add(line, " --isolated");
}

/* Suggests, on a terminal, the command that annotates the heaviest function. */
static void show_hint(const struct session *s, const struct report_opts *o, const struct table *table,
                      struct outlet *out)
{
    const size_t k = layout_place(&o->columns, key_find("symbol", 6));
    const struct profile *p = table->profile;
    struct text name = { 0 };
    uint64_t most = 0;
    for (uint32_t i = 0; k < o->columns.nkeys && !o->branches && i < p->nrows; i++) {
        struct text scratch = { 0 };
        const struct value v = table_value(table, i, k, &scratch);
        if (row_at(p, i)->period > most && v.type == VALUE_SYMBOL && v.symbol.name) {
            most = row_at(p, i)->period;
            name.n = 0;
            text_add_clean(&name, v.symbol.name);
        }
        text_free(&scratch);
    }
    struct text sources = { 0 };
    add_sources(&sources, &o->common);
    if (most && !o->off_cpu)
        outlet_print(out, "# (Tip: perfolio annotate -i %s%s '%s' shows its instructions)\n",
                     s->capture->path, text_str(&sources), name.s);
    text_free(&sources);
    text_free(&name);
}

/* Reports that --group has no effect. In perf it also puts events side by side that were not recorded as a group. */
static void show_idle_group(const struct session *s, struct outlet *err)
{
    const struct events *es = &s->capture->events;
    for (size_t i = 0; i < es->n; i++)
        if (es->v[i].members > 1)
            return;
    outlet_add(
        err,
        "perfolio report: --group is without effect: the capture has no events that were recorded as a group\n");
}

/* Whether options may remove all callers from the recorded call chains. */
static bool leaves_out_callers(const struct report_opts *o)
{
    const struct count_opts *c = &o->count;
    const bool drops = filter_may_drop(&c->filter) || o->switched.on || o->switched.off;
    const bool shortens = transforms_any(&c->transforms) || c->root || c->named_only || c->stack.max < 2;
    return drops || filter_may_hide(&c->filter) || shortens;
}

/* Prints why -g shows no call trees. */
static void show_treeless(const struct session *s, const struct report_opts *o, const struct profile *p,
                          struct outlet *err)
{
    const bool by_symbol = layout_place(&o->columns, key_find("symbol", 6)) < o->columns.nkeys;
    uint64_t callers = 0;
    for (uint32_t i = 0; i < p->nrows; i++)
        callers += row_children(p, row_at(p, i)) - row_at(p, i)->period;
    if (!plan_has_sample_field(s->capture, PERF_SAMPLE_CALLCHAIN) && !o->count.stack.history)
        outlet_add(
            err,
            "perfolio report: -g: the samples were recorded without call chains (perf record -g records them)\n");
    else if (o->count.children && by_symbol && !callers && !leaves_out_callers(o))
        outlet_add(
            err, "perfolio report: -g: samples were recorded with call chains, but these are empty: perfolio "
                 "doctor says why\n");
}

/* Shows a half of --sandwich. */
static void show_half(struct counted *c, const char *name, const char *title, struct rows *r)
{
    struct text function = { 0 };
    text_add_clean(&function, c->o.sandwich);
    table_init(&c->table, &c->profile, &c->context);
    c->has_table = true;
    if (!c->o.quiet)
        rows_print(r, "# %s of '%s'\n", title, text_str(&function));
    rows_object(r, name);
    report_rows(c, &c->table, &c->context, r);
    rows_close(r);
    text_free(&function);
}

/* Shows the counts of a function's callers, and those of its callees. */
static void show_sandwich(struct counted *c, uint64_t samples, struct outlet *out, struct outlet *err)
{
    struct rows r;
    answer_begin_rows(&r, &c->o.common, c->o.separator, "report", out);
    rows_fact(&r, "sandwich", value_text(c->o.sandwich));
    show_half(c, "callers", "Callers", &r);
    show_half(c->callees, "callees", "Callees", &r);
    answer_rows_end(&r, c->s, &c->profile.problems, samples, err);
}

/* Shows the counts; `samples`: all samples, for the shares of problems. */
static void report_show(struct counted *c, uint64_t samples, struct outlet *out, struct outlet *err)
{
    const struct report_opts *o = &c->o;
    const struct session *s = c->s;
    struct rows r;
    answer_begin_rows(&r, &o->common, o->stats ? NULL : o->separator, "report", out);
    if (o->stats) {
        report_stats(s, &c->profile, &r);
    } else {
        table_init(&c->table, &c->profile, &c->context);
        c->has_table = true;
        if (o->header && o->common.json)
            answer_header(&r, s, o->full);
        report_rows(c, &c->table, &c->context, &r);
        if (rows_prints_text(&r) && !o->separator && !o->quiet && out->is_terminal)
            show_hint(s, o, &c->table, out);
        if (o->threads)
            thread_counts_show(&c->threads, &s->capture->events, o->pretty, &r);
        if (o->threads && !c->threads.n && !o->common.json)
            outlet_print(err, "perfolio: %s: no thread's counts were recorded (perf record -s)\n",
                         session_name(s));
    }
    answer_rows_end(&r, s, &c->profile.problems, samples, err);
}

/* The given option that cannot be combined with --off-cpu; NULL: none. */
static const char *not_of_waits(const struct report_opts *o)
{
    const struct {
        bool is_asked;
        const char *option;
    } rows[] = { { o->stats, "--stats" },
                 { o->threads, "--threads" },
                 { o->switched.on || o->switched.off, "--switch-on and --switch-off" },
                 { o->history, "--branch-history" },
                 { o->branches > 0, "--branch-stack" },
                 { o->columns.latency || o->layout.latency, "--latency" } };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].is_asked)
            return rows[i].option;
    return NULL;
}

/* With --off-cpu or --wall-clock the session whose samples are waits, else `s`. NULL with `e` set. */
static struct session *count_what(struct counted *c, struct session *s, struct err *e)
{
    const struct report_opts *o = &c->o;
    if (!o->off_cpu)
        return s;
    const char *other = not_of_waits(o);
    if (other) {
        err_set(e, ERR_USAGE, 0, "%s and %s exclude each other",
                o->off_cpu == 1 + WAIT_AND_RUN ? "--wall-clock" : "--off-cpu", other);
        return NULL;
    }
    struct session_waits *w = session_read_waits(s, (enum wait_weight)(o->off_cpu - 1), e);
    if (!w)
        return NULL;
    c->of_waits = *s;
    session_use_waits(&c->of_waits, w);
    c->s = &c->of_waits;
    return &c->of_waits;
}

/* Plans a half of --sandwich: the stacks down to the function, seen from there; or from it on. */
static void plan_half(struct counted *c, enum transform_how how)
{
    struct report_opts *o = &c->o;
    struct transforms *t = &o->count.transforms;
    const bool to_callees = how == TRANSFORM_FOCUS;
    c->half = mem_new(t->n + 1, sizeof(*c->half));
    if (t->n)
        memcpy(c->half, t->v, t->n * sizeof(*c->half));
    c->half[t->n] = (struct transform){ how, o->sandwich };
    *t = (struct transforms){ .v = c->half, .n = t->n + 1 };
    o->children = to_callees;
    o->graph.callers_first = to_callees;
    o->graph_asked = true;
    o->only = o->sandwich;
}

/* Plans and counts. False with `e` set on failure. */
static bool report_count(struct session *s, struct counted *c, bool gathers, struct err *e)
{
    struct report_opts *o = &c->o;
    o->count.transforms.matched = &c->matched;
    if (!plan(s, o, gathers, e) || (gathers && !report_check_join_keys(o, e)) ||
        !session_count(s, &o->count, &c->profile, e))
        return false;
    c->context = plan_context(s);
    plan_add_missing_keys(&o->count, s->capture, &c->profile.problems);
    c->context.nanoseconds = o->nanoseconds;
    c->context.full_paths = o->full_paths;
    return true;
}

/* Counts both halves of --sandwich. False with `e` set on failure. */
static bool count_sandwich(struct session *s, struct counted *c, struct err *e)
{
    c->callees = mem_new(1, sizeof(*c->callees));
    c->callees->s = c->s;
    c->callees->o = c->o;
    plan_half(c, TRANSFORM_CALLERS);
    plan_half(c->callees, TRANSFORM_FOCUS);
    return report_count(s, c, false, e) && report_count(s, c->callees, false, e);
}

/* Shows the report, or adds it to `gathers` if that is not NULL. */
static int count_and_show(struct session *s, struct counted *c, struct report_captures *gathers,
                          struct outlet *out, struct outlet *err)
{
    struct report_opts *o = &c->o;
    struct profile *profile = &c->profile;
    struct err e = { 0 };
    uint64_t samples = 0, hidden = 0;
    const bool halves = o->sandwich && !o->stats;
    if (!(halves ? count_sandwich(s, c, &e) : report_count(s, c, gathers, &e)) ||
        (o->threads && !thread_counts_read(&c->threads, s->capture, &profile->problems, &e))) {
        outlet_fail(err, &e, "perfolio: %s: ", session_name(s));
        return 1;
    }
    for (size_t i = 0; i < profile->nevents; i++) {
        samples += profile->totals[i].samples;
        hidden += profile->totals[i].hidden_samples;
    }
    if (samples && !gathers)
        idle_transforms_add(&o->count.transforms, c->matched, halves, &profile->problems);
    const uint64_t counted = o->branches ? s->capture->nsamples : samples;
    if (gathers)
        report_add_capture(gathers, s, o, profile, &c->context);
    else if (halves)
        show_sandwich(c, counted, out, err);
    else
        report_show(c, counted, out, err);
    if (gathers && !o->common.json)
        common_problems_show(s, &profile->problems, counted, err);
    if (o->graph_given && o->graph.form != GRAPH_NONE && !gathers && !o->common.json && samples)
        show_treeless(s, o, profile, err);
    if (o->group == GROUP_ASKED && !gathers)
        show_idle_group(s, err);
    const bool hides_all = samples && samples == hidden &&
                           (filter_may_hide(&o->count.filter) || transforms_any(&o->count.transforms));
    const bool is_empty = !samples || hides_all, is_table = !o->stats && !gathers;
    if (is_empty && is_table && !o->common.json)
        common_no_samples_show(s, hides_all ? "the filters" : droppers(o), err);
    return 0;
}

static int report(const struct report_opts *asked, struct report_captures *gathers, struct outlet *out,
                  struct outlet *err)
{
    struct counted *c = mem_new(1, sizeof(*c));
    struct report_opts *const o = &c->o;
    *o = *asked;
    if (gathers)
        report_drop_unjoinable(gathers, o);
    bool list = o->stats || o->tasks || o->mmaps;
    o->common.counts_running = layout_wants_running(&o->layout) || o->count.filter.running.n;
    o->common.counts_running_of = is_for_latency;
    const enum session_depth whole = list ? SESSION_WALK : SESSION_RESOLVE;
    struct session *s = common_session(&o->common, o->header_only ? SESSION_HEADER : whole, err);
    int status = !s;
    struct rows r;
    c->s = s;
    if (!s) {
        report_counts_free(c);
        return status;
    }
    if (o->header && !o->header_only && !o->common.json && !o->common.csv)
        report_show_header(s, o, out);
    if (o->header_only || o->tasks || o->mmaps) {
        answer_begin_rows(&r, &o->common, NULL, "report", out);
        if (o->header_only)
            answer_header(&r, s, o->full);
        else
            report_tasks(s, o->mmaps, &r);
        answer_rows_end(&r, s, NULL, 0, err);
    } else {
        struct err e = { 0 };
        struct session *counted = count_what(c, s, &e);
        if (counted)
            status = count_and_show(counted, c, gathers, out, err);
        else
            status = !outlet_fail(err, &e, "perfolio: %s: ", session_name(s));
    }
    const struct common_opts *common = &asked->common;
    outlet_own_part(common->desk, c, report_counts_free);
    common_release_session(s, common);
    return status;
}

static void show_keys(const struct report_opts *o, struct outlet *out)
{
    const struct problems none = { 0 };
    struct rows r;
    answer_begin_rows(&r, &o->common, o->separator, "report", out);
    report_keys(&r);
    rows_end(&r, &none);
}

int report_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct report_opts *o = opts;
    struct captures *c = o->common.captures;
    struct report_captures *all = NULL;
    if (o->nwidths) /* -w sets the widths, so they are not fitted to the screen */
        out->style.columns = 0;
    if (o->keys_asked) {
        show_keys(o, out);
        return 0;
    }
    c->gathers = c->n && report_joins_captures(o);
    if (c->gathers && !report_check_join_options(o, err))
        return 1;
    if (c->gathers)
        all = mem_new(1, sizeof(*all));
    while (turn_next(c, out))
        turn_add_status(c, report(o, all, out, err));
    if (all && c->began)
        report_show_captures(all, out, err);
    if (all)
        outlet_own_part(o->common.desk, all, report_captures_free);
    return c->status;
}
