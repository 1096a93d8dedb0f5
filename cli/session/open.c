/* Where parts are plugged together: which reader opens a capture, which sources are asked in which order. */
#include "cli/session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arch/uapi.h"
#include "archive/folio/folio.h"
#include "archive/source/sources.h"
#include "cli/options/absent.h"
#include "cli/session/turn.h"
#include "core/base/mem.h"
#include "core/profile/keys/trace_values.h"
#include "core/replay/replay.h"
#include "formats/elf/unwind/cfi.h"
#include "formats/elf/elf.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/jitdump.h"
#include "formats/perf/open.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/records/record_table.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"
#include "formats/tracepoint/tracepoint.h"

/* ns: from the beginning to the first sample, and from the last one until all is written. */
static const uint64_t AROUND = UINT64_C(10) * 1000 * 1000 * 1000;

enum { MUCH = 32 << 20 }; /* bytes of records: what is made of fewer fits in the heap as it is */

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

/* Of a folder that is not there none would be found, in silence. Empty: none, as in perf. */
static bool add_tree(struct session *s, const char *dir, const char *release, struct err *e)
{
    struct stat st;
    if (*dir && stat(dir, &st))
        return err_set(e, ERR_IO, 0, "cannot open %s: %s", dir, strerror(errno));
    if (*dir && !S_ISDIR(st.st_mode))
        return err_set(e, ERR_USAGE, 0, "--symfs: %s is not a folder", dir);
    chain_add(&s->chain, source_tree(dir, release));
    return true;
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
    text_add_n(&folder, n ? capture : ".", n > 1 ? n - 1 : 1);
    if (!file_same(folder.s, "/tmp")) /* what lies there is this machine's, and add_live()'s to judge */
        chain_add(&s->chain, source_perf_maps(folder.s));
    chain_add(&s->chain, source_archive_of(capture));
    text_free(&folder);
}

/* When a recording began that ended `until`, by its samples: ns since 1970, UINT64_MAX where nothing tells. */
static uint64_t began(const struct capture *c, uint64_t until)
{
    const uint64_t took = c->last_time - c->first_time + AROUND;
    if (c->first_time > c->last_time)
        return UINT64_MAX;
    return until > took ? until - took : 0;
}

/* The machine that recorded has more than lies under its paths. Whoever packs is taken to be on it. */
static void add_live(struct session *s)
{
    const struct live_recording recorded = {
        .env = &s->capture->env,
        .kernel = timeline_kernel_map(s->timeline, -1),
        .timeline = s->timeline,
        .last = s->capture->last_time,
        .until = file_written(perfdata_file(s->capture)), /* unknown for one in a folio */
    };
    const bool here = source_live_is_here(&recorded);
    s->chain.until = here ? recorded.until : 0;
    s->chain.since = began(s->capture, s->chain.until);
    if (here)
        sources_doubt_later(s->timeline, s->chain.since, s->chain.until);
    if (!s->live && !here)
        return;
    struct source *live = source_live("", &recorded);
    live->remote =
        !s->live; /* who only reads asks it for what no other source has: it looks through all of /proc */
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
    chain_add(&s->chain, s->unwrapped->is_tar ? source_archive_around(o->input) : NULL);
    if (!ok || (o->symfs && !add_tree(s, o->symfs, release, e)))
        return false;
    chain_add(&s->chain, source_simpleperf(s->capture));
    chain_add(&s->chain, source_bpf_code(s->capture));
    if (timeline_has_made_code(s->timeline))
        chain_add(&s->chain, source_jit_code(&s->chain));
    if (s->folio)
        chain_add(&s->chain, source_folio_kcore(s->folio, s->number));
    else if (s->capture->is_directory) {
        chain_add(&s->chain, source_kcore(s->capture->path));
        chain_add(&s->chain, source_recorded_listing(s->capture->path));
    }
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

static void seal(struct session *s)
{
    timeline_seal(s->timeline);
    timeline_lay_out(s->timeline, &s->capture->env);
    s->depth = SESSION_WALK;
}

static bool walk(struct session *s, struct err *e)
{
    if (s->depth >= SESSION_WALK)
        return true;
    if (!s->capture->ops->walk(s->capture, &(struct visitor){ add, s->timeline, &timeline_hands }, e))
        return err_in(e, "%s", s->capture->path);
    seal(s);
    return true;
}

static bool find_sources(struct session *s, const struct common_opts *o, struct err *e)
{
    if (s->depth >= SESSION_SOURCES)
        return true;
    s->chain.arch = s->capture->env.arch;
    if (!add_sources(s, o, e))
        return false;
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    char *before = mem_copy(objects, n * sizeof(*objects)); /* for the list grows meanwhile */
    chain_expect(&s->chain, (const struct object *const *)(void *)before, n);
    sources_split(&s->chain, s->timeline);
    objects = timeline_objects(s->timeline, &n);
    chain_expect(&s->chain, objects, n);
    free(before);
    s->resolver = resolver_new(&s->chain, objects, n, &cfi_reader);
    resolver_demangle(s->resolver, OBJECT_JIT, o->demangle);
    resolver_demangle(s->resolver, OBJECT_KERNEL, o->demangle_kernel ? o->demangle : NULL);
    resolver_demangle(s->resolver, OBJECT_MODULE, o->demangle_kernel ? o->demangle : NULL);
    s->depth = SESSION_SOURCES;
    return true;
}

/* Options of perf that are about records: without effect where there are none, refused where there are. */
static bool may_ignore(const struct session *s, const struct common_opts *o, FILE *err)
{
    bool may = true;
    for (size_t i = 0; i < o->nof_perf; i++) {
        if (o->of_perf[i]->kind != OPTION_OF_RECORDS)
            continue;
        bool matters = s->capture->counts[record_kind_of((uint32_t)o->of_perf[i]->value)];
        absent_option_show(o->of_perf[i], o->command, matters, err);
        may = may && !matters;
    }
    return may;
}

static void show_error(const struct session *s, const struct err *e, FILE *err)
{
    fprintf(err, "perfolio: %s%s%s\n", s->of ? s->of : "", s->of ? ": " : "", e->msg);
}

static bool deepen(struct session *s, const struct common_opts *o, enum session_depth depth, bool begins,
                   FILE *err)
{
    struct err e = { 0 };
    bool ok = (depth < SESSION_WALK || walk(s, &e)) && (depth < SESSION_SOURCES || find_sources(s, o, &e));
    if (!ok)
        show_error(s, &e, err);
    else if (depth >= SESSION_RESOLVE)
        session_fit(s);
    return ok && (!begins || may_ignore(s, o, err));
}

bool session_deepen(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err)
{
    return deepen(s, o, depth, depth >= SESSION_WALK && s->depth < SESSION_WALK, err);
}

static void begin_timeline(struct session *s, const struct common_opts *o)
{
    s->timeline = timeline_new(&s->problems);
    if (o->counts_running || (o->counts_running_of && o->counts_running_of(s->capture)))
        timeline_count_running(s->timeline);
    for (size_t i = 0; i < s->capture->env.nbuild_ids; i++)
        timeline_add_build_id(s->timeline, &s->capture->env.build_ids[i]);
}

/* Whether work that walked the capture along with it holds; if not, the capture is as if it had not been walked. */
static bool end_along(struct session *s, const struct common_opts *o, bool holds)
{
    if (!s->capture->ops->end_along(s->capture)) {
        timeline_free(s->timeline);
        begin_timeline(s, o);
        return false;
    }
    seal(s);
    return holds;
}

bool session_once(struct session *s, const struct common_opts *o, const struct session_work *how, FILE *err,
                  struct err *e)
{
    const bool begins = s->depth < SESSION_WALK;
    bool done = false, holds = true;
    if (how->may && begins &&
        s->capture->ops->walk_along(s->capture, &(struct visitor){ .visit = add, .arg = s->timeline })) {
        if (how->threads_only)
            timeline_threads_only(s->timeline);
        done = how->work(how->arg, &holds, e);
        done = end_along(s, o, holds) && done;
        if (!done)
            how->forget(how->arg);
        *e = (struct err){ 0 };
    }
    return deepen(s, o, how->depth, begins, err) && (done || how->work(how->arg, &holds, e));
}

static struct capture *open_in_folio(struct session *s, const char *which, struct err *e)
{
    int64_t number = folio_find_capture(s->folio, which, e);
    if (number < 0)
        return NULL;
    s->number = (uint32_t)number;
    return folio_open_capture(s->folio, s->number, true, e);
}

static struct capture *open_capture(struct session *s, const struct common_opts *o, struct err *e)
{
    struct input *in = o->opened ? o->opened : &s->input;
    if (!o->opened)
        input_open(in, o->input, e);
    if (in->wrong.kind != ERR_NONE)
        return *e = in->wrong, NULL;
    s->folio = in->folio;
    s->unwrapped = &in->unwrapped;
    if (s->folio)
        return open_in_folio(s, o->capture, e);
    if (o->capture) {
        err_set(e, ERR_USAGE, 0, "%s is no folio, of which --capture could choose one", o->input);
        return NULL;
    }
    if (!in->has_file)
        return perfdata_open(o->input, in->fault, e);
    in->has_file = false;
    return perfdata_open_files(o->input, false, &in->file, (const char *[]){ "" }, 1,
                               (struct span){ NULL, 0 }, e);
}

/* Pipes of perf before 4.14 name no events; the tracing data name tracepoints by their ids (perf,
 * evlist__prepare_tracepoint_events()). */
static void name_tracepoints(struct session *s)
{
    const struct events *es = &s->capture->events;
    struct text name = { 0 };
    for (uint32_t i = 0; i < es->n; i++) {
        const struct attr *a = &es->v[i].attr;
        if (a->type != PERF_TYPE_TRACEPOINT || es->v[i].is_named || !session_traces(s))
            continue;
        const struct trace_event *event = tracepoint_reader.event(s->traces, a->config);
        if (!event)
            continue;
        name.n = 0;
        text_printf(&name, "%s:%s", event->system, event->name);
        perfdata_name_event(s->capture, i, name.s);
    }
    text_free(&name);
}

bool session_open(struct session *s, const struct common_opts *o, enum session_depth depth, FILE *err)
{
    struct err e = { 0 };
    *s = (struct session){ .demangle = o->demangle };
    chain_init(&s->chain, readers);
    if (o->captures) {
        o->captures->began = true;
        s->of = turn_name(o->captures);
        s->turns = o->captures;
    }
    s->capture = open_capture(s, o, &e);
    if (!s->capture) {
        show_error(s, &e, err);
        session_close(s);
        return false;
    }
    if (capture_bytes(s->capture) >= MUCH)
        mem_expect_much();
    begin_timeline(s, o);
    if (s->capture->is_pipe && depth < SESSION_WALK)
        depth = SESSION_WALK;
    if (!session_deepen(s, o, depth, err)) {
        session_close(s);
        return false;
    }
    name_tracepoints(s);
    if (s->of)
        turn_show(o->captures, s->of);
    return true;
}

const char *session_capture_name(const struct session *s)
{
    const char *base = s->unwrapped->name ? s->unwrapped->name : text_base_name(s->capture->path);
    return s->folio ? s->folio->captures[s->number].name : *base ? base : s->capture->path;
}

struct place session_kernel_place(const struct session *s, uint64_t avma)
{
    const struct space *kernel = timeline_kernel(s->timeline, -1);
    const struct when last = WHEN_NEVER;
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
    const char *description;
    return uapi_error(s->capture->env.arch, number, &description);
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
        struct err ignored = { 0 };
        s->traces = how.reader->open(how.data, &how.names, &ignored);
        s->traces_asked = true;
    }
    return s->traces;
}

struct replay session_replay(struct session *s, struct address_cache *addresses, const struct filter *f)
{
    address_cache_init(addresses, s->timeline, s->resolver);
    addresses->names_by_then = true;
    return (struct replay){ .capture = s->capture,
                            .reader = &tracepoint_reader,
                            .traces = session_traces(s),
                            .addresses = addresses,
                            .filter = f };
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
    free(s->of);
    if (s->capture)
        s->capture->ops->close(s->capture);
    input_close(&s->input);
    *s = (struct session){ 0 };
}

/* Whether there are tracepoints that no tracing data describe: those are written last. */
static bool has_unknown_tracepoints(struct session *s)
{
    const struct events *es = &s->capture->events;
    uint32_t i = 0;
    while (i < es->n && es->v[i].attr.type != PERF_TYPE_TRACEPOINT)
        i++;
    return i < es->n && !session_traces(s);
}

void session_failed(struct session *s, const struct err *e, FILE *err)
{
    if (s->turns && e->kind == ERR_USAGE && !has_unknown_tracepoints(s)) {
        turn_failed(s->turns, s->of, e->msg);
        return;
    }
    fprintf(err, "perfolio: %s: %s\n", session_name(s), e->msg);
    if (has_unknown_tracepoints(s))
        fprintf(err,
                "perfolio: %s: it has tracepoints, and no tracing data to tell which: it was cut off, or its "
                "recorder did not finish it\n",
                session_name(s));
}
