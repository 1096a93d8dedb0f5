/* script: prints every sample as a line, or as a line and a call chain, ordered by time, as perf script
   does. */
#include "lib/question/script/scribe.h"

#include <stdlib.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"

static void script_show_header(const struct session *s, const struct script_opts *o, struct outlet *out)
{
    struct rows r;
    struct problems all;
    session_problems_all(s, NULL, &all);
    answer_begin_rows(&r, &o->common, NULL, "script", out);
    answer_header(&r, s, o->full);
    rows_end(&r, &all);
}

static void show_problems(struct session *s, const struct script_opts *o, struct rows *r, bool ok,
                          const struct script_work *w, struct outlet *err)
{
    const struct filter *f = &o->filter;
    bool chosen = filter_may_drop(f) || filter_may_hide(f);
    bool counted = w->scribes[0].rounds; /* a capture of perf stat has no samples */
    if (ok || !o->common.json)
        answer_rows_end(r, s, &w->problems, w->samples, err);
    else
        rows_abandon(r);
    if (ok && !o->common.json && !w->samples && !counted)
        common_no_samples_show(s, chosen ? "the filters" : NULL, err);
}

static int print_session(struct session *s, struct script_opts *o, struct outlet *out, struct outlet *err)
{
    struct script_work w;
    struct rows r;
    struct err e = { 0 };
    bool ok = filters_resolve(&o->filters, &o->filter, s->capture, &e) &&
              script_choice_check(&o->choice, s->capture, !o->no_chains, &e);
    if (ok) {
        ok = script_work_init(&w, s, o, out, &e);
        if (ok) {
            answer_begin_lines(&r, &o->common, "script", out);
            if (o->header && !o->common.json)
                script_show_header(s, o, out);
            ok = script_lines(&w, out, &e);
            show_problems(s, o, &r, ok, &w, err);
        }
        script_work_free(&w);
    }
    if (!ok)
        outlet_fail(err, &e, "perfolio: %s: ", session_name(s));
    return !ok;
}

/* Refuses options that contradict each other. */
static bool script_prepare(void *opts, struct outlet *err)
{
    struct script_opts *o = opts;
    const char *why = NULL;
    o->filter.demangle = o->common.demangle;
    o->filters.relative = o->relative;
    if (o->common.json && o->choice.begun)
        why = "-F is for lines of text: --json has all recorded fields";
    else if (o->common.json && o->dumps)
        why = "--per-event-dump writes lines of text: --json has the event of each sample";
    else if (o->common.json && (o->relative || o->delta || o->nanoseconds))
        why = "--reltime, --deltatime and --ns are for lines of text: --json has times as recorded, in ns";
    else if (o->common.json && o->header && !o->header_only)
        why = "--json has one record per line: use --json --header-only for the header";
    else if (o->common.json &&
             (o->stop.n || o->source_path || o->kernel_path || !o->common.demangle || o->no_inline))
        why = "--json has whole chains, paths and names, and inlined calls: options that shorten them "
              "are for lines of text";
    else if (o->dumps && !strcmp(o->common.input, "-"))
        why = "--per-event-dump: files are named after the capture, but standard input has no name";
    else if (o->relative && o->delta)
        why = "--reltime and --deltatime exclude each other";
    if (why)
        outlet_print(err, "perfolio script: %s\n", why);
    return !why;
}

#define OPTS struct script_opts
static const struct option_row rows[] = {
    OPT("fields", 'F', CALL, choice, "FIELD,...",
        "the fields of a line: [TYPE:]FIELD,... or [TYPE:]+FIELD,-FIELD,...: %s",
        .word_at = script_field_name, .take = script_choice_read),
    OPT("limit", 0, COUNT, limit, "N", "stop after so many samples", .least = 1, .most = UINT64_MAX),
    OPT("hide-call-graph", 'G', FLAG, no_chains, NULL, "one line per sample, without call chains"),
    OPT("ip", 0, WORD, ip, "WHICH",
        "addresses of call chains: %s (as mapped; default), or offsets in their objects",
        .words = "virtual offset"),
    OPT("no-inline", 0, FLAG, no_inline, NULL, "no lines for calls that were inlined"),
    OPT("inline", 0, NONE, common, NULL, NULL),
    OPT("merge-callchains", 0, NONE, common, NULL, NULL),
    OPT("no-itrace", 0, NONE, common, NULL, NULL),
    OPT("ns", 0, FLAG, nanoseconds, NULL, "times with nanoseconds"),
    OPT("reltime", 0, FLAG, relative, NULL, "times since the first one"),
    OPT("deltatime", 0, FLAG, delta, NULL, "times since the one before"),
    OPT("full-source-path", 0, FLAG, source_path, NULL, "source lines with their folders"),
    OPT("show-kernel-path", 0, FLAG, kernel_path, NULL, "modules by their paths"),
    OPT("stop-bt", 0, WORDS, stop, "NAME,...", "call chains end at these symbols"),
    STACK_ROWS(stack),
    FILTER_ROWS(filter, filters.time, 'c', 0, 'C'), /* perf has a -d of its own, --debug-mode */
    OPT("addr-range", 0, CALL, filter.address_range, "BYTES", "addresses in --symbols have so many bytes",
        .take = filter_range_take),
    SWITCH_ROWS(switched),
    OPT("per-event-dump", 0, FLAG, dumps, NULL, "write the lines of each event to a file CAPTURE.EVENT.dump",
        .needs = NEEDS_BESIDE),
    OPT("show-task-events", 0, FLAG, show_task, NULL, "COMM, FORK and EXIT records too"),
    OPT("show-mmap-events", 0, FLAG, show_mmap, NULL, "MMAP records too"),
    OPT("show-switch-events", 0, FLAG, show_switch, NULL, "SWITCH records too"),
    OPT("show-namespace-events", 0, FLAG, show_namespace, NULL, "NAMESPACES records too"),
    OPT("show-cgroup-events", 0, FLAG, show_cgroup, NULL, "CGROUP records too"),
    OPT("show-lost-events", 0, FLAG, show_lost, NULL, "LOST records too"),
    OPT("show-round-events", 0, FLAG, show_round, NULL, "FINISHED_ROUND records too"),
    OPT("show-bpf-events", 0, FLAG, show_bpf, NULL, "KSYMBOL and BPF_EVENT records too"),
    OPT("show-text-poke-events", 0, FLAG, show_text_poke, NULL, "TEXT_POKE records too"),
    OPT("header", 0, FLAG, header, NULL, "the capture's header before the result"),
    OPT("header-only", 0, FLAG, header_only, NULL, "only the capture's header"),
    OPT("show-info", 'I', FLAG, full, NULL, "the long parts of the header too"),
    OPT_END
};

static int script_run(const void *opts, struct outlet *out, struct outlet *err)
{
    struct script_opts turn = *(const struct script_opts *)opts, *const o = &turn;
    int status = 0;
    struct session *s = common_session(&o->common, o->header_only ? SESSION_HEADER : SESSION_RESOLVE, err);
    if (!s)
        return 1;
    if (o->header_only)
        script_show_header(s, o, out);
    else
        status = print_session(s, o, out, err);
    common_release_session(s, &o->common);
    return status;
}

const struct command script_command =
    COMMAND("script", "every sample as a line, in order of time, as perf script prints them", NULL, rows,
            .size = sizeof(struct script_opts),
            .usual = &(const struct script_opts){ .stack = { .max = 127, .innermost = true } },
            .as_view = "the tracepoints themselves: perfolio script", .prepare = script_prepare,
            .run = script_run, .traits = COMMAND_EACH | COMMAND_LINES);
