/* doctor: reports why samples have no names, and what would help. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/commands.h"
#include "lib/question/doctor/diagnosis.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Samples are counted in one row per object and reason why names are missing, which is as cheap as a report by object.
   For samples outside of all mappings the tag of the row has an enum outside. */
enum { NAMELESS = 1, OUTSIDE_SHIFT = 1 };

static enum outside outside_of(uint64_t addr, char level)
{
    if (!addr)
        return OUTSIDE_ZERO;
    if (level == 'k')
        return OUTSIDE_KERNEL;
    if (level == '.')
        return OUTSIDE_USER;
    return OUTSIDE_OTHER;
}

static struct cell get_lack(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    if (!p->object) {
        const enum outside outside = outside_of(v->resolved->addr, v->resolved->level);
        return (struct cell){ .tag = NAMELESS | outside << OUTSIDE_SHIFT };
    }
    return (struct cell){ .v = (uintptr_t)p->object, .tag = p->symbol ? 0 : NAMELESS };
}

static int by_need(const void *a, const void *b, const void *arg UNUSED)
{
    const struct object_diagnosis *x = a, *y = b;
    if (x->lacks != y->lacks)
        return x->lacks ? -1 : 1;
    if (x->nameless != y->nameless)
        return x->nameless > y->nameless ? -1 : 1;
    if (x->samples != y->samples)
        return x->samples > y->samples ? -1 : 1;
    return strcmp(x->object->path, y->object->path);
}

/* Whether a note of an open session is about a look-up that doctor makes. So the result is the same as in
   a new session. Frames are looked up if there are call chains. */
static bool is_asked(const void *arg, const struct source_list_note *n)
{
    const struct diagnosis *w = arg;
    const uint8_t asks = w->asks[(n->module ? n->module : n->object)->index];
    if (n < w->s->sources.notes + w->s->first_notes)
        return true;
    if (n->use == USE_LINES)
        return asks & DOCTOR_LINES && n->kind != WANT_DWO; /* opened only for single addresses */
    return n->use == USE_FRAMES || (n->use == USE_NAMES && asks);
}

static void note_row(struct diagnosis *w, const struct row *r, size_t *diagnosis_of)
{
    const struct cell *lack = row_cell(&w->profile, r, 0);
    const struct object *o = (const struct object *)(uintptr_t)lack->v;
    bool nameless = lack->tag & NAMELESS;
    uint64_t astray = row_children(&w->profile, r) - r->period; /* a row's children include its own samples */
    w->called += astray;
    if (!o) {
        w->outside += r->samples;
        w->of_outside[lack->tag >> OUTSIDE_SHIFT] += r->samples;
        if (astray > w->astray)
            w->astray = astray; /* the largest one: rows cannot be added up, since they may share samples */
        return;
    }
    w->asks[o->index] |= DOCTOR_NAMES;
    if (!r->samples) /* the object occurs only in call chains */
        return;
    if (!diagnosis_of[o->index]) {
        diagnosis_of[o->index] = ++w->n;
        w->objects[w->n - 1].object = o;
    }
    struct object_diagnosis *p = &w->objects[diagnosis_of[o->index] - 1];
    bool is_file = o->kind == OBJECT_USER || o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE;
    p->samples += r->samples;
    if (nameless) {
        p->nameless += r->samples;
        w->nameless += r->samples;
    }
    if (is_file && !o->build_id.n && o->doubt == ID_GOOD)
        w->without_id += r->samples;
    if (o->kind == OBJECT_KERNEL && o->machine < 0)
        w->in_kernel += r->samples;
}

/* Counts the samples into the diagnosis. */
static bool examine(struct diagnosis *w, struct err *e)
{
    static const struct key lack = { .name = "lack", .needs_place = true, .get = get_lack };
    static const struct key *const keys[] = { &lack };
    struct session *s = w->s;
    w->has_chains = plan_has_sample_field(s->capture, PERF_SAMPLE_CALLCHAIN);
    struct count_opts o = {
        .keys = keys, .nkeys = 1, .children = w->has_chains, .stack.max = 127
    }; /* as in report */
    if (!session_count(s, &o, &w->profile, e))
        return false;
    size_t n;
    timeline_objects(s->timeline, &n);
    size_t *diagnosis_of = mem_new(n, sizeof(*diagnosis_of)); /* by object->index: index + 1 */
    w->objects = mem_new(n, sizeof(*w->objects));
    w->asks = mem_new(n, sizeof(*w->asks));
    w->scope = (struct source_list_scope){ is_asked, w };
    for (size_t i = 0; i < w->profile.nevents; i++) {
        w->samples += w->profile.totals[i].samples;
        w->period += w->profile.totals[i].period;
    }
    for (uint32_t i = 0; i < w->profile.nrows; i++)
        note_row(w, row_at(&w->profile, i), diagnosis_of);
    free(diagnosis_of);
    for (size_t i = 0; i < w->n; i++) {
        const struct object *object = w->objects[i].object;
        if (resolver_symbol_origin(s->resolver, object).content.lines)
            w->asks[object->index] |= DOCTOR_LINES;
        w->objects[i].lines_unread = resolver_lines_unreadable(s->resolver, object);
        w->objects[i].lacks = doctor_could_have_more(w, &w->objects[i]);
        w->well += !w->objects[i].lacks;
    }
    sort_by(w->objects, w->n, sizeof(*w->objects), by_need, NULL);
    return true;
}

static const struct {
    const char *key, *sentence;
} outsides[OUTSIDES] = {
    [OUTSIDE_ZERO] = { "zero", "at address 0: their event recorded no address" },
    [OUTSIDE_KERNEL] = { "kernel", "in kernel mode" },
    [OUTSIDE_USER] = { "user",
                       "in user mode: the recorder missed mappings, or the program jumped to an invalid address" },
    [OUTSIDE_OTHER] = { "other", "in guests or hypervisors" },
};

static void show_outside(const struct diagnosis *w, struct rows *r)
{
    if (w->outside)
        rows_print(r, "\noutside of every mapping\n");
    for (int i = 0; i < OUTSIDES; i++)
        if (w->of_outside[i])
            rows_print(r, "  %" PRIu64 " (%.2f%%) %s\n", w->of_outside[i],
                       doctor_percent(w, w->of_outside[i]), outsides[i].sentence);
    if ((w->of_outside[OUTSIDE_KERNEL] || w->of_outside[OUTSIDE_USER]) &&
        w->s->capture->problems.of[PROBLEM_TRUNCATED].n)
        rows_print(r, "  the capture is cut off: mappings in the missing part are a likely reason\n");
}

/* Verdicts by the least share of samples with a name, in percent. */
static const struct {
    double least;
    const char *key;
    enum style_color color;
} verdicts[] = { { 99, "good", COLOR_GREEN },
                 { 90, "usable", COLOR_YELLOW },
                 { 0, "incomplete", COLOR_RED } };

static uint64_t nameless_of(const struct diagnosis *w)
{
    return w->nameless + w->outside;
}

static size_t verdict_of(const struct diagnosis *w)
{
    size_t i = 0;
    while (doctor_percent(w, w->samples - nameless_of(w)) < verdicts[i].least)
        i++;
    return i;
}

static const char *verdict_key(const struct diagnosis *w)
{
    if (w->samples)
        return verdicts[verdict_of(w)].key;
    return "empty";
}

/* Appends the object with most of the nameless samples. */
static void add_worst(const struct diagnosis *w, struct text *out)
{
    const bool in_object = w->n && w->objects->nameless >= w->outside;
    const uint64_t samples = in_object ? w->objects->nameless : w->outside;
    if (samples == nameless_of(w))
        text_add(out, ", all of them ");
    else
        text_printf(out, ", %.2f%% ", doctor_percent(w, samples));
    if (in_object) {
        text_add(out, "in ");
        text_add_clean(out, w->objects->object->path);
    } else {
        text_add(out, "outside of every mapping");
    }
}

/* "good: every sample has a name; the recording has 1 fault",
   "incomplete: 55.25% of the samples have no name, 44.03% in libc.so.6" */
static void add_verdict(const struct diagnosis *w, const struct style *style, struct text *out)
{
    const size_t faults = doctor_recording_faults(w);
    text_add(out, verdict_key(w));
    style_paint(style, out, 0, w->samples ? verdicts[verdict_of(w)].color : COLOR_RED);
    text_add(out, ": ");
    if (!w->samples)
        text_add(out, "there are no samples");
    else if (!nameless_of(w))
        text_add(out, "every sample has a name");
    else
        text_printf(out, "%.2f%% of the samples have no name", doctor_percent(w, nameless_of(w)));
    if (nameless_of(w))
        add_worst(w, out);
    if (faults)
        text_printf(out, "; the recording has %zu fault%s", faults, faults == 1 ? "" : "s");
}

static void add_sum(const struct diagnosis *w, struct rows *r)
{
    const struct env *env = &w->s->capture->env;
    const char *distribution = doctor_distribution(env);
    const uint64_t nameless = nameless_of(w);
    struct text t = { 0 };
    add_verdict(w, &r->out->style, &t);
    rows_add_fact_with_text(r, "verdict", value_text(verdict_key(w)), t.s, "verdict   %s\n");
    answer_add_machine(r, env, false);
    t.n = 0;
    if (env->arch_name)
        text_add_clean(&t, env->arch_name);
    else
        text_add(&t, "of an unknown architecture");
    text_add(&t, ", kernel ");
    if (env->release)
        text_add_clean(&t, env->release);
    else
        text_add(&t, "unknown");
    rows_print(r, "machine   %s", t.s);
    rows_say(r, "distribution", value_text(distribution), " (%s)");
    rows_print(r, "\n");
    rows_say(r, "samples", value_count(w->samples), "samples   %s");
    rows_print(r, ", %" PRIu64 " of them (%.2f%%) with a name\n", w->samples - nameless,
               doctor_percent(w, w->samples - nameless));
    rows_say(r, "nameless", value_count(nameless), "nameless  %s");
    rows_say(r, "nameless_percent", value_percent(doctor_percent(w, nameless)), " (%s) = ");
    rows_say(r, "nameless_in_objects", value_count(w->nameless), "%s");
    rows_print(r, " (%.2f%%) in objects", doctor_percent(w, w->nameless));
    rows_say(r, "outside_of_mappings", value_count(w->outside), " + %s");
    rows_print(r, " (%.2f%%) outside of every mapping\n", doctor_percent(w, w->outside));
    rows_object(r, "outside");
    for (int i = 0; i < OUTSIDES; i++)
        rows_fact(r, outsides[i].key, value_count(w->of_outside[i]));
    rows_close(r);
    text_free(&t);
}

/* Writes the result. In text, problems are shown as findings about the recording. */
static void doctor_answer(const struct diagnosis *w, const struct common_opts *o, struct outlet *out)
{
    struct problems all;
    struct rows r;
    session_problems_within(w->s, &w->scope, &w->profile.problems, &all);
    answer_begin_rows(&r, o, NULL, "doctor", out);
    add_sum(w, &r);
    doctor_objects(w, &r);
    show_outside(w, &r);
    doctor_recording(w, &r);
    rows_end(&r, &all);
}

struct doctor_opts {
    struct common_opts common;
    bool all;
};

#define OPTS struct doctor_opts
static const struct option_row options[] = {
    OPT("all", 0, FLAG, all, NULL, "show every object, not just the ten that matter most"), CSV_ROW, OPT_END
};

static int doctor_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct doctor_opts *o = opts;
    struct err e = { 0 };
    struct session *s = common_session(&o->common, SESSION_RESOLVE, err);
    if (!s)
        return 1;
    struct diagnosis w = { .s = s, .all = o->all };
    bool ok = examine(&w, &e);
    if (!ok)
        outlet_fail(err, &e, "perfolio: %s: ", o->common.input);
    else
        doctor_answer(&w, &o->common, out);
    free(w.objects);
    free(w.asks);
    profile_free(&w.profile);
    common_release_session(s, &o->common);
    return !ok;
}

const struct command doctor_command =
    COMMAND("doctor", "why samples have no names and where to get them; faults of the recording", NULL,
            options, .size = sizeof(struct doctor_opts), .run = doctor_run, .traits = COMMAND_EACH);
