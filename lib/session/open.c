/* Opens sessions: chooses the reader of a capture, and deepens a session step by step. */
#include <stdlib.h>
#include <string.h>

#include "archive/folio/folio.h"
#include "archive/source/sources.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"
#include "formats/elf/unwind/cfi.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/jitdump.h"
#include "formats/perf/open.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"
#include "formats/tracepoint/tracepoint.h"
#include "lib/session/off_cpu.h"

static const struct symbol_reader *const readers[] = { &elf_reader, &kallsyms_reader, &jitdump_reader,
                                                       &perf_map_reader, NULL };

static void session_open_add(void *arg, const struct record *r)
{
    timeline_add(arg, r);
}

static void seal(struct session *s)
{
    timeline_seal(s->timeline);
    timeline_set_kernel_layouts(s->timeline, &s->capture->env);
    s->depth = SESSION_WALK;
}

static bool session_open_walk(struct session *s, struct err *e)
{
    if (s->depth >= SESSION_WALK)
        return true;
    if (!s->capture->ops->walk(s->capture,
                               &(struct visitor){ session_open_add, s->timeline, &timeline_hands }, e))
        return err_prefix(e, "%s", s->capture->path);
    seal(s);
    return true;
}

static bool find_sources(struct session *s, struct err *e)
{
    if (s->depth >= SESSION_SOURCES)
        return true;
    s->sources.arch = s->capture->env.arch;
    if (!session_add_sources(s, e))
        return false;
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    /* a copy, since the list of objects grows meanwhile */
    char *before = mem_copy(objects, n * sizeof(*objects));
    source_list_announce_objects(&s->sources, (const struct object *const *)(void *)before, n);
    sources_split_containers(&s->sources, s->timeline);
    objects = timeline_objects(s->timeline, &n);
    source_list_announce_objects(&s->sources, objects, n);
    free(before);
    s->resolver = resolver_new(&s->sources, objects, n, &cfi_reader);
    resolver_set_demangler(s->resolver, OBJECT_JIT, s->o.demangle);
    resolver_set_demangler(s->resolver, OBJECT_KERNEL, s->o.demangle_kernel ? s->o.demangle : NULL);
    resolver_set_demangler(s->resolver, OBJECT_MODULE, s->o.demangle_kernel ? s->o.demangle : NULL);
    s->depth = SESSION_SOURCES;
    return true;
}

static void begin_timeline(struct session *s)
{
    s->timeline = timeline_new(&s->problems);
    if (s->counts_running)
        timeline_track_running(s->timeline);
    for (size_t i = 0; i < s->capture->env.nbuild_ids; i++)
        timeline_add_build_id(s->timeline, &s->capture->env.build_ids[i]);
}

/* Ends a walk during which other work was done. `holds`: the result of the work is valid; if not, the capture is reset
   as if it had not been walked. */
static bool end_along(struct session *s, bool holds)
{
    if (!s->capture->ops->end_along(s->capture)) {
        timeline_free(s->timeline);
        begin_timeline(s);
        return false;
    }
    seal(s);
    return holds;
}

bool session_work_while_walking(struct session *s, const struct session_work *how)
{
    const struct visitor v = { .visit = session_open_add, .arg = s->timeline };
    struct err ignored = { 0 }; /* the error occurs again later */
    bool holds = true;
    if (!how->may || s->depth >= SESSION_WALK || !s->capture->ops->walk_along(s->capture, &v))
        return false;
    if (how->threads_only)
        timeline_skip_mappings(s->timeline);
    bool done = how->work(how->arg, &holds, &ignored);
    done = end_along(s, holds) && done;
    if (!done)
        how->forget(how->arg);
    return done;
}

static struct capture *open_in_folio(struct session *s, const char *which, struct err *e)
{
    int64_t number = folio_find_capture(s->folio, which, e);
    if (number < 0)
        return NULL;
    s->number = (uint32_t)number;
    struct capture *c = folio_open_capture(s->folio, s->number, true, e);
    if (!c || perfdata_check_unpacked(c, s->o.max_unpacked, e))
        return c;
    c->ops->close(c);
    return NULL;
}

static struct capture *open_capture(struct session *s, struct err *e)
{
    const struct session_opts *o = &s->o;
    struct input *in = o->opened ? o->opened : &s->input;
    if (!o->opened && o->like)
        input_reopen(in, o->like, e);
    else if (!o->opened)
        input_open(in, o->path, o->around.temporary, e);
    if (in->wrong.kind != ERR_NONE)
        return *e = in->wrong, NULL;
    s->folio = in->folio;
    s->unwrapped = &in->unwrapped;
    if (s->folio)
        return open_in_folio(s, o->capture, e);
    if (o->capture) {
        err_set(e, ERR_USAGE, 0, "%s is not a folio: --capture chooses a capture of a folio", o->path);
        return NULL;
    }
    if (!in->has_file)
        return perfdata_open(o->path, in->fault, e);
    struct capture *c = perfdata_open_files(o->path, false, &in->file, (const char *[]){ "" }, 1,
                                            (struct span){ NULL, 0 }, e);
    in->has_file = false;
    return c;
}

/* Names the tracepoints of pipes of perf before 4.14, which have no names of events. The tracing data name
   tracepoints by their ids (perf, evlist__prepare_tracepoint_events()). */
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

bool session_open(struct session *s, const struct session_opts *o, struct err *e)
{
    *s = (struct session){ .o = *o };
    source_list_init(&s->sources, readers);
    s->sources.temporary = s->o.around.temporary;
    s->sources.keep_losers = s->o.keep_losers;
    s->capture = open_capture(s, e);
    if (!s->capture) {
        session_close(s);
        return false;
    }
    s->capture->watch = s->o.watch;
    s->capture->threads = s->o.threads;
    s->capture->max_unpacked = s->o.max_unpacked;
    begin_timeline(s);
    return true;
}

void session_track_running(struct session *s)
{
    s->counts_running = true;
    timeline_track_running(s->timeline);
}

bool session_deepen(struct session *s, enum session_depth depth, struct err *e)
{
    const bool begins = s->depth == SESSION_OPEN;
    if (depth == SESSION_OPEN)
        return true;
    if (depth >= SESSION_WALK || s->capture->is_pipe) {
        if (!session_open_walk(s, e))
            return false;
    } else if (begins) {
        s->depth = SESSION_HEADER;
    }
    if (depth >= SESSION_SOURCES && !find_sources(s, e))
        return false;
    if (depth >= SESSION_RESOLVE)
        session_fit_timeline(s);
    if (begins)
        name_tracepoints(s);
    return true;
}

const char *session_capture_name(const struct session *s)
{
    const char *base = s->unwrapped->name;
    if (!base)
        base = text_base_name(s->capture->path);
    if (s->folio)
        return s->folio->captures[s->number].name;
    if (*base)
        return base;
    return s->capture->path;
}

void session_close(struct session *s)
{
    session_drop_waits(s);
    session_release_waits(s->kept_waits);
    session_samples_release(s->samples);
    if (s->traces)
        tracepoint_reader.close(s->traces);
    if (s->resolver)
        resolver_free(s->resolver);
    source_list_free(&s->sources);
    timeline_free(s->timeline);
    free(s->hot);
    if (s->capture)
        s->capture->ops->close(s->capture);
    input_close(&s->input);
    *s = (struct session){ 0 };
}
