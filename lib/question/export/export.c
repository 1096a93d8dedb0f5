/* export: writes a profile in the format of another program. */
#include "lib/question/export/ready.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/session/replaced.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/common_captures.h"
#include "lib/question/commands.h"
#include "lib/options/stack_options.h"
#include "lib/options/off_cpu_option.h"
#include "lib/options/transform_options.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/file/output.h"

static bool to_file(void *arg, const void *p, size_t n, struct err *e)
{
    return output_add(arg, p, n, e);
}

static bool to_stream(void *arg, const void *p, size_t n, struct err *e)
{
    return outlet_write(arg, p, n) ||
           err_set(e, ERR_IO, 0, "standard output cannot be written: %s", strerror(errno));
}

static bool goes_out(const struct export_opts *o)
{
    return !o->output || !strcmp(o->output, "-");
}

static bool write_to(const struct export *x, const struct export_opts *o, struct outlet *out, struct err *e)
{
    const bool to_out = goes_out(o);
    struct output file;
    struct export_sink sink = { .write = to_file, .arg = &file };
    if (to_out)
        sink = (struct export_sink){ .write = to_stream, .arg = out };
    if (!to_out && !replaced_by_text(o->output, e))
        return false;
    if (!to_out && !output_open(&file, o->output, OUTPUT_ORDINARY, o->common.desk->around.temporary, e))
        return false;
    file.unsynced = true;
    o->format->write(x, &sink);
    bool ok = export_end(&sink);
    if (!ok)
        *e = sink.err;
    if (!to_out && !ok)
        output_abandon(&file);
    return ok && (to_out || output_commit(&file, e));
}

static const struct rows_column part_columns[] = { { .name = "name", .type = VALUE_TEXT },
                                                   { .name = "event", .type = VALUE_TEXT },
                                                   { .name = "samples", .type = VALUE_COUNT },
                                                   { .name = "other_events", .type = VALUE_TEXT } };
static const struct rows_table part_table = { .name = "captures", .columns = part_columns, .n = 4 };

/* Adds a capture to the answer: as a row if there are several captures, else as facts without its name. */
static void export_put_part(struct rows *out, const struct export_opts *o, const struct part *p, bool several)
{
    const struct session *s = &p->session;
    const struct ready *r = &p->ready;
    const bool one = o->one_event && s->capture->events.n;
    struct text event = { 0 };
    export_ready_event_name(r, s, &event);
    struct value cells[] = { value_text(session_capture_name(s)), value_text(NULL), value_count(r->samples),
                             value_text(NULL) };
    if (one) {
        cells[1] = value_text(event.s);
        cells[2] = value_count(export_ready_samples(r, o->format, r->x.event));
    }
    if (one && r->others.n)
        cells[3] = value_text(r->others.s);
    for (size_t i = 1; !several && i < part_table.n; i++)
        rows_fact(out, part_columns[i].name, cells[i]);
    if (several)
        rows_row(out, cells);
    text_free(&event);
}

static void export_answer(const struct parts *p, const struct export_opts *o, struct outlet *out)
{
    struct rows r;
    struct problems all = { 0 };
    const bool several = p->v[0]->session.o.of || p->before;
    answer_begin_rows(&r, &o->common, NULL, "export", out);
    rows_fact(&r, "format", value_text(o->format->name));
    rows_fact(&r, "path", value_text(o->output));
    if (p->before)
        rows_fact(&r, "runs_before", value_count(p->before));
    if (p->before) {
        rows_fact(&r, "stacks_meet", value_text(p->meet ? "yes" : "no"));
        rows_list(&r, "guesses");
        for (size_t i = 0; i < p->joined.n; i++) {
            rows_object(&r, NULL);
            rows_fact(&r, "before", value_text(p->joined.v[i].before));
            rows_fact(&r, "after", value_text(p->joined.v[i].after));
            rows_fact(&r, "common", value_percent(p->joined.v[i].common * 100));
            rows_close(&r);
        }
        rows_close(&r);
    }
    if (several)
        rows_table(&r, &part_table);
    for (size_t i = 0; i < p->n; i++) {
        struct problems problems;
        export_put_part(&r, o, p->v[i], several);
        session_problems_all(&p->v[i]->session, &p->v[i]->ready.problems, &problems);
        problems_merge(&all, &problems);
    }
    if (several)
        rows_table_end(&r);
    rows_end(&r, &all);
}

static bool write_all(struct parts *p, const struct export_opts *o, struct outlet *out, struct err *e)
{
    struct capture as = { 0 };
    struct export joined = { 0 };
    const struct export *x = &p->v[0]->ready.x;
    if (x->label && !o->one_event) {
        export_join(&joined, &as, x);
        x = &joined;
    }
    if (p->before) {
        parts_join(p, o, &joined, &as);
        x = &joined;
    }
    bool ok = write_to(x, o, out, e);
    export_free(&joined);
    free(as.events.v);
    return ok;
}

/* Writes the prepared captures, and reports on them. Returns the exit status. */
static int write_parts(struct parts *p, const struct export_opts *o, struct outlet *out, struct outlet *err)
{
    struct err e = { 0 };
    for (size_t i = 0; i + 1 < p->n; i++)
        if (i + 1 == p->before)
            p->v[i]->ready.x.next = NULL;
        else
            p->v[i]->ready.x.next = &p->v[i + 1]->ready.x;
    if (p->before)
        parts_join_commands(p, o);
    if (!write_all(p, o, out, &e)) {
        common_print_error(&p->v[0]->session, &o->common, &e, err);
        return 1;
    }
    if (o->common.json)
        export_answer(p, o, out);
    else if (p->before)
        parts_show_doubts(p, o, err);
    for (size_t i = 0; i < p->n && !o->common.json && !p->before; i++) {
        const struct part *part = p->v[i];
        struct text events = { 0 };
        if (o->one_event)
            export_ready_add_events(&part->ready, &part->session, o, part->session.o.of, &events);
        outlet_add(err, text_str(&events));
        text_free(&events);
        common_problems_show(&part->session, &part->ready.problems, part->ready.all, err);
        if (!part->ready.samples)
            common_no_samples_show(&part->session, "the filters", err);
    }
    return 0;
}

static void export_part_free(struct part *p)
{
    export_ready_free(&p->ready);
    session_close(&p->session);
    free(p);
}

static void parts_free(struct parts *p)
{
    for (size_t i = 0; i < p->n; i++)
        export_part_free(p->v[i]);
    free(p->v);
    join_commands_free(&p->joined);
    run_list_free(&p->runs);
}

/* Whether a run of two sides has samples of the event that is compared. */
static bool has_samples(const struct part *p, const struct export_opts *o, struct err *e)
{
    struct text event = { 0 };
    export_ready_event_name(&p->ready, &p->session, &event);
    const bool ok =
        export_ready_samples(&p->ready, o->format, p->ready.x.event) ||
        err_set(e, ERR_UNSUPPORTED, 0, "it has no samples of '%s' that pass the filters", text_str(&event));
    text_free(&event);
    return ok;
}

/* Prepares a capture; `run`: its run if two sides are compared. Returns the exit status. */
static int export_add_part(struct parts *p, const struct export_opts *o, struct listed_run *run,
                           struct outlet *err)
{
    struct err e = { 0 };
    struct part *part = mem_new(1, sizeof(*part));
    if (!(run ? run_list_open(run, &o->common, &part->session, err)
              : common_open(&part->session, &o->common, SESSION_RESOLVE, err))) {
        free(part);
        return 1;
    }
    bool itself = !goes_out(o) && file_would_replace(o->output, run ? run->path : o->common.input);
    bool ok = itself ? err_set(&e, ERR_USAGE, 0, "--output: %s is the capture itself", o->output)
                     : export_ready_make(&part->ready, &part->session, o, &e) &&
                           (!run || has_samples(part, o, &e));
    if (!ok && run && !itself)
        outlet_fail(err, &e, "perfolio export: %s: ", run->name);
    else if (!ok)
        common_print_error(&part->session, &o->common, &e, err);
    if (!ok) {
        export_part_free(part);
        return 1;
    }
    if (run) {
        run->counted = part->ready.all;
        session_problems_all(&part->session, &part->ready.problems, &run->problems);
    }
    part->ready.x.label = part->session.o.of;
    *MEM_ADD(p->v, p->n, p->cap) = part;
    return 0;
}

/* Prepares the runs of two sides. Returns the exit status. */
static int add_sides(struct parts *p, const struct export_opts *o, struct outlet *err)
{
    struct run_list *runs = &p->runs;
    int status = !run_list_find(runs, "export", &o->common, err);
    for (uint32_t i = 0; !status && i < runs->n; i++) {
        struct export_opts of = *o;
        of.common.capture = NULL;
        of.like = p->n ? &p->v[0]->ready : NULL;
        status = export_add_part(p, &of, &runs->v[i], err);
    }
    if (!status && !run_list_check_distinct(runs, err))
        status = 1;
    p->before = runs->before;
    return status;
}

static const char *format_at(size_t i)
{
    if (exporter_at(i))
        return exporter_at(i)->name;
    return NULL;
}

static bool has_sides(const struct export_opts *o)
{
    return o->common.before.n || o->common.after.n;
}

/* Finds the format. */
static bool export_prepare(void *opts, struct outlet *err UNUSED)
{
    struct export_opts *o = opts;
    o->format = exporter_at((size_t)o->common.view);
    o->one_event = o->format->one_event || has_sides(o);
    return true;
}

/* Whether the options fit the format. */
static bool makes_sense(const struct export_opts *o, struct outlet *out, struct outlet *err)
{
    const char *why = NULL;
    const bool to_out = goes_out(o), sides = has_sides(o);
    if (out->sink && to_out && o->format->binary)
        why = "the format is binary: -o FILE is needed";
    else if (o->common.json && to_out && !out->sink)
        why = "--json describes the file that was written: -o FILE is needed";
    else if (to_out && o->format->binary && out->person_reads)
        why = "the format is binary, and is not written to a terminal: use -o FILE or a pipe";
    else if (o->annotate && o->format->frames != EXPORT_NAMES)
        why = "--annotate is for folded: other formats have the kind of code anyway";
    else if (o->format->timed && (o->processes || o->threads))
        why = "this format has every thread by itself: --per-process and --per-thread have no effect on it";
    else if (o->format->timed && o->count.max_paths)
        why = "--max-paths: this format has every sample by itself and no paths to cut";
    else if (o->weight != WEIGHT_UNSET && o->format->own_weights)
        why = "--weight is for formats with one weight: pprof has periods and samples, firefox every sample";
    else if (o->event && !o->format->one_event && !sides)
        why = "--event: this format has all events";
    else if (sides && o->format != &exporter_folded && o->format != &exporter_html)
        why = "--before and --after are for the formats folded and html";
    else if (o->no_guess && !sides)
        why = "--no-guess needs two sides, --before and --after";
    if (why)
        outlet_print(err, "perfolio export: %s: %s\n", o->format->name, why);
    return !why;
}

static const char *format_help(size_t i)
{
    return exporter_at(i)->what;
}

#define OPTS struct export_opts
static const struct option_row rows[] = {
    OPT("output", 'o', TEXT, output, "FILE", "the file to write (standard output)", .needs = NEEDS_OUTPUT),
    OPT("event", 'e', TEXT, event, "EVENT",
        "the event, for formats with one event and for two sides (default: the first with samples)"),
    RUNS_ROWS("folded and html: runs of one side: files, file patterns, or KEY=VALUE, a label of "
              "captures in the folio before",
              "runs of the other side: each stack has its weights on both sides"),
    OPT("no-guess", 0, FLAG, no_guess, NULL, "with two sides: do not guess which commands were renamed"),
    OPT("weight", 0, WORD, weight, "WHAT",
        "the weight of a stack: period (of its samples, the default) or samples (their number)",
        .words = "period samples"),
    OPT("per-process", 0, FLAG, processes, NULL, "separate processes of one name"),
    OPT("per-thread", 0, FLAG, threads, NULL, "separate threads of one name"),
    OPT("annotate", 0, FLAG, annotate, NULL,
        "folded: mark kernel code, generated code and inlined functions: _[k] _[j] _[i]"),
    OPT("inline", 0, SET, inlines, NULL,
        "show inlined functions as frames in all chains (default: only in unwound ones)",
        .value = INLINES_ALL),
    OPT("no-inline", 0, SET, inlines, NULL, "no inlined functions as frames", .value = INLINES_NONE),
    OFF_CPU_ROWS(off_cpu),
    TRANSFORM_ROWS(count.transforms),
    OPT("invert", 0, FLAG, count.transforms.invert, NULL,
        "stacks begin with the function in which the sample was taken"),
    STACK_ROWS(count.stack),
    PATHS_MAX_ROW(count.max_paths),
    FILTER_ROWS(count.filter, filters.time, 'c', 'd', 'C'),
    OPT_END
};

static int export(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct export_opts *o = opts;
    struct captures *c = o->common.captures;
    struct parts parts = { 0 };
    if (!makes_sense(o, out, err))
        return 1;
    c->gathers = true;
    if (has_sides(o))
        turn_add_status(c, add_sides(&parts, o, err));
    else
        while (turn_next(c, out))
            turn_add_status(c, export_add_part(&parts, o, NULL, err));
    if (!c->status)
        turn_add_status(c, write_parts(&parts, o, out, err));
    else if (parts.n && !parts.runs.n)
        outlet_add(
            err, "perfolio export: nothing was written, because a capture would be missing in it; --capture "
                 "exports one\n");
    parts_free(&parts);
    return c->status;
}

const struct command export_command = COMMAND(
    "export", "a profile for other programs: flame graphs, pprof, Firefox Profiler, speedscope...",
    "FORMAT [options] [-i] FILE", rows, .size = sizeof(struct export_opts),
    .usual = &(const struct export_opts){ .count = { .stack = { .max = EXPORT_DEPTH, .innermost = true } },
                                          .inlines = INLINES_UNWOUND,
                                          .weight = WEIGHT_UNSET },
    .prepare = export_prepare, .run = export, .traits = COMMAND_ALL, .subject_at = format_at,
    .subject_help = format_help);
