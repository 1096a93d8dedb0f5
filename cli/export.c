/* export: a profile in the format of another program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/filters.h"
#include "cli/stack_options.h"
#include "cli/subcommand.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/base/output.h"
#include "core/profile/count.h"
#include "formats/elf/elf.h"
#include "formats/export/exporter.h"

enum { OPT_WEIGHT = 1 };
enum { FORMATS = 8 };

struct export_opts {
    struct common_opts common;
    struct filters filters;
    struct count_opts count;
    const struct exporter *format;
    char *output, *event;
    int processes, threads, annotate, demangle, inlines;
    bool by_samples, weighs; /* --weight, and whether it was given */
};

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct export_opts *o = arg;
    if (option != OPT_WEIGHT)
        return filters_take(&o->filters, option, value, e) && stack_take(&o->count.stack, option, value, e);
    o->weighs = true;
    o->by_samples = !strcmp(value, "samples");
    return o->by_samples || !strcmp(value, "period") ||
           err_set(e, ERR_USAGE, 0, "--weight: '%s' is neither period nor samples", value);
}

/* What is made ready for a format, and what it is made of. */
struct ready {
    const struct key *keys[3]; /* of the profile */
    struct profile profile;
    struct tracks tracks;
    struct problems problems;
    struct export x;
    uint64_t samples, all; /* exported, and with those that a filter hides */
};

/* The samples of an event that no filter hides. */
static uint64_t samples_of(const struct ready *r, const struct exporter *f, uint32_t event)
{
    uint64_t n = 0;
    if (!f->timed)
        return r->profile.totals[event].samples - r->profile.totals[event].hidden_samples;
    for (size_t i = 0; i < r->tracks.n; i++)
        n += r->tracks.v[i].event == event ? r->tracks.v[i].n : 0;
    return n;
}

/* Whether an event is the one that is asked for, by its name or, several may have that, by its number in
 * evlist. */
static bool is_asked(const struct events *es, uint32_t event, const char *word)
{
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    return !strcmp(es->v[event].name, word) || (*word && !*end && number == event + UINT64_C(1));
}

static bool knows_event(const struct session *s, const struct export_opts *o, struct err *e)
{
    for (uint32_t i = 0; o->event && i < s->capture->events.n; i++)
        if (is_asked(&s->capture->events, i, o->event))
            return true;
    return !o->event ||
           err_set(e, ERR_USAGE, 0, "--event: there is no event '%s'; perfolio evlist lists them", o->event);
}

/* The event that a format with room for one shows: what is asked for, else the first that has samples; the
 * others that have some are told. */
static void choose_event(const struct session *s, const struct export_opts *o, struct ready *r,
                         struct text *told)
{
    const struct events *es = &s->capture->events;
    r->x.event = es->n;
    for (uint32_t i = 0; i < es->n && r->x.event == es->n; i++)
        if (o->event ? is_asked(es, i, o->event) : samples_of(r, o->format, i))
            r->x.event = i;
    for (uint32_t i = 0; i < es->n; i++)
        if (i != r->x.event && samples_of(r, o->format, i) &&
            (!o->event || (r->x.event < es->n && !strcmp(es->v[i].name, es->v[r->x.event].name)))) {
            text_printf(told, "%s%" PRIu32 " ", told->n ? ", " : "", i + 1);
            text_add_clean(told, es->v[i].name);
        }
    if (r->x.event == es->n)
        r->x.event = 0;
}

static bool read_counts(struct session *s, struct export_opts *o, struct ready *r, struct err *e)
{
    struct count_opts *c = &o->count;
    c->keys = r->keys;
    c->nkeys = export_keys(o->processes, o->threads, r->keys);
    c->paths = c->whole = true;
    bool ok = count_samples(s->capture, s->timeline, s->resolver, c, &r->profile, e);
    problems_merge(&r->problems, &r->profile.problems);
    for (size_t i = 0; ok && i < r->profile.nevents; i++) {
        r->all += r->profile.totals[i].samples;
        r->samples += r->profile.totals[i].samples - r->profile.totals[i].hidden_samples;
    }
    return ok;
}

static bool read_tracks(struct session *s, struct export_opts *o, struct ready *r, struct err *e)
{
    bool timed = !s->capture->nsamples;
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        timed = timed || s->capture->events.v[i].attr.sample_type & PERF_SAMPLE_TIME;
    if (!timed)
        return err_set(e, ERR_USAGE, 0,
                       "%s shows samples over time, and these have none: pprof and folded do without",
                       o->format->name);
    bool ok = tracks_read(s->capture, s->timeline, s->resolver, &o->count, &r->tracks, e);
    problems_merge(&r->problems, &r->tracks.problems);
    r->all = r->tracks.samples;
    r->samples = r->all - r->tracks.hidden;
    return ok;
}

/* How much of the recording is looked at, in ns. */
static uint64_t duration_of(const struct capture *c, const struct filter *f)
{
    uint64_t first = c->first_time, last = c->last_time, sum = 0;
    if (first > last)
        return 0;
    for (size_t i = 0; i < f->ntimes; i++) {
        uint64_t from = f->times[i].from > first ? f->times[i].from : first;
        uint64_t to = f->times[i].to < last ? f->times[i].to : last;
        sum += to > from ? to - from : 0;
    }
    return f->ntimes ? sum : last - first;
}

static bool make_ready(struct session *s, struct export_opts *o, struct ready *r, struct text *told,
                       struct err *e)
{
    const char *slash = strrchr(s->capture->path, '/');
    const struct key_context kc = { .timeline = s->timeline,
                                    .resolver = s->resolver,
                                    .demangle = o->demangle ? elf_demangle : NULL };
    const struct export_naming naming = { .kc = &kc, .frames = o->format->frames, .annotate = o->annotate };
    o->count.filter.demangle = kc.demangle;
    o->count.inlines = (enum count_inlines)o->inlines;
    o->count.by_address = o->count.at_calls = o->format->frames == EXPORT_PLACES;
    if (!filters_plan(&o->filters, s->capture, e) || !knows_event(s, o, e) ||
        !(o->format->timed ? read_tracks : read_counts)(s, o, r, e))
        return false;
    choose_event(s, o, r, told);
    r->x.capture = s->capture;
    r->x.name = slash && slash[1] ? slash + 1 : s->capture->path;
    r->x.processes = o->processes || o->threads;
    r->x.threads = o->threads;
    r->x.weigh_samples = o->by_samples;
    r->x.duration = duration_of(s->capture, &o->count.filter);
    if (o->format->timed)
        export_of_tracks(&r->x, &r->tracks, &naming);
    else
        export_of_profile(&r->x, &r->profile, &naming);
    return true;
}

static void ready_free(struct ready *r)
{
    export_free(&r->x);
    tracks_free(&r->tracks);
    profile_free(&r->profile);
}

static bool to_file(void *arg, const void *p, size_t n, struct err *e)
{
    return output_add(arg, p, n, e);
}

static bool to_stream(void *arg, const void *p, size_t n, struct err *e)
{
    return fwrite(p, 1, n, arg) == n || err_set(e, ERR_IO, 0, "standard output cannot be written");
}

static bool write_file(const struct ready *r, const struct export_opts *o, struct err *e)
{
    struct output file;
    struct export_sink sink = { .write = to_file, .arg = &file };
    if (!output_open(&file, o->output, OUTPUT_ORDINARY, e))
        return false;
    file.unsynced = true;
    o->format->write(&r->x, &sink);
    if (export_end(&sink))
        return output_commit(&file, e);
    *e = sink.err;
    output_abandon(&file);
    return false;
}

static bool write_stream(const struct ready *r, const struct export_opts *o, FILE *out, struct err *e)
{
    struct export_sink sink = { .write = to_stream, .arg = out };
    o->format->write(&r->x, &sink);
    bool ok = export_end(&sink);
    if (!ok)
        *e = sink.err;
    return ok;
}

static void answer(const struct session *s, const struct export_opts *o, const struct ready *r,
                   const struct text *others, FILE *out)
{
    const bool one = o->format->one_event && s->capture->events.n;
    struct json j = answer_begin(out, "export");
    json_text(&j, "format", o->format->name);
    json_text(&j, "path", o->output);
    json_text(&j, "event", one ? s->capture->events.v[r->x.event].name : NULL);
    json_count(&j, "samples", one ? samples_of(r, o->format, r->x.event) : r->samples);
    json_text(&j, "other_events", one && others->n ? others->s : NULL);
    answer_end(&j, s, &r->problems);
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct export_opts *o = arg;
    struct ready r = { 0 };
    struct text others = { 0 };
    const bool to_out = !o->output || !strcmp(o->output, "-");
    if (!to_out && file_is_of(o->output, o->common.input))
        return err_set(e, ERR_USAGE, 0, "--output: %s is the capture itself", o->output);
    bool ok = make_ready(s, o, &r, &others, e) &&
              (to_out ? write_stream(&r, o, out, e) : write_file(&r, o, e));
    if (ok && o->common.json) {
        answer(s, o, &r, &others, out);
    } else if (ok) {
        struct text event = { 0 };
        text_add_clean(&event, s->capture->events.n ? s->capture->events.v[r.x.event].name : "");
        if (o->format->one_event && others.n)
            fprintf(err,
                    "perfolio export: %s has room for one event: this is %s; --event takes another, by name "
                    "or number: %s\n",
                    o->format->name, event.s, others.s);
        problems_show(s, &r.problems, r.all, err);
        if (!r.samples)
            no_samples_show(s, "the filters", err);
        else if (o->format->one_event && s->capture->events.n && !samples_of(&r, o->format, r.x.event))
            fprintf(err, "perfolio export: %s has no samples\n", event.s);
        text_free(&event);
    }
    ready_free(&r);
    text_free(&others);
    return ok;
}

/* Which format is meant, and whether what was asked for makes sense with it. */
static bool makes_sense(struct export_opts *o, const char *word, FILE *out, FILE *err)
{
    const char *names[FORMATS + 1] = { NULL }, *why = NULL;
    for (size_t i = 0; i < FORMATS && exporter_at(i); i++)
        names[i] = exporter_at(i)->name;
    int chosen = subcommand("export", word, names, err);
    if (chosen < 0)
        return false;
    const bool to_out = !o->output || !strcmp(o->output, "-");
    o->format = exporter_at((size_t)chosen);
    if (o->common.json && to_out)
        why = "--json tells what was written, and where to: it needs -o FILE";
    else if (to_out && o->format->binary && isatty(fileno(out)))
        why = "this is no text, and no terminal can show it: -o FILE, or a pipe";
    else if (o->annotate && o->format->frames != EXPORT_NAMES)
        why = "--annotate is for folded: other formats know what kind of code a frame is";
    else if (o->format->timed && (o->processes || o->threads))
        why = "this format has all threads by themselves: --per-process and --per-thread are for the others";
    else if (o->weighs && o->format->own_weights)
        why = "--weight is for other formats: pprof has periods and samples, firefox every sample";
    else if (o->event && !o->format->one_event)
        why = "--event: this format has room for all events";
    if (why)
        fprintf(err, "perfolio export: %s: %s\n", o->format->name, why);
    return !why;
}

static void add_formats(struct text *usage)
{
    text_add(usage, "FORMAT [options] [-i] FILE\n\n");
    for (size_t i = 0; exporter_at(i); i++)
        text_printf(usage, "  %-12s %s\n", exporter_at(i)->name, exporter_at(i)->what);
}

int cmd_export(int argc, const char **argv, FILE *out, FILE *err)
{
    struct export_opts o = { .count = { .stack = { .max = 127, .innermost = true } },
                             .demangle = 1,
                             .inlines = INLINES_UNWOUND };
    struct text usage = { 0 };
    char *word = NULL;
    o.filters.filter = &o.count.filter;
    add_formats(&usage);
    const struct poptOption own[] = {
        { "output", 'o', POPT_ARG_STRING, &o.output, 0, "the file to write (standard output)", "FILE" },
        { "event", 'e', POPT_ARG_STRING, &o.event, 0,
          "of formats with room for one event, which (the first with samples)", "EVENT" },
        { "weight", 0, POPT_ARG_STRING, NULL, OPT_WEIGHT,
          "what a stack weighs: the period of its samples (as if nothing is said), or samples, their number",
          "WHAT" },
        { "per-process", 0, POPT_ARG_NONE, &o.processes, 0, "processes of one name apart", NULL },
        { "per-thread", 0, POPT_ARG_NONE, &o.threads, 0, "threads of one name apart", NULL },
        { "annotate", 0, POPT_ARG_NONE, &o.annotate, 0,
          "folded: mark code of the kernel, made at run time, and inlined: _[k] _[j] _[i]", NULL },
        { "inline", 0, POPT_ARG_VAL, &o.inlines, INLINES_ALL,
          "functions that were inlined are frames, in all chains (else in unwound ones)", NULL },
        { "no-inline", 0, POPT_ARG_VAL, &o.inlines, INLINES_NONE, "only functions that were called", NULL },
        { "no-demangle", 0, POPT_ARG_VAL, &o.demangle, 0, "symbols as the linker sees them", NULL },
        STACK_OPTIONS,
        FILTER_OPTIONS,
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv,
        &(struct options){
            .command = "export", .usage = usage.s, .own = own, .take = take, .arg = &o, .about = &word },
        &o.common, out, err);
    if (status < 0)
        status = makes_sense(&o, word, out, err) ? session_run(&o.common, SESSION_RESOLVE, work, &o, out, err)
                                                 : 1;
    free(word);
    free(o.output);
    free(o.event);
    text_free(&usage);
    filters_free(&o.filters);
    options_free(&o.common);
    return status;
}
