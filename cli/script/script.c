/* script: every sample as a line, or as a call chain, in order of time, as perf script prints them. */
#include "cli/script/script.h"

#include <stdlib.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/commands.h"
#include "formats/perf/features/feature.h"

enum { OPT_FIELDS = 1, OPT_STOP };

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct script_opts *o = arg;
    if (option == OPT_FIELDS)
        return script_choice_read(&o->choice, value, e);
    if (option == OPT_STOP)
        return filters_words_read(value, &o->stop, e);
    return filters_take(&o->filters, option, value, e) && stack_take(&o->stack, option, value, e);
}

static void show_header(const struct session *s, const struct script_opts *o, FILE *out)
{
    struct text text = { 0 };
    features_show(s->capture, o->full, &text);
    fwrite(text.s, 1, text.n, out);
    text_free(&text);
}

static void show_problems(struct scribe *w, bool ok, uint64_t samples, FILE *err)
{
    const struct filter *f = &w->o->filter;
    bool chosen = filter_drops_some(f) || filter_hides_some(f);
    if (!w->o->common.json) {
        session_problems_show(w->s, &w->problems, samples, err);
        if (ok && !samples && !w->rounds) /* what perf stat recorded has none */
            session_no_samples_show(w->s, chosen ? "the filters" : NULL, err);
    } else if (ok) {
        json_object_line(&w->json, NULL);
        answer_problems(&w->json, w->s, &w->problems);
        json_end(&w->json);
    }
}

static int print_session(struct session *s, struct script_opts *o, FILE *out, FILE *err)
{
    struct scribe w = { .s = s };
    struct err e = { 0 };
    uint64_t samples = 0;
    o->filters.relative = o->relative;
    bool ok = filters_plan(&o->filters, s->capture, &e) &&
              script_choice_check(&o->choice, s->capture, !o->no_chains, &e);
    if (ok && (ok = script_scribe_init(&w, s, o, &e))) {
        w.json.out = out;
        if (o->header && !o->common.json)
            show_header(s, o, out);
        ok = script_lines(&w, out, &samples, &e);
        counters_end(&w.counters);
        show_problems(&w, ok, samples, err);
    }
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", session_name(s), e.msg);
    script_scribe_free(&w);
    return !ok;
}

static void show_header_json(const struct session *s, const struct script_opts *o, FILE *out)
{
    struct json j = answer_begin(out, "script");
    answer_header(&j, s, o->full);
    answer_end(&j, s, NULL);
}

static int script(struct script_opts *o, FILE *out, FILE *err)
{
    struct session s;
    int status = 0;
    if (!session_open(&s, &o->common, o->header_only ? SESSION_HEADER : SESSION_RESOLVE, err))
        return 1;
    if (o->header_only)
        (o->common.json ? show_header_json : show_header)(&s, o, out);
    else
        status = print_session(&s, o, out, err);
    session_close(&s);
    return status;
}

/* What was asked for and makes no sense together. */
static bool makes_sense(const struct script_opts *o, FILE *err)
{
    const char *why = NULL;
    if (o->common.json && o->choice.by_user)
        why = "-F is for lines of text: --json has all that was recorded";
    else if (o->common.json && o->dumps)
        why = "--per-event-dump writes lines of text: --json tells the event of each sample";
    else if (o->common.json && (o->relative || o->delta || o->nanoseconds))
        why = "--reltime, --deltatime and --ns are for lines of text: --json has times as recorded, in ns";
    else if (o->common.json && o->header && !o->header_only)
        why = "--json has a record a line: --json --header-only has the header";
    else if (o->common.json &&
             (o->stop.n || o->source_path || o->kernel_path || !o->common.demangle || o->no_inline))
        why = "--json has whole chains, paths and names, and calls that were inlined: less is for lines of "
              "text";
    else if (o->dumps && !strcmp(o->common.input, "-"))
        why = "--per-event-dump: its files are called like the capture, and standard input has no name";
    else if (o->relative && o->delta)
        why = "--reltime and --deltatime: a time is shown either since the first or since the one before";
    if (why)
        fprintf(err, "perfolio script: %s\n", why);
    return !why;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct script_opts o = { .stack = { .max = 127, .innermost = true } };
    int ignored = 0;
    o.filters.filter = &o.filter;
    script_choice_default(&o.choice);
    const struct poptOption own[] = {
        { "fields", 'F', POPT_ARG_STRING, NULL, OPT_FIELDS,
          "what a line is made of: [TYPE:]FIELD,... or [TYPE:]+FIELD,-FIELD,...", "FIELD,..." },
        { "hide-call-graph", 'G', POPT_ARG_NONE, &o.no_chains, 0, "a line for each sample, no call chains",
          NULL },
        { "no-inline", 0, POPT_ARG_NONE, &o.no_inline, 0, "no lines for calls that were inlined", NULL },
        { "inline", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "merge-callchains", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "no-itrace", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "ns", 0, POPT_ARG_NONE, &o.nanoseconds, 0, "times with nanoseconds", NULL },
        { "reltime", 0, POPT_ARG_NONE, &o.relative, 0, "times since the first one", NULL },
        { "deltatime", 0, POPT_ARG_NONE, &o.delta, 0, "times since the one before", NULL },
        { "full-source-path", 0, POPT_ARG_NONE, &o.source_path, 0, "source lines with their folders", NULL },
        { "show-kernel-path", 0, POPT_ARG_NONE, &o.kernel_path, 0, "modules by their paths", NULL },
        { "stop-bt", 0, POPT_ARG_STRING, NULL, OPT_STOP, "call chains end at these symbols", "NAME,..." },
        STACK_OPTIONS,
        FILTER_OPTIONS_WITH('c', 0, 'C'), /* -d is perf's --debug-mode */
        { "addr-range", 0, POPT_ARG_STRING, NULL, OPT_FILTER_RANGE,
          "addresses of --symbols are of so many bytes", "BYTES" },
        { "switch-on", 0, POPT_ARG_STRING, &o.open, 0, "only what follows a sample of this event", "EVENT" },
        { "switch-off", 0, POPT_ARG_STRING, &o.close, 0, "... until a sample of this one", "EVENT" },
        { "show-on-off-events", 0, POPT_ARG_NONE, &o.show_gate, 0, "those samples too", NULL },
        { "per-event-dump", 0, POPT_ARG_NONE, &o.dumps, 0,
          "the lines of each event to a file CAPTURE.EVENT.dump", NULL },
        { "show-task-events", 0, POPT_ARG_NONE, &o.show_task, 0, "COMM, FORK and EXIT records too", NULL },
        { "show-mmap-events", 0, POPT_ARG_NONE, &o.show_mmap, 0, "MMAP records too", NULL },
        { "show-switch-events", 0, POPT_ARG_NONE, &o.show_switch, 0, "SWITCH records too", NULL },
        { "show-namespace-events", 0, POPT_ARG_NONE, &o.show_namespace, 0, "NAMESPACES records too", NULL },
        { "show-cgroup-events", 0, POPT_ARG_NONE, &o.show_cgroup, 0, "CGROUP records too", NULL },
        { "show-lost-events", 0, POPT_ARG_NONE, &o.show_lost, 0, "LOST records too", NULL },
        { "show-round-events", 0, POPT_ARG_NONE, &o.show_round, 0, "FINISHED_ROUND records too", NULL },
        { "show-bpf-events", 0, POPT_ARG_NONE, &o.show_bpf, 0, "KSYMBOL and BPF_EVENT records too", NULL },
        { "show-text-poke-events", 0, POPT_ARG_NONE, &o.show_text_poke, 0, "TEXT_POKE records too", NULL },
        { "header", 0, POPT_ARG_NONE, &o.header, 0, "the capture's header first", NULL },
        { "header-only", 0, POPT_ARG_NONE, &o.header_only, 0, "the capture's header, and nothing else",
          NULL },
        { "show-info", 'I', POPT_ARG_NONE, &o.full, 0, "the long parts of the header too", NULL },
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv,
        &(struct options){ .command = "script", .captures = captures, .own = own, .take = take, .arg = &o },
        &o.common, out, err);
    o.filter.demangle = o.common.demangle;
    if (status < 0)
        status = makes_sense(&o, err) ? script(&o, out, err) : 1;
    filters_free(&o.filters);
    filters_words_free(&o.stop);
    free(o.open);
    free(o.close);
    options_free(&o.common);
    return status;
}

int cmd_script(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, true, argc, argv, out, err);
}
