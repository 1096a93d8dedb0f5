/* info: what a person asks first of a capture that was sent: who, when, where, what, and how complete it
 * is. */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/session/answer.h"
#include "cli/dump/folio_info.h"
#include "core/base/date.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "formats/perf/fields/attr.h"

static void line(FILE *out, const char *name, const char *value)
{
    struct text clean = { 0 };
    if (!value || !*value)
        return;
    text_add_clean(&clean, value);
    fprintf(out, "%-12s %s\n", name, clean.s);
    text_free(&clean);
}

static void container(const struct capture *c, FILE *out)
{
    struct text t = { 0 };
    text_printf(&t, "%s, %s-endian",
                c->is_directory ? "directory"
                : c->is_pipe    ? "pipe stream"
                                : "file",
                c->order == ORDER_BIG ? "big" : "little");
    if (c->is_compressed)
        text_add(&t, ", compressed");
    text_printf(&t, ", %" PRIu64 " bytes of records", c->data_size + c->streams_size);
    line(out, "container", t.s);
    text_free(&t);
}

static void machine(const struct env *env, FILE *out)
{
    struct text t = { 0 };
    line(out, "host", env->hostname);
    line(out, "arch", env->arch_name);
    line(out, "kernel", env->release);
    line(out, "perf", env->version);
    line(out, "cpu", env->cpudesc ? env->cpudesc : env->cpuid);
    if (env->cpus_available) {
        text_printf(&t, "%u online of %u, %" PRIu64 " MiB of memory", env->cpus_online, env->cpus_available,
                    env->total_mem_kb / 1024);
        line(out, "cpus", t.s);
    }
    t.n = 0;
    for (size_t i = 0; i < env->ncmdline; i++) {
        text_add(&t, i ? " " : "");
        text_add(&t, env->cmdline[i]);
    }
    line(out, "command", t.s && t.n ? t.s : NULL);
    text_free(&t);
}

/* What else the recorder states, in its own words. */
static void facts(const struct env *env, FILE *out)
{
    for (size_t i = 0; i < env->nfacts; i++) {
        struct text t = { 0 };
        text_printf(&t, "%s: %s", env->facts[i].key, env->facts[i].value);
        line(out, "recorder", t.s);
        text_free(&t);
    }
}

static void times(const struct capture *c, FILE *out)
{
    if (c->first_time > c->last_time)
        return;
    struct text t = { 0 };
    uint64_t ns = c->last_time - c->first_time;
    text_printf(&t,
                "%" PRIu64 ".%06" PRIu64 " to %" PRIu64 ".%06" PRIu64 " of the recording clock, %" PRIu64
                ".%03" PRIu64 " s",
                c->first_time / NSEC_PER_SEC, c->first_time % NSEC_PER_SEC / 1000,
                c->last_time / NSEC_PER_SEC, c->last_time % NSEC_PER_SEC / 1000, ns / NSEC_PER_SEC,
                ns % NSEC_PER_SEC / 1000000);
    line(out, "time", t.s);
    text_free(&t);
}

static void events(const struct capture *c, const struct profile *p, FILE *out)
{
    for (uint32_t i = 0; i < c->events.n; i++) {
        struct text t = { 0 };
        const struct attr *a = &c->events.v[i].attr;
        text_printf(&t, "%s: %" PRIu64 " samples, period %" PRIu64, c->events.v[i].name, p->totals[i].samples,
                    p->totals[i].period);
        text_add(&t, event_tells(&c->events.v[i]) & PERF_SAMPLE_CALLCHAIN ? ", call chains" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_STACK_USER ? ", stack dumps" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_BRANCH_STACK ? ", branch stacks" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_RAW ? ", raw data" : "");
        line(out, "event", t.s);
        text_free(&t);
    }
}

struct tally { /* of objects */
    size_t mapped, with_id, hit, hit_with_id;
};

static struct tally tally(const struct session *s, const bool *hit)
{
    struct tally t = { 0 };
    const struct object *const *o = timeline_objects(s->timeline, &t.mapped);
    for (size_t i = 0; i < t.mapped; i++) {
        t.with_id += o[i]->build_id.n > 0;
        t.hit += hit[i];
        t.hit_with_id += hit[i] && o[i]->build_id.n;
    }
    return t;
}

static void show(const struct session *s, const struct profile *p, const struct tally *t, FILE *out)
{
    container(s->capture, out);
    machine(&s->capture->env, out);
    facts(&s->capture->env, out);
    times(s->capture, out);
    events(s->capture, p, out);
    fprintf(out,
            "%-12s %zu mapped, %zu of them with a build-id; %zu have samples, %zu of them with a build-id\n",
            "objects", t->mapped, t->with_id, t->hit, t->hit_with_id);
    fprintf(out, "%-12s %zu\n", "threads", timeline_tasks(s->timeline));
}

static void event_json(struct json *j, const struct event *e, const struct total *total)
{
    uint64_t sample_type = e->attr.sample_type;
    json_object_line(j, NULL);
    json_text(j, "name", e->name);
    json_count(j, "samples", total->samples);
    json_count(j, "period", total->period);
    json_bool(j, "call_chains", event_tells(e) & PERF_SAMPLE_CALLCHAIN);
    json_bool(j, "stack_dumps", sample_type & PERF_SAMPLE_STACK_USER);
    json_bool(j, "branch_stacks", sample_type & PERF_SAMPLE_BRANCH_STACK);
    json_bool(j, "raw_data", sample_type & PERF_SAMPLE_RAW);
    json_end(j);
}

static void show_json(const struct session *s, const struct profile *p, const struct tally *t, FILE *out)
{
    const struct capture *c = s->capture;
    struct json j = answer_begin(out, "info");
    answer_container(&j, c);
    answer_machine(&j, &c->env);
    if (c->first_time <= c->last_time) {
        json_object(&j, "time");
        json_seconds(&j, "first", c->first_time);
        json_seconds(&j, "last", c->last_time);
        json_end(&j);
    } else {
        json_text(&j, "time", NULL);
    }
    json_array(&j, "events");
    for (uint32_t i = 0; i < c->events.n; i++)
        event_json(&j, &c->events.v[i], &p->totals[i]);
    json_end(&j);
    json_object(&j, "objects");
    json_count(&j, "mapped", t->mapped);
    json_count(&j, "mapped_with_build_id", t->with_id);
    json_count(&j, "sampled", t->hit);
    json_count(&j, "sampled_with_build_id", t->hit_with_id);
    json_end(&j);
    json_count(&j, "threads", timeline_tasks(s->timeline));
    answer_end(&j, s, NULL);
}

static int info_of_capture(const struct common_opts *o, FILE *out, FILE *err)
{
    struct session s;
    struct profile p = { 0 };
    struct err e = { 0 };
    size_t n;
    if (!session_open(&s, o, SESSION_WALK, err))
        return 1;
    timeline_objects(s.timeline, &n);
    bool *hit = mem_new(n, sizeof(*hit));
    struct count_opts count = { .hit = hit };
    bool ok = count_samples(s.capture, s.timeline, NULL, &count, &p, &e);
    struct tally t = tally(&s, hit);
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", o->input, e.msg);
    else
        (o->json ? show_json : show)(&s, &p, &t, out);
    if (ok && !o->json)
        session_problems_show(&s, &p.problems, 0, err);
    free(hit);
    profile_free(&p);
    session_close(&s);
    return ok ? 0 : 1;
}

/* Of a folio as a whole, unless one of its captures is asked about. */
static int info(void *opts, FILE *out, FILE *err)
{
    struct common_opts *o = opts;
    struct err e = { 0 };
    struct input in;
    int status = 0;
    if (!input_open(&in, o->input, &e)) {
        fprintf(err, "perfolio: %s\n", e.msg);
        return 1;
    }
    o->opened = &in;
    if (in.folio && !o->capture)
        (o->json ? folio_info_json : folio_info_show)(in.folio, out);
    else
        status = info_of_capture(o, out, err);
    input_close(&in);
    return status;
}

static const struct option_row rows[] = { OPT_END };

const struct command info_command =
    COMMAND("info", "a summary: who, when, where, what, and how complete it is", NULL, rows, .run = info);
