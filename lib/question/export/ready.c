/* Prepares a capture for a format: counts its samples, or reads them in order of time. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/export/ready.h"
#include "lib/question/common/idle_transforms.h"
#include "lib/question/common/plan.h"
#include "lib/question/common/shell_words.h"
#include "lib/session/off_cpu.h"
#include "core/base/mem.h"
#include "core/model/hybrid.h"
#include "core/model/same_event.h"

/* The event to which an event's samples are added: its leader if hybrid events are summed up, else itself. */
static uint32_t lead_of(const struct ready *r, uint32_t event)
{
    if (r->x.adds_up && r->leads)
        return r->leads[event];
    return event;
}

uint64_t export_ready_samples(const struct ready *r, const struct exporter *f, uint32_t event)
{
    uint64_t n = 0;
    for (uint32_t i = 0; !f->timed && i < r->profile.nevents; i++)
        if (lead_of(r, i) == event)
            n += r->profile.totals[i].samples - r->profile.totals[i].hidden_samples;
    for (size_t i = 0; i < r->tracks.n; i++) {
        if (r->tracks.v[i].event == event)
            n += r->tracks.v[i].n;
    }
    return n;
}

/* Whether `word` selects an event: by its name, or, since several events may have the same name, by its
   number in evlist. */
static bool ready_is_asked(const struct events *es, uint32_t event, const char *word)
{
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    return !strcmp(es->v[event].name, word) || (*word && !*end && number == event + UINT64_C(1));
}

/* Whether `word` selects a sum of hybrid events, by their names: "cpu_core/cycles/ + cpu_atom/cycles/". */
static bool is_sum_asked(const struct events *es, const uint32_t *leads, uint32_t event, const char *word)
{
    struct text name = { 0 };
    if (leads && leads[event] == event)
        hybrid_add_names(es, leads, event, &name);
    bool asked = name.s && !strcmp(name.s, word);
    text_free(&name);
    return asked;
}

/* Finds the event that corresponds to the event of the first run. */
static bool find_same(const struct events *es, const struct export_opts *o, struct ready *r, struct err *e)
{
    const struct export *like = &o->like->x;
    const struct events *known = &like->capture->events;
    struct known_events k;
    same_event_init(&k, known);
    uint32_t *of = same_event_match(&k, es);
    r->x.adds_up = like->adds_up;
    const bool by_leads = r->x.adds_up && r->leads;
    for (uint32_t i = 0; i < es->n && r->x.event == es->n; i++) {
        if (of[i] == like->event)
            r->x.event = by_leads ? r->leads[i] : i;
    }
    same_event_free(&k);
    free(of);
    return r->x.event < es->n || err_set(e, ERR_UNSUPPORTED, 0, "it has no event '%s', which %s shows",
                                         known->v[like->event].name, like->name);
}

static bool no_event(const struct events *es, const char *word, struct err *e)
{
    struct text_nearest meant = text_nearest_to(word, strlen(word));
    char but[TEXT_NEAREST_ROOM];
    for (uint32_t i = 0; i < es->n; i++)
        text_nearest_try(&meant, es->v[i].name);
    return err_set(e, ERR_USAGE, 0, "--event: there is no event '%s'%s; perfolio evlist lists them", word,
                   text_nearest_hint(&meant, but));
}

/* Finds the event that --event names, and whether it is a sum. Without --event, r->x.event is the number
   of events. */
static bool ready_find_event(const struct session *s, const struct export_opts *o, struct ready *r,
                             struct err *e)
{
    const struct events *es = &s->capture->events;
    r->x.event = es->n;
    r->x.adds_up = o->one_event && !o->event;
    if (o->like)
        return find_same(es, o, r, e);
    for (uint32_t i = 0; o->event && i < es->n && r->x.event == es->n; i++)
        if (ready_is_asked(es, i, o->event))
            r->x.event = i;
    for (uint32_t i = 0; o->event && i < es->n && r->x.event == es->n; i++)
        if ((r->x.adds_up = is_sum_asked(es, r->leads, i, o->event)))
            r->x.event = i;
    return !o->event || r->x.event < es->n || no_event(es, o->event, e);
}

/* Adds an event to the names of the events that are not shown: a single event with its number, a sum with
   the names of all its events. */
static void add_other(const struct events *es, const struct ready *r, uint32_t event, struct text *others)
{
    struct text name = { 0 };
    hybrid_add_names(es, r->x.adds_up ? r->leads : NULL, event, &name);
    if (others->n)
        text_add(others, ", ");
    if (r->x.adds_up && strstr(name.s, " + "))
        text_printf(others, "'%s'", name.s);
    else
        text_printf(others, "%" PRIu32 " %s", event + 1, name.s);
    text_free(&name);
}

/* Chooses the event for a format that holds only one: the requested event, else the first event with samples. Lists
 * the other events that have samples. */
static void choose_event(const struct session *s, const struct export_opts *o, struct ready *r,
                         struct text *others)
{
    const struct events *es = &s->capture->events;
    for (uint32_t i = 0; i < es->n && r->x.event == es->n; i++)
        if (export_ready_samples(r, o->format, i) > 0)
            r->x.event = i;
    for (uint32_t i = 0; i < es->n; i++)
        if (i != r->x.event && export_ready_samples(r, o->format, i) &&
            (!o->event || (r->x.event < es->n && !strcmp(es->v[i].name, es->v[r->x.event].name))))
            add_other(es, r, i, others);
    if (r->x.event == es->n)
        r->x.event = 0;
}

static bool read_counts(struct session *s, struct export_opts *o, struct ready *r, struct err *e)
{
    struct count_opts *c = &o->count;
    c->keys = r->keys;
    c->nkeys = export_keys(o->processes, o->threads, r->keys);
    bool ok = session_count(s, c, &r->profile, e);
    problems_merge(&r->problems, &r->profile.problems);
    for (size_t i = 0; ok && i < r->profile.nevents; i++) {
        r->all += r->profile.totals[i].samples;
        r->samples += r->profile.totals[i].samples - r->profile.totals[i].hidden_samples;
    }
    return ok;
}

/* ns between samples of a format without weights; formats/export/firefox.c says so of events without a period. */
enum { EXPORT_INTERVAL = 1000000 };

static bool read_tracks(struct session *s, struct export_opts *o, struct ready *r, struct err *e)
{
    if (s->capture->nsamples && !plan_has_sample_field(s->capture, PERF_SAMPLE_TIME))
        return err_set(e, ERR_USAGE, 0,
                       "%s shows samples over time, but these samples have no times: use pprof or folded",
                       o->format->name);
    const uint64_t every = o->format->own_weights ? EXPORT_INTERVAL : 0; /* all samples weigh the same */
    bool ok = s->waits ? session_wait_tracks(s, &o->count, every, &r->tracks, e)
                       : tracks_read(s->capture, s->timeline, s->resolver, &o->count,
                                     r->x.adds_up ? r->leads : NULL, &r->tracks, e);
    problems_merge(&r->problems, &r->tracks.problems);
    r->all = r->tracks.samples;
    r->samples = r->all - r->tracks.hidden;
    return ok;
}

/* The length of the examined part of the recording, in ns. */
static uint64_t duration_of(const struct capture *c, const struct filter *f)
{
    uint64_t first = c->first_time, last = c->last_time, sum = 0;
    if (first > last)
        return 0;
    for (size_t i = 0; i < f->ntimes; i++) {
        uint64_t from = f->times[i].from, to = f->times[i].to;
        if (from < first)
            from = first;
        if (to > last)
            to = last;
        if (to > from)
            sum += to - from;
    }
    if (f->ntimes)
        return sum;
    return last - first;
}

void export_ready_event_name(const struct ready *r, const struct session *s, struct text *out)
{
    const struct events *es = &s->capture->events;
    text_add(out, "");
    if (es->n)
        hybrid_add_names(es, r->x.adds_up ? r->leads : NULL, r->x.event, out);
}

void export_ready_add_events(const struct ready *r, const struct session *s, const struct export_opts *o,
                             const char *of, struct text *out)
{
    const char *format = o->format->name;
    struct text event = { 0 };
    text_add(&event, of);
    if (of)
        text_add(&event, ": ");
    export_ready_event_name(r, s, &event);
    if (r->others.n)
        text_printf(
            out, "perfolio export: %s shows one event, %s; --event chooses another, by name or number: %s\n",
            format, event.s, r->others.s);
    else if (!o->event && strstr(event.s, " + "))
        text_printf(out, "perfolio export: %s shows one event, the sum of %s; --event chooses one of them\n",
                    format, event.s);
    if (r->samples && s->capture->events.n && !export_ready_samples(r, o->format, r->x.event))
        text_printf(out, "perfolio export: %s has no samples\n", event.s);
    text_free(&event);
}

/* Lists the problems, for formats that have room for them. */
static void list_problems(const struct session *s, struct ready *r)
{
    struct problems all;
    session_problems_all(s, &r->problems, &all);
    r->problem_texts = mem_new(PROBLEM_COUNT, sizeof(*r->problem_texts));
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        struct text line = { 0 };
        if (session_problem_line(&all, i, r->all, &line))
            r->problem_texts[r->x.nproblems++] = line.s;
    }
    r->x.problems = (const char *const *)r->problem_texts;
}

/* What a stack weighs. */
static const char *weights_in_words(const struct export_opts *o, const struct capture *c)
{
    static const char *const waits[] = { [WAIT_ALL] = "time off the CPU",
                                         [WAIT_BLOCKED] = "time blocked",
                                         [WAIT_RUNNABLE] = "time runnable without a CPU",
                                         [WAIT_AND_RUN] = "time on and off the CPU" };
    bool is_time = true;
    for (uint32_t i = 0; i < c->events.n; i++)
        is_time = is_time && attr_is_clock(&c->events.v[i].attr);
    if (o->weight == WEIGHT_SAMPLES)
        return "number of samples";
    if (o->off_cpu)
        return waits[o->off_cpu - 1];
    if (is_time)
        return "time";
    return "period of the event";
}

/* The options that decide what counts, and how stacks look. */
static void ready_list_options(const struct export_opts *o, struct text *t)
{
    static const char *const waits[] = { [WAIT_ALL] = " --off-cpu",
                                         [WAIT_BLOCKED] = " --off-cpu=blocked",
                                         [WAIT_RUNNABLE] = " --off-cpu=runnable",
                                         [WAIT_AND_RUN] = " --wall-clock" };
    const struct {
        bool is_given;
        const char *word;
    } flags[] = { { o->weight == WEIGHT_SAMPLES, " --weight=samples" },
                  { o->count.transforms.invert, " --invert" },
                  { o->processes, " --per-process" },
                  { o->threads, " --per-thread" },
                  { o->inlines == INLINES_ALL, " --inline" },
                  { o->inlines == INLINES_NONE, " --no-inline" } };
    if (o->off_cpu)
        text_add(t, waits[o->off_cpu - 1]);
    shell_words_add_filters(t, &o->count, o->filters.time);
    for (size_t i = 0; i < COUNT(flags); i++)
        if (flags[i].is_given)
            text_add(t, flags[i].word);
    if (o->count.stack.max != EXPORT_DEPTH)
        text_printf(t, " --max-stack=%u", o->count.stack.max);
    if (o->count.max_paths)
        text_printf(t, " --max-paths=%" PRIu64, o->count.max_paths);
}

bool export_ready_make(struct ready *r, struct session *s, const struct export_opts *asked, struct err *e)
{
    struct export_opts turn = *asked, *const o = &turn;
    const char *base = text_base_name(s->capture->path);
    const struct key_context kc = { .timeline = s->timeline,
                                    .resolver = s->resolver,
                                    .demangle = s->o.demangle };
    const struct export_naming naming = { .kc = &kc, .frames = o->format->frames, .annotate = o->annotate };
    if (o->off_cpu) {
        struct session_waits *w = session_read_waits(s, (enum wait_weight)(o->off_cpu - 1), e);
        if (!w)
            return false;
        session_use_waits(s, w);
    }
    o->count.transforms.matched = &r->matched;
    o->count.filter.demangle = kc.demangle;
    o->count.inlines = (enum count_inlines)o->inlines;
    o->count.by_address = o->count.at_calls = o->format->frames == EXPORT_PLACES;
    o->count.paths = o->count.whole = o->count.in_objects = true;
    o->count.chains = !o->count.max_paths;
    r->leads = hybrid_leaders(&s->capture->events);
    r->x.leads = r->leads;
    if (!filters_resolve(&o->filters, &o->count.filter, s->capture, e) || !ready_find_event(s, o, r, e))
        return false;
    const bool ok = o->format->timed ? read_tracks(s, o, r, e) : read_counts(s, o, r, e);
    if (!ok)
        return false;
    if (r->all)
        idle_transforms_add(&o->count.transforms, r->matched, false, &r->problems);
    choose_event(s, o, r, &r->others);
    list_problems(s, r);
    r->x.capture = s->capture;
    r->x.name = *base ? base : s->capture->path;
    r->x.processes = o->processes || o->threads;
    r->x.threads = o->threads;
    r->x.weigh_samples = o->weight == WEIGHT_SAMPLES;
    r->x.weights = weights_in_words(o, s->capture);
    ready_list_options(asked, &r->options);
    r->x.options = text_str(&r->options);
    r->x.duration = duration_of(s->capture, &o->count.filter);
    if (o->format->timed)
        export_of_tracks(&r->x, &r->tracks, &naming);
    else
        export_of_profile(&r->x, &r->profile, &naming);
    tracks_free_paths(&r->tracks); /* the stacks have replaced the paths */
    paths_free(&r->profile.paths);
    return true;
}

void export_ready_free(struct ready *r)
{
    export_free(&r->x);
    for (int i = 0; r->problem_texts && i < PROBLEM_COUNT; i++)
        free(r->problem_texts[i]);
    free(r->problem_texts);
    free(r->leads);
    text_free(&r->others);
    text_free(&r->options);
    tracks_free(&r->tracks);
    profile_free(&r->profile);
}
