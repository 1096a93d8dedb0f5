/* script: every sample as a line, or as a call chain, in order of time, as perf script prints them. */
#include "cli/script.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/commands.h"
#include "core/base/mem.h"
#include "core/model/ordered.h"
#include "core/profile/reads.h"
#include "formats/elf/elf.h"
#include "formats/perf/feature.h"

enum { OPT_FIELDS = 1 };
enum { WRITE_AT = 1 << 16 };

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct script_opts *o = arg;
    if (option == OPT_FIELDS)
        return choice_read(&o->choice, value, e);
    return filters_take(&o->filters, option, value, e) && stack_take(&o->stack, option, value, e);
}

static bool write_out(struct scribe *w, FILE *out, struct err *e)
{
    bool ok = !w->out.n || fwrite(w->out.s, 1, w->out.n, out) == w->out.n;
    w->out.n = 0;
    return ok || err_set(e, ERR_IO, 0, "cannot write the lines: %s", strerror(errno));
}

static void scribe_init(struct scribe *w, struct session *s, const struct script_opts *o)
{
    const struct events *es = &s->capture->events;
    size_t column = 0;
    *w = (struct scribe){ .s = s, .o = o };
    spots_init(&w->spots, s->timeline, s->resolver);
    w->spots.names_by_then = true;
    stacks_init(&w->stacks, &w->spots, s->capture->env.arch, &o->stack, &w->problems);
    w->places = places_new();
    w->comms = mem_new(COMM_SLOTS, sizeof(*w->comms));
    w->events = mem_new(es->n, sizeof(*w->events));
    for (uint32_t i = 0; i < es->n; i++) {
        size_t n = strlen(es->v[i].name);
        column = n > column ? n : column;
    }
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *ev = &es->v[i];
        struct script_event *se = &w->events[i];
        struct text name = { 0 };
        text_char(&name, ' ', column - strlen(ev->name));
        text_add_clean(&name, ev->name);
        text_add(&name, ": ");
        *se = (struct script_event){ .event = ev,
                                     .type = script_type_of(&ev->attr),
                                     .has_chain = event_tells(ev) & PERF_SAMPLE_CALLCHAIN,
                                     .name = name.s,
                                     .name_length = name.n };
        se->fields = o->choice.of[se->type].fields;
        w->chains = w->chains || (se->has_chain && !o->no_chains);
    }
}

static void scribe_free(struct scribe *w)
{
    for (uint32_t i = 0; w->events && i < w->s->capture->events.n; i++)
        free(w->events[i].name);
    free(w->events);
    for (size_t i = 0; w->comms && i < COMM_SLOTS; i++)
        text_free(&w->comms[i].shown);
    free(w->comms);
    places_free(w->places);
    script_stat_free(&w->stat);
    stacks_free(&w->stacks);
    spots_free(&w->spots);
    text_free(&w->out);
}

/* A sample, as one of `ev`, which is its own event or one of its group. */
static void script_sample(struct scribe *w, const struct sample *s, const struct event *ev, uint64_t time,
                          uint64_t period)
{
    const struct script_event *se = &w->events[ev - w->s->capture->events.v];
    if (!se->fields)
        return;
    struct script_line l = { .s = s,
                             .type = PERF_RECORD_SAMPLE,
                             .time = time,
                             .period = period,
                             .fields = se->fields,
                             .event = se,
                             .task = spots_task_of(&w->spots, s) };
    if (w->o->common.json) {
        script_sample_json(w, &l);
        return;
    }
    print_fields(w, &l, 0, FIELDS);
    text_char(&w->out, '\n', 1);
}

static bool is_hidden(struct scribe *w, struct filter_memory *m, const struct sample *s)
{
    const struct filter *f = &w->o->filter;
    const struct task_slot *task = spots_task_of(&w->spots, s);
    struct spot spot = { .level = 'H' };
    struct view v = { .sample = s, .comm = task->comm, .spot = &spot };
    if (filter_needs_place(f))
        spot = spots_find(&w->spots, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, s->when, 0);
    return filter_hides(f, m, &v);
}

/* Print the capture. False with `e` set when it cannot be read. */
static bool print_all(struct scribe *w, FILE *out, uint64_t *samples, struct err *e)
{
    struct capture *c = w->s->capture;
    const struct filter *f = &w->o->filter;
    bool drops = filter_drops_some(f), hides = filter_hides_some(f);
    struct ordered *ordered = ordered_new(c, e);
    struct filter_memory memory = { 0 };
    struct reads reads = { 0 };
    struct sample *s = mem_new(1, sizeof(*s));
    struct block one;
    struct record r;
    uint32_t type;
    while (ordered && ordered_next(ordered, &one, &type, e)) {
        if (w->out.n >= WRITE_AT && !write_out(w, out, e))
            break;
        if (type != PERF_RECORD_SAMPLE) {
            if (c->ops->read_record(c, &one, one.next, &r)) {
                script_stat(w, &r);
                if (script_shows(w->o, type) && (r.id.cpu == UINT32_MAX || filter_has_cpu(f, r.id.cpu)))
                    (w->o->common.json ? script_record_json : script_record)(w, &r);
            }
            continue;
        }
        if (!c->ops->next_sample(c, &one, s, &w->problems))
            continue;
        uint64_t time = s->when.time;
        bool dropped = drops && filter_drops(f, s);
        if (!c->timed)
            s->when.time = 0; /* records have no time here: their place alone tells what came first */
        dropped = dropped || (hides && is_hidden(w, &memory, s));
        if (!(s->event->attr.sample_type & PERF_SAMPLE_READ)) {
            *samples += !dropped;
            if (!dropped)
                script_sample(w, s, s->event, time, s->period);
            continue;
        }
        struct reading at = reading_of(s);
        const struct event *ev;
        for (uint64_t grown; reads_next(&reads, &at, &c->events, &ev, &grown);) {
            *samples += grown && !dropped;
            if (grown && !dropped)
                script_sample(w, s, ev, time, grown);
        }
    }
    write_out(w, out, e);
    ordered_free(ordered);
    idmap_free(&memory.symbols);
    reads_free(&reads);
    free(s);
    return e->kind == ERR_NONE;
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
        problems_show(w->s, &w->problems, samples, err);
        if (ok && !samples && !w->stat.n) /* what perf stat recorded has none */
            no_samples_show(w->s, chosen ? "the filters" : NULL, err);
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
    bool ok = filters_plan(&o->filters, s->capture, &e) &&
              choice_check(&o->choice, s->capture, !o->no_chains, &e);
    if (ok) {
        scribe_init(&w, s, o);
        w.json.out = out;
        if (o->header && !o->common.json)
            show_header(s, o, out);
        ok = print_all(&w, out, &samples, &e);
        show_problems(&w, ok, samples, err);
    }
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", s->capture->path, e.msg);
    scribe_free(&w);
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

/* Documents have everything, so a choice of fields would be one that nobody keeps. */
static bool choice_is_kept(const struct script_opts *o, FILE *err)
{
    if (!o->common.json || !o->choice.by_user)
        return true;
    fprintf(err, "perfolio script: -F is for lines of text: --json has all that was recorded\n");
    return false;
}

int cmd_script(int argc, const char **argv, FILE *out, FILE *err)
{
    struct script_opts o = { .stack = { .max = 127, .innermost = true } };
    int ignored = 0;
    o.filters.filter = &o.filter;
    o.filter.demangle = elf_demangle;
    choice_default(&o.choice);
    const struct poptOption own[] = {
        { "fields", 'F', POPT_ARG_STRING, NULL, OPT_FIELDS,
          "what a line is made of: [TYPE:]FIELD,... or [TYPE:]+FIELD,-FIELD,...", "FIELD,..." },
        { "hide-call-graph", 'G', POPT_ARG_NONE, &o.no_chains, 0, "a line for each sample, no call chains",
          NULL },
        { "no-inline", 0, POPT_ARG_NONE, &o.no_inline, 0, "no lines for calls that were inlined", NULL },
        { "inline", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "ns", 0, POPT_ARG_NONE, &o.nanoseconds, 0, "times with nanoseconds", NULL },
        STACK_OPTIONS,
        FILTER_OPTIONS,
        { "show-task-events", 0, POPT_ARG_NONE, &o.show_task, 0, "COMM, FORK and EXIT records too", NULL },
        { "show-mmap-events", 0, POPT_ARG_NONE, &o.show_mmap, 0, "MMAP records too", NULL },
        { "show-switch-events", 0, POPT_ARG_NONE, &o.show_switch, 0, "SWITCH records too", NULL },
        { "show-namespace-events", 0, POPT_ARG_NONE, &o.show_namespace, 0, "NAMESPACES records too", NULL },
        { "show-cgroup-events", 0, POPT_ARG_NONE, &o.show_cgroup, 0, "CGROUP records too", NULL },
        { "show-lost-events", 0, POPT_ARG_NONE, &o.show_lost, 0, "LOST records too", NULL },
        { "show-round-events", 0, POPT_ARG_NONE, &o.show_round, 0, "FINISHED_ROUND records too", NULL },
        { "show-bpf-events", 0, POPT_ARG_NONE, &o.show_bpf, 0, "KSYMBOL and BPF_EVENT records too", NULL },
        { "header", 0, POPT_ARG_NONE, &o.header, 0, "the capture's header first", NULL },
        { "header-only", 0, POPT_ARG_NONE, &o.header_only, 0, "the capture's header, and nothing else",
          NULL },
        { "show-info", 'I', POPT_ARG_NONE, &o.full, 0, "the long parts of the header too", NULL },
        POPT_TABLEEND
    };
    int status = options_read(argc, argv,
                              &(struct options){ .command = "script", .own = own, .take = take, .arg = &o },
                              &o.common, out, err);
    if (status < 0)
        status = choice_is_kept(&o, err) ? script(&o, out, err) : 1;
    filters_free(&o.filters);
    options_free(&o.common);
    return status;
}
