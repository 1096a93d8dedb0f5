/* info: what a person asks first of a capture that somebody sent: who, when, where, what, and how complete it
 * is. */
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/session.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/profile/count.h"
#include "formats/perf/attr.h"

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
    text_printf(&t, ", %" PRIu64 " bytes of records", c->data_size);
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

static void times(const struct capture *c, FILE *out)
{
    if (c->first_time > c->last_time)
        return;
    struct text t = { 0 };
    uint64_t ns = c->last_time - c->first_time;
    text_printf(&t,
                "%" PRIu64 ".%06" PRIu64 " to %" PRIu64 ".%06" PRIu64 " of the recording clock, %" PRIu64
                ".%03" PRIu64 " s",
                c->first_time / 1000000000, c->first_time % 1000000000 / 1000, c->last_time / 1000000000,
                c->last_time % 1000000000 / 1000, ns / 1000000000, ns % 1000000000 / 1000000);
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
        text_add(&t, a->sample_type & PERF_SAMPLE_CALLCHAIN ? ", call chains" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_STACK_USER ? ", stack dumps" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_BRANCH_STACK ? ", branch stacks" : "");
        text_add(&t, a->sample_type & PERF_SAMPLE_RAW ? ", raw data" : "");
        line(out, "event", t.s);
        text_free(&t);
    }
}

static void objects(const struct session *s, const bool *hit, FILE *out)
{
    size_t n, with_id = 0, hits = 0, hits_with_id = 0;
    const struct object *const *o = timeline_objects(s->timeline, &n);
    for (size_t i = 0; i < n; i++) {
        with_id += o[i]->build_id.n > 0;
        hits += hit[i];
        hits_with_id += hit[i] && o[i]->build_id.n;
    }
    fprintf(out,
            "%-12s %zu mapped, %zu of them with a build-id; %zu have samples, %zu of them with a build-id\n",
            "objects", n, with_id, hits, hits_with_id);
    fprintf(out, "%-12s %zu\n", "threads", timeline_tasks(s->timeline));
}

int cmd_info(int argc, const char **argv, FILE *out, FILE *err)
{
    struct common_opts o;
    const struct poptOption own[] = { POPT_TABLEEND };
    struct session s;
    int status = options_read(argc, argv, own, "info", NULL, NULL, &o, out, err);
    if (status < 0 && session_open(&s, &o, SESSION_WALK, err)) {
        struct profile p = { 0 };
        struct err e = { 0 };
        size_t n;
        timeline_objects(s.timeline, &n);
        bool *hit = mem_new(n, sizeof(*hit));
        struct count_opts count = { .workers = file_workers(), .hit = hit };
        status = 0;
        container(s.capture, out);
        machine(&s.capture->env, out);
        times(s.capture, out);
        if (count_samples(s.capture, s.timeline, NULL, &count, &p, &e)) {
            events(s.capture, &p, out);
            objects(&s, hit, out);
        } else {
            fprintf(err, "perfolio: %s: %s\n", o.input, e.msg);
            status = 1;
        }
        problems_show(&s, NULL, 0, err);
        free(hit);
        profile_free(&p);
        session_close(&s);
    } else if (status < 0) {
        status = 1;
    }
    options_free(&o);
    return status;
}
