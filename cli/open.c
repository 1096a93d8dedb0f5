/* The only place where parts are plugged together: which reader opens a capture, which sources are asked in
 * which order. */
#include "cli/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arch/uapi.h"
#include "archive/folio.h"
#include "archive/sources.h"
#include "core/base/mem.h"
#include "core/profile/trace_values.h"
#include "formats/elf/cfi.h"
#include "formats/elf/elf.h"
#include "formats/perf/feature.h"
#include "formats/perf/jitdump.h"
#include "formats/perf/perfdata.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"
#include "formats/tracepoint/tracepoint.h"

static const struct symbol_reader *const readers[] = { &elf_reader, &kallsyms_reader, &jitdump_reader,
                                                       &perf_map_reader, NULL };

static void add(void *arg, const struct record *r)
{
    timeline_add(arg, r);
}

static bool add_chosen(struct session *s, const char *path, struct err *e)
{
    struct source *source = path ? source_file(path, true, e) : NULL;
    chain_add(&s->chain, source);
    return !path || source;
}

static void add_below(struct session *s, struct source *(*make)(const char *path), const char *dir,
                      const char *name)
{
    struct text path = { 0 };
    text_printf(&path, "%s/%s", dir, name);
    chain_add(&s->chain, make(path.s));
    text_free(&path);
}

static void add_beside(struct session *s, const char *capture)
{
    struct text folder = { 0 };
    size_t n = strlen(capture);
    while (n > 1 && capture[n - 1] == '/')
        n--;
    while (n && capture[n - 1] != '/')
        n--;
    if (!strcmp(capture, "-"))
        return; /* lies nowhere */
    text_add_n(&folder, n ? capture : ".", n ? n : 1);
    chain_add(&s->chain, source_perf_maps(folder.s));
    text_free(&folder);
}

/* The machine that recorded has more than lies under its paths. Whoever packs is taken to be on it. */
static void add_live(struct session *s)
{
    const struct live_recording told = {
        .env = &s->capture->env,
        .kernel = timeline_kernel_map(s->timeline, -1),
        .until = file_written(perfdata_file(s->capture)), /* of one in a folio nobody knows */
    };
    if (!s->live && !live_is_here(&told))
        return;
    struct source *live = source_live("", &told);
    live->remote =
        !s->live; /* who only reads asks it for what nobody else has: it looks through all of /proc */
    chain_add(&s->chain, live);
}

/* What is kept with the capture, what the user named, what came with the capture, then what this machine may
   have; the build-id decides in every case. */
static bool add_sources(struct session *s, const struct common_opts *o, struct err *e)
{
    const char *release = s->capture->env.release, *home = getenv("HOME");
    if (s->folio)
        chain_add(&s->chain, source_folio(s->folio, s->number));
    bool ok = add_chosen(s, o->vmlinux, e) && add_chosen(s, o->kallsyms, e);
    for (size_t i = 0; ok && i < o->objects.n; i++)
        ok = sources_add(&s->chain, o->objects.v[i], release, e);
    if (!ok)
        return false;
    if (o->symfs)
        chain_add(&s->chain, source_tree(o->symfs, release));
    if (s->capture->is_directory && !s->folio)
        add_below(s, source_recorded_listing, s->capture->path, "kcore_dir/kallsyms");
    if (!o->isolated && !s->folio)
        add_beside(s, s->capture->path);
    if (!o->isolated && home)
        add_below(s, source_cache, home, ".debug");
    if (!o->isolated && !o->symfs)
        chain_add(&s->chain, source_host(release));
    if (!o->isolated && (s->live || !s->folio))
        add_live(s);
    return !o->debuginfod || session_add_servers(s, o->debuginfod, e);
}

static bool walk(struct session *s, struct err *e)
{
    if (s->depth >= SESSION_WALK)
        return true;
    if (!s->capture->ops->walk(s->capture, add, s->timeline, e))
        return err_in(e, "%s", s->capture->path);
    timeline_seal(s->timeline);
    s->depth = SESSION_WALK;
    return true;
}

static bool resolve(struct session *s, const struct common_opts *o, struct err *e)
{
    if (s->depth >= SESSION_RESOLVE)
        return true;
    if (!add_sources(s, o, e))
        return false;
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    chain_expect(&s->chain, objects, n);
    s->resolver = resolver_new(&s->chain, objects, n, &cfi_reader);
    s->depth = SESSION_RESOLVE;
    const struct map *kernel = timeline_kernel_map(s->timeline, -1);
    uint64_t start, end;
    if (kernel && resolver_kernel_extent(s->resolver, kernel, &start, &end))
        timeline_fit_kernel(s->timeline, -1, start, end);
    return true;
}

bool session_deepen(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err)
{
    struct err e = { 0 };
    bool ok = (depth < SESSION_WALK || walk(s, &e)) && (depth < SESSION_RESOLVE || resolve(s, o, &e));
    if (!ok)
        fprintf(err, "perfolio: %s\n", e.msg);
    return ok;
}

/* The files of a capture, opened already. */
struct open_files {
    struct capture_place place;
    struct file *files; /* those that were handed out are closed by who has them */
    const char **paths;
    bool *taken;
    size_t n;
};

static bool place_open(const struct capture_place *place, const char *name, struct file *f, bool *absent,
                       struct err *e)
{
    const struct open_files *p = (const struct open_files *)place;
    for (size_t i = 0; i < p->n; i++)
        if (!p->taken[i] && !strcmp(p->paths[i], name)) {
            *f = p->files[i];
            return p->taken[i] = true;
        }
    *absent = true;
    return err_set(e, ERR_FORMAT, 0, "the folio has no such file of its capture");
}

static uint32_t place_last(const struct capture_place *place, const char *prefix)
{
    const struct open_files *p = (const struct open_files *)place;
    uint32_t last = 0;
    for (size_t i = 0; i < p->n; i++)
        last = file_numbered(p->paths[i], prefix, last);
    return last;
}

static struct capture *open_at(const char *path, struct open_files *p, struct err *e)
{
    p->place.open = place_open;
    p->place.last_numbered = place_last;
    p->taken = mem_new(p->n, sizeof(*p->taken));
    struct capture *c = perfdata_open_at(path, &p->place, e);
    for (size_t i = 0; i < p->n; i++)
        if (!p->taken[i])
            file_close(&p->files[i]);
    free(p->taken);
    return c;
}

static struct capture *open_in_folio(struct session *s, const char *which, struct err *e)
{
    struct open_files p = { 0 };
    int64_t number = folio_find_capture(s->folio, which, e);
    if (number < 0)
        return NULL;
    s->number = (uint32_t)number;
    p.place.directory = s->folio->captures[number].directory;
    p.n = folio_open_files(s->folio, s->number, &p.files, &p.paths, e);
    if (!p.n)
        return NULL;
    struct capture *c = open_at(s->folio->path, &p, e);
    free(p.files);
    free(p.paths);
    return c;
}

static struct capture *open_capture(struct session *s, const struct common_opts *o, struct err *e)
{
    struct input *in = o->opened ? o->opened : &s->input;
    if (!o->opened && !input_open(in, o->input, e))
        return NULL;
    s->folio = in->folio;
    if (s->folio)
        return open_in_folio(s, o->capture, e);
    if (o->capture) {
        err_set(e, ERR_USAGE, 0, "%s is no folio, of which --capture could choose one", o->input);
        return NULL;
    }
    if (!in->has_file)
        return perfdata_open(o->input, e);
    in->has_file = false;
    return open_at(o->input,
                   &(struct open_files){ .files = &in->file, .paths = (const char *[]){ "" }, .n = 1 }, e);
}

bool session_open(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err)
{
    struct err e = { 0 };
    *s = (struct session){ 0 };
    chain_init(&s->chain, readers);
    s->capture = open_capture(s, o, &e);
    if (!s->capture) {
        fprintf(err, "perfolio: %s\n", e.msg);
        session_close(s);
        return false;
    }
    s->timeline = timeline_new(&s->problems);
    if (o->counts_running)
        timeline_count_running(s->timeline);
    for (size_t i = 0; i < s->capture->env.nbuild_ids; i++)
        timeline_add_build_id(s->timeline, &s->capture->env.build_ids[i]);
    if (s->capture->is_pipe && depth < SESSION_WALK)
        depth = SESSION_WALK;
    if (session_deepen(s, o, depth, err))
        return true;
    session_close(s);
    return false;
}

struct place session_kernel_place(const struct session *s, uint64_t avma)
{
    const struct space *kernel = timeline_kernel(s->timeline, -1);
    const struct when last = { UINT64_MAX, UINT64_MAX };
    struct when from, until;
    const struct map *m = kernel ? space_find(kernel, avma, last, &from, &until) : NULL;
    return m && s->resolver ? resolver_place(s->resolver, m, avma) : (struct place){ .map = m };
}

/* The symbol of an address of the recorded kernel, for pointers that tracepoints print. */
static const char *name_kernel(void *arg, uint64_t avma, uint64_t *start, const char **module)
{
    struct place p = session_kernel_place(arg, avma);
    if (!p.symbol)
        return NULL;
    *start = avma - (p.at - p.symbol->start);
    *module = p.object->kind == OBJECT_MODULE ? p.object->name : NULL;
    return p.symbol->name;
}

/* The name of an error of the recorded machine. */
static const char *name_error(void *arg, uint32_t number)
{
    const struct session *s = arg;
    const struct arch *arch = s->capture->env.arch;
    const char *said;
    return arch ? uapi_error((enum uapi)arch->uapi, number, &said) : NULL;
}

struct trace_access session_trace_access(struct session *s)
{
    return (struct trace_access){ .reader = &tracepoint_reader,
                                  .data = feature_tracing(s->capture),
                                  .names = { .at = name_kernel, .arg = s, .error = name_error } };
}

struct traces *session_traces(struct session *s)
{
    if (!s->traces_asked) {
        const struct trace_access how = session_trace_access(s);
        struct err untold = { 0 };
        s->traces = how.reader->open(how.data, &how.names, &untold);
        s->traces_asked = true;
    }
    return s->traces;
}

bool session_trace(struct session *s, const struct sample *sample, struct text *out)
{
    struct traces *t = session_traces(s);
    return t && tracepoint_reader.print(t, sample->event->attr.config, sample->cpu, sample->raw, out);
}

void session_close(struct session *s)
{
    if (s->traces)
        tracepoint_reader.close(s->traces);
    if (s->resolver)
        resolver_free(s->resolver);
    chain_free(&s->chain);
    timeline_free(s->timeline);
    free(s->hot);
    if (s->capture)
        s->capture->ops->close(s->capture);
    input_close(&s->input);
    *s = (struct session){ 0 };
}

/* Whether there are tracepoints of which nobody knows what they are: tracing data are written last. */
static bool has_untold_tracepoints(struct session *s)
{
    const struct events *es = &s->capture->events;
    uint32_t i = 0;
    while (i < es->n && es->v[i].attr.type != PERF_TYPE_TRACEPOINT)
        i++;
    return i < es->n && !session_traces(s);
}

int session_run(const struct common_opts *o, enum session_depth depth,
                bool (*work)(struct session *s, void *arg, FILE *out, FILE *err, struct err *e), void *arg,
                FILE *out, FILE *err)
{
    struct session s;
    struct err e = { 0 };
    if (!session_open(&s, o, depth, err))
        return 1;
    bool ok = work(&s, arg, out, err, &e);
    if (!ok)
        fprintf(err, "perfolio: %s: %s\n", s.capture->path, e.msg);
    if (!ok && has_untold_tracepoints(&s))
        fprintf(err,
                "perfolio: %s: it has tracepoints, and no tracing data to tell which: it was cut off, or its "
                "recorder did not finish it\n",
                s.capture->path);
    session_close(&s);
    return !ok;
}

void problems_all(const struct session *s, const struct problems *more, struct problems *all)
{
    *all = s->capture->problems;
    problems_merge(all, &s->problems);
    if (s->resolver)
        resolver_problems(s->resolver, all);
    if (more)
        problems_merge(all, more);
}

void problems_list(const struct problems *all, const char *of, uint64_t samples, FILE *err)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        if (!all->of[i].n)
            continue;
        fprintf(err, "perfolio: %s%s%" PRIu64 " %s", of ? of : "", of ? ": " : "", all->of[i].n,
                problem_sentence(i, all->of[i].n));
        if (samples && (i == PROBLEM_NO_OBJECT || i == PROBLEM_NO_SYMBOL || i == PROBLEM_NO_MAP))
            fprintf(err, ", %.2f%% of all", 100.0 * (double)all->of[i].n / (double)samples);
        fprintf(err, all->of[i].first[0] ? " (first: %s)\n" : "\n", all->of[i].first);
    }
}

void problems_show(const struct session *s, const struct problems *more, uint64_t samples, FILE *err)
{
    struct problems all;
    problems_all(s, more, &all);
    problems_list(&all, NULL, samples, err);
}

void no_samples_show(const struct session *s, const char *filters, FILE *err)
{
    fprintf(err, "perfolio: %s has no samples", s->capture->path);
    if (s->capture->nsamples && filters)
        fprintf(err, " that %s let through", filters);
    else if (s->capture->nsamples)
        fprintf(err, " that could be read");
    fprintf(err, "\n");
}
