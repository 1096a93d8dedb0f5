/* cut: writes a part of a capture as a capture: the samples that filters choose, and the records that they need. */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "formats/perf/features/feature.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/write/counts_write.h"
#include "formats/perf/write/rewrite.h"
#include "lib/options/filters.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/share/keeping.h"
#include "lib/question/share/share.h"

struct cut_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    struct words events;
    char *output;
};

/* A capture that is being cut. */
struct cutting {
    struct keeping keeping;
    struct capture *c;
    struct share_sums sums;
    struct counts_written counts;
    struct text sample_time; /* the feature SAMPLE_TIME of the part */
};

static struct perf_writer_feature cut_feature(void *arg, unsigned bit)
{
    const struct cutting *w = arg;
    const struct perf_writer_feature f = rewrite_feature(w->c, bit);
    if (bit == REWRITE_SAMPLE_TIME && f.present && w->sample_time.n)
        return (struct perf_writer_feature){ true, { (const uint8_t *)w->sample_time.s, w->sample_time.n } };
    return f;
}

/* The record of a pipe that has a feature. */
static void cut_feature_record(struct cutting *w, const struct record *r, unsigned bit, struct text *out)
{
    const struct perf_writer_feature f = cut_feature(w, bit);
    if (!f.present)
        return;
    if (bit == REWRITE_SAMPLE_TIME)
        rewrite_put_feature(r->order, bit, f.bytes, out);
    else
        rewrite_copy(r->bytes, out);
}

static void cut_record(void *arg, const struct record *r, bool good, struct text *out)
{
    struct cutting *w = arg;
    const unsigned bit = rewrite_feature_of(r);
    const size_t before = out->n;
    if (!good)
        w->sums.damaged++;
    else if (bit < PERF_FEATURES)
        cut_feature_record(w, r, bit, out);
    else if (keeping_has_record(&w->keeping, r))
        rewrite_copy(r->bytes, out);
    w->sums.records_before++;
    w->sums.records += out->n > before;
}

static void cut_sample(void *arg, const struct sample *s, struct span bytes, struct text *out)
{
    struct cutting *w = arg;
    const bool kept = w->keeping.all || keeping_has_sample(&w->keeping, s);
    w->sums.samples_before++;
    if (s->has & PERF_SAMPLE_READ && !w->keeping.all)
        counts_write_sample(&w->counts, s, &w->c->events, bytes, kept, out);
    else if (kept)
        rewrite_copy(bytes, out);
    if (!kept)
        return;
    w->keeping.round = false;
    w->sums.samples++;
}

static struct span cut_tracing(void *arg)
{
    const struct cutting *w = arg;
    return feature_tracing(w->c);
}

static bool cut_write(struct cutting *w, struct output *out, struct problems *problems, struct err *e)
{
    const struct events *es = &w->c->events;
    struct attr *attrs = mem_new(es->n, sizeof(*attrs));
    const struct time_range *times = &w->keeping.times;
    for (uint32_t i = 0; i < es->n; i++)
        attrs[i] = es->v[i].attr;
    if (times->from <= times->to)
        rewrite_sample_time(w->c->order, times->from, times->to, &w->sample_time);
    const struct rewrite how = { .arg = w,
                                 .attrs = attrs,
                                 .record = cut_record,
                                 .sample = cut_sample,
                                 .feature = cut_feature,
                                 .tracing = cut_tracing };
    const bool ok = rewrite_capture(w->c, &how, out, problems, e);
    free(attrs);
    text_free(&w->sample_time);
    counts_written_free(&w->counts);
    return ok;
}

/* Cuts the capture of a session into a file. False with `e` set. */
static bool cut_session(struct session *s, const struct cut_opts *o, struct share_sums *sums,
                        struct problems *problems, struct err *e)
{
    struct cutting w = { .c = s->capture };
    struct output out = { 0 };
    bool ok = keeping_init(&w.keeping, s, &o->filter, &o->events, e);
    if (ok && !w.keeping.all && !w.keeping.samples)
        ok = err_set(e, ERR_USAGE, 0, "none of its %" PRIu64 " sample%s is chosen: nothing was written",
                     s->capture->nsamples, text_plural(s->capture->nsamples));
    ok = ok && share_open(&out, &o->common, o->output, e) && cut_write(&w, &out, problems, e);
    w.sums.bytes = out.size;
    ok = ok && output_commit(&out, e);
    output_abandon(&out);
    *sums = w.sums;
    keeping_free(&w.keeping);
    return ok;
}

#define OPTS struct cut_opts
static const struct option_row cut_rows[] = { OPT("output", 'o', TEXT, output, "FILE",
                                                  "the capture to write; - is standard output",
                                                  .needs = NEEDS_OUTPUT),
                                              SHARE_FILTER_ROWS(), OPT_END };

static bool cut_prepare(void *opts, struct outlet *err)
{
    const struct cut_opts *o = opts;
    return share_prepare("cut", &o->common, o->output, err);
}

static int cut_run(const void *opts, struct outlet *out, struct outlet *err)
{
    struct cut_opts own = *(const struct cut_opts *)opts, *const o = &own;
    struct err e = { 0 };
    struct problems problems = { 0 };
    struct share_sums sums = { 0 };
    if (!share_may_write("cut", o->output, out, err))
        return 1;
    struct session *s = common_session(&o->common, SESSION_WALK, err);
    if (!s)
        return 1;
    const bool ok = filters_resolve(&o->filters, &o->filter, s->capture, &e) &&
                    keeping_find_events(&o->events, &s->capture->events, &e) &&
                    cut_session(s, o, &sums, &problems, &e);
    if (ok)
        share_answer("cut", s, &o->common, o->output, &sums, &problems, out, err);
    else
        outlet_fail(err, &e, "perfolio cut: %s: ", session_name(s));
    common_release_session(s, &o->common);
    return !ok;
}

const struct command cut_command =
    COMMAND("cut", "a part of a capture as a capture: by time, process, thread, command, CPU or event",
            "[options] -o FILE [-i] FILE", cut_rows, .size = sizeof(struct cut_opts), .prepare = cut_prepare,
            .run = cut_run);
