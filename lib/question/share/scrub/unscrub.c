/* unscrub: brings the names back that scrub replaced by pseudonyms, with the key file that scrub wrote. */
#include "lib/question/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/write/record_write.h"
#include "formats/perf/write/rewrite.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/share/scrub/pseudonym.h"
#include "lib/question/share/share.h"

struct unscrub_opts {
    struct common_opts common;
    char *output, *key;
};

struct unscrubbing {
    struct capture *c;
    struct pseudonyms names;
    struct names made; /* paths whose folders are names again */
    struct share_sums sums;
    uint64_t back; /* names that were brought back */
};

static const char *name_back(void *arg, const char *s)
{
    struct unscrubbing *w = arg;
    const char *name = pseudonym_name(&w->names, s);
    w->back += name != NULL;
    return text_or(name, s);
}

/* A path, of which the folder or all may be a pseudonym. */
static const char *path_back(void *arg, const char *path)
{
    struct unscrubbing *w = arg;
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return name_back(w, path);
    struct text folder = { 0 };
    text_add_n(&folder, path, (size_t)(slash - path));
    const char *name = pseudonym_name(&w->names, folder.s), *back = path;
    if (name)
        back = arena_names_printf(&w->made, "%s%s", name, slash + 1);
    w->back += name != NULL;
    text_free(&folder);
    return back;
}

/* Appends the events, with their names. If none is a pseudonym, nothing is appended. */
static void events_back(struct unscrubbing *w, struct text *out)
{
    const struct events *es = &w->c->events;
    const uint64_t before = w->back;
    struct attr *attrs = mem_new(es->n, sizeof(*attrs));
    const char **names = mem_new(es->n, sizeof(*names));
    for (uint32_t i = 0; i < es->n; i++) {
        attrs[i] = es->v[i].attr;
        names[i] = name_back(w, es->v[i].name);
    }
    if (w->back > before)
        rewrite_event_desc(w->c, attrs, names, out);
    free(attrs);
    free(names);
}

/* Appends a feature with the names back; nothing: it stays as it is. */
static void feature_back(struct unscrubbing *w, unsigned bit, struct text *out)
{
    if (bit == REWRITE_HOSTNAME)
        rewrite_text(w->c->order, name_back(w, text_or(w->c->env.hostname, "")), out);
    else if (bit == REWRITE_BUILD_ID)
        rewrite_build_ids(w->c, path_back, w, out);
    else if (bit == REWRITE_EVENT_DESC)
        events_back(w, out);
    else if (bit == REWRITE_GROUP_DESC)
        rewrite_group_desc(w->c, name_back, w, out);
}

static struct perf_writer_feature unscrub_feature(void *arg, unsigned bit)
{
    struct unscrubbing *w = arg;
    struct perf_writer_feature f = rewrite_feature(w->c, bit);
    struct text made = { 0 };
    if (f.present)
        feature_back(w, bit, &made);
    if (made.n)
        f.bytes = perfdata_copy_bytes(perfdata_of(w->c), (struct span){ (const uint8_t *)made.s, made.n });
    text_free(&made);
    return f;
}

/* Appends the record of a feature with the names back. */
static void record_feature_back(struct unscrubbing *w, const struct record *r, unsigned bit, struct text *out)
{
    struct text made = { 0 };
    feature_back(w, bit, &made);
    if (made.n)
        rewrite_put_feature(r->order, bit, (struct span){ (const uint8_t *)made.s, made.n }, out);
    else
        rewrite_copy(r->bytes, out);
    text_free(&made);
}

static void unscrub_record(void *arg, const struct record *r, bool good, struct text *out)
{
    struct unscrubbing *w = arg;
    const unsigned bit = rewrite_feature_of(r);
    struct record made = *r;
    w->sums.records_before++;
    w->sums.records++;
    if (good && rewrite_names_event(r)) {
        rewrite_event_name(r, name_back, w, out);
        return;
    }
    if (good && bit < PERF_FEATURES) {
        record_feature_back(w, r, bit, out);
        return;
    }
    if (r->type == PERF_RECORD_MMAP || r->type == PERF_RECORD_MMAP2)
        made.mmap.filename = path_back(w, r->mmap.filename);
    else if (r->type == PERF_RECORD_COMM)
        made.comm.comm = name_back(w, r->comm.comm);
    else if (r->type == PERF_RECORD_CGROUP)
        made.cgroup.path = name_back(w, r->cgroup.path);
    else if (r->type == PERF_RECORD_KSYMBOL)
        made.ksymbol.name = name_back(w, r->ksymbol.name);
    else if (r->type == PERF_RECORD_HEADER_BUILD_ID)
        made.build_id.path = path_back(w, r->build_id.path);
    else
        good = good && r->type == PERF_RECORD_THREAD_MAP;
    if (good && r->type == PERF_RECORD_THREAD_MAP)
        rewrite_thread_map(r, name_back, w, out);
    else if (good)
        record_write(&made, out);
    else
        rewrite_copy(r->bytes, out);
}

static void unscrub_sample(void *arg, const struct sample *s UNUSED, struct span bytes, struct text *out)
{
    struct unscrubbing *w = arg;
    w->sums.samples_before++;
    w->sums.samples++;
    rewrite_copy(bytes, out);
}

static struct span unscrub_tracing(void *arg)
{
    const struct unscrubbing *w = arg;
    return feature_tracing(w->c);
}

static bool unscrub_write(struct unscrubbing *w, const struct unscrub_opts *o, struct problems *problems,
                          struct err *e)
{
    const struct events *es = &w->c->events;
    struct attr *attrs = mem_new(es->n, sizeof(*attrs));
    struct output out = { 0 };
    for (uint32_t i = 0; i < es->n; i++)
        attrs[i] = es->v[i].attr;
    const struct rewrite how = { .arg = w,
                                 .attrs = attrs,
                                 .record = unscrub_record,
                                 .sample = unscrub_sample,
                                 .feature = unscrub_feature,
                                 .tracing = unscrub_tracing };
    bool ok = share_open(&out, &o->common, o->output, e) && rewrite_capture(w->c, &how, &out, problems, e);
    w->sums.bytes = out.size;
    if (ok && w->names.n && !w->back)
        ok = err_set(e, ERR_USAGE, 0, "the key knows none of its pseudonyms: nothing was written");
    ok = ok && output_commit(&out, e);
    output_abandon(&out);
    free(attrs);
    return ok;
}

#define OPTS struct unscrub_opts
static const struct option_row unscrub_rows[] = {
    OPT("output", 'o', TEXT, output, "FILE", "the capture to write; - is standard output",
        .needs = NEEDS_OUTPUT),
    OPT("key", 0, TEXT, key, "FILE", "the file that scrub wrote, with its key and the names",
        .needs = NEEDS_INPUT),
    OPT_END
};

static bool unscrub_prepare(void *opts, struct outlet *err)
{
    const struct unscrub_opts *o = opts;
    if (!o->key)
        return outlet_refuse(err, "perfolio unscrub: no key is named: use --key FILE\n");
    return share_prepare("unscrub", &o->common, o->output, err) &&
           share_key_is_apart("unscrub", &o->common, o->output, "--key", o->key, err);
}

static int unscrub_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct unscrub_opts *o = opts;
    struct unscrubbing w = { .c = NULL };
    struct problems problems = { 0 };
    struct err e = { 0 };
    if (!share_may_write("unscrub", o->output, out, err))
        return 1;
    struct session *s = common_session(&o->common, SESSION_WALK, err);
    if (!s)
        return 1;
    w.c = s->capture;
    const bool ok = pseudonyms_read(&w.names, o->key, &e) && unscrub_write(&w, o, &problems, &e);
    if (ok)
        share_answer("unscrub", s, &o->common, o->output, &w.sums, &problems, out, err);
    else
        outlet_fail(err, &e, "perfolio unscrub: %s: ", session_name(s));
    pseudonyms_free(&w.names);
    arena_names_free(&w.made);
    common_release_session(s, &o->common);
    return !ok;
}

const struct command unscrub_command =
    COMMAND("unscrub", "the names back in a capture that scrub has written, by its key",
            "[options] --key FILE -o FILE [-i] FILE", unscrub_rows, .size = sizeof(struct unscrub_opts),
            .prepare = unscrub_prepare, .run = unscrub_run);
