#include "cli/doctor/doctor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/commands.h"
#include "cli/doctor/debug_files.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

double doctor_percent(const struct diagnosis *w, uint64_t samples)
{
    return w->samples ? 100.0 * (double)samples / (double)w->samples : 0;
}

/* A row for each object and what its samples lack: it is as cheap to count as a report by object. In the tag
   of what lies outside of every mapping is enum outside. */
enum { NAMELESS = 1, OUTSIDE_SHIFT = 1 };

static struct cell get_lack(const struct view *v)
{
    const struct place *p = &v->resolved->place;
    enum outside what = !v->resolved->addr          ? OUTSIDE_ZERO
                        : v->resolved->level == 'k' ? OUTSIDE_KERNEL
                        : v->resolved->level == '.' ? OUTSIDE_USER
                                                    : OUTSIDE_OTHER;
    if (!p->object)
        return (struct cell){ .tag = NAMELESS | what << OUTSIDE_SHIFT };
    return (struct cell){ .v = (uintptr_t)p->object, .tag = p->symbol ? 0 : NAMELESS };
}

static bool any_event(const struct capture *c, uint64_t sample_bit)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (event_tells(&c->events.v[i]) & sample_bit)
            return true;
    return false;
}

static int by_need(const void *a, const void *b, const void *arg)
{
    (void)arg;
    const struct object_diagnosis *x = a, *y = b;
    if (x->lacks != y->lacks)
        return x->lacks ? -1 : 1;
    if (x->nameless != y->nameless)
        return x->nameless > y->nameless ? -1 : 1;
    if (x->samples != y->samples)
        return x->samples > y->samples ? -1 : 1;
    return strcmp(x->object->path, y->object->path);
}

static void note_row(struct diagnosis *w, const struct row *r, size_t *diagnosis_of)
{
    const struct object *o = (const struct object *)(uintptr_t)r->cells[0].v;
    bool nameless = r->cells[0].tag & NAMELESS;
    uint64_t astray = r->children - r->period; /* a sample itself is in its row's children too */
    w->called += astray;
    if (!o) {
        w->outside += r->samples;
        w->of_outside[r->cells[0].tag >> OUTSIDE_SHIFT] += r->samples;
        w->astray = astray > w->astray ? astray : w->astray; /* rows may share samples */
        return;
    }
    if (!r->samples) /* it is only in call chains */
        return;
    if (!diagnosis_of[o->index]) {
        diagnosis_of[o->index] = ++w->n;
        w->objects[w->n - 1].object = o;
    }
    struct object_diagnosis *p = &w->objects[diagnosis_of[o->index] - 1];
    bool is_file = o->kind == OBJECT_USER || o->kind == OBJECT_KERNEL || o->kind == OBJECT_MODULE;
    p->samples += r->samples;
    p->nameless += nameless ? r->samples : 0;
    w->nameless += nameless ? r->samples : 0;
    w->without_id += is_file && !o->build_id.n ? r->samples : 0;
    w->in_kernel += o->kind == OBJECT_KERNEL && o->machine < 0 ? r->samples : 0;
}

/* Count into the diagnosis. */
static bool examine(struct diagnosis *w, struct err *e)
{
    static const struct key lack = { .name = "lack", .needs_place = true, .get = get_lack };
    static const struct key *const keys[] = { &lack };
    const struct session *s = w->s;
    w->has_chains = any_event(s->capture, PERF_SAMPLE_CALLCHAIN);
    struct count_opts o = {
        .keys = keys, .nkeys = 1, .children = w->has_chains, .stack.max = 127
    }; /* as in report */
    if (!count_samples(s->capture, s->timeline, s->resolver, &o, &w->profile, e))
        return false;
    size_t n;
    timeline_objects(s->timeline, &n);
    size_t *diagnosis_of = mem_new(n, sizeof(*diagnosis_of)); /* by object->index: place + 1 */
    w->objects = mem_new(n, sizeof(*w->objects));
    for (size_t i = 0; i < w->profile.nevents; i++) {
        w->samples += w->profile.totals[i].samples;
        w->period += w->profile.totals[i].period;
    }
    for (uint32_t i = 0; i < w->profile.nrows; i++)
        note_row(w, row_at(&w->profile, i), diagnosis_of);
    free(diagnosis_of);
    for (size_t i = 0; i < w->n; i++) {
        w->objects[i].lacks = doctor_lacks(s, &w->objects[i]);
        w->well += !w->objects[i].lacks;
    }
    sort_by(w->objects, w->n, sizeof(*w->objects), by_need, NULL);
    return true;
}

static const struct {
    const char *key, *sentence;
} outsides[OUTSIDES] = {
    [OUTSIDE_ZERO] = { "zero", "at address 0: their event recorded none" },
    [OUTSIDE_KERNEL] = { "kernel", "in kernel mode" },
    [OUTSIDE_USER] = { "user", "in user mode: mappings that the recorder missed, or a jump to nowhere" },
    [OUTSIDE_OTHER] = { "other", "in guests or hypervisors" },
};

static void show_outside(const struct diagnosis *w, FILE *out)
{
    if (w->outside)
        fprintf(out, "\noutside of every mapping\n");
    for (int i = 0; i < OUTSIDES; i++)
        if (w->of_outside[i])
            fprintf(out, "  %" PRIu64 " (%.2f%%) %s\n", w->of_outside[i], doctor_percent(w, w->of_outside[i]),
                    outsides[i].sentence);
}

enum { MATTERING = 10 /* objects; what costs less is seen with --all */ };

static void show(const struct diagnosis *w, FILE *out)
{
    const struct env *env = &w->s->capture->env;
    struct text t = { 0 };
    const char *distribution = debug_files_distribution(env);
    uint64_t nameless = w->nameless + w->outside;
    text_add(&t, "verdict   ");
    doctor_verdict(w, &t);
    text_add(&t, "\nmachine   ");
    text_add_clean(&t, env->arch_name ? env->arch_name : "of an unknown architecture");
    text_add(&t, ", kernel ");
    text_add_clean(&t, env->release ? env->release : "unknown");
    if (distribution)
        text_printf(&t, " (%s)", distribution);
    fprintf(out, "%s\n", t.s);
    text_free(&t);
    fprintf(out, "samples   %" PRIu64 ", %" PRIu64 " of them (%.2f%%) with a name\n", w->samples,
            w->samples - nameless, doctor_percent(w, w->samples - nameless));
    fprintf(out,
            "nameless  %" PRIu64 " (%.2f%%) = %" PRIu64 " (%.2f%%) in objects + %" PRIu64
            " (%.2f%%) outside of every mapping\n",
            nameless, doctor_percent(w, nameless), w->nameless, doctor_percent(w, w->nameless), w->outside,
            doctor_percent(w, w->outside));
    doctor_objects(w, w->all ? w->n : MATTERING, out);
    show_outside(w, out);
    doctor_recording(w, out);
}

static void show_json(const struct diagnosis *w, FILE *out)
{
    struct json j = answer_begin(out, "doctor");
    json_text(&j, "verdict", doctor_verdict_key(w));
    answer_machine(&j, &w->s->capture->env);
    json_text(&j, "distribution", debug_files_distribution(&w->s->capture->env));
    json_count(&j, "samples", w->samples);
    json_count(&j, "nameless", w->nameless + w->outside);
    json_percent(&j, "nameless_percent", doctor_percent(w, w->nameless + w->outside));
    json_count(&j, "nameless_in_objects", w->nameless);
    json_count(&j, "outside_of_mappings", w->outside);
    json_object_line(&j, "outside");
    for (int i = 0; i < OUTSIDES; i++)
        json_count(&j, outsides[i].key, w->of_outside[i]);
    json_end(&j);
    doctor_objects_json(w, &j);
    doctor_recording_json(w, &j);
    answer_end(&j, w->s, &w->profile.problems);
}

struct doctor_opts {
    struct common_opts common;
    bool all;
};

#define OPTS struct doctor_opts
static const struct option_row rows[] = {
    OPT("all", 0, FLAG, all, NULL, "every object, not just the ten that matter most"), OPT_END
};

static int run(void *opts, FILE *out, FILE *err)
{
    const struct doctor_opts *o = opts;
    struct session s;
    struct err e = { 0 };
    if (!session_open(&s, &o->common, SESSION_RESOLVE, err))
        return 1;
    struct diagnosis w = { .s = &s, .all = o->all };
    bool ok = examine(&w, &e);
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", o->common.input, e.msg);
    else
        (o->common.json ? show_json : show)(&w, out);
    free(w.objects);
    profile_free(&w.profile);
    session_close(&s);
    return !ok;
}

const struct command doctor_command =
    COMMAND("doctor", "what has no name, why, and how to get it; what is wrong with the recording", NULL,
            rows, .size = sizeof(struct doctor_opts), .run = run, .traits = COMMAND_EACH);
