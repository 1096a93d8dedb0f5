/* The capture's tracing data, which describe tracepoints, and the names of the recorded machine that they
   need. */
#include "arch/uapi.h"
#include "core/profile/keys/trace_values.h"
#include "core/replay/replay.h"
#include "formats/perf/features/feature.h"
#include "formats/tracepoint/tracepoint.h"
#include "lib/session/session.h"

struct place session_kernel_place(const struct session *s, uint64_t avma)
{
    const struct space *kernel = timeline_kernel_space(s->timeline, -1);
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
    if (p.object->kind == OBJECT_MODULE)
        *module = p.object->name;
    else
        *module = NULL;
    return p.symbol->name;
}

/* The name of an error number on the recorded machine. */
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

bool session_lacks_tracing_data(struct session *s)
{
    const struct events *es = &s->capture->events;
    uint32_t i = 0;
    while (i < es->n && es->v[i].attr.type != PERF_TYPE_TRACEPOINT)
        i++;
    return i < es->n && !session_traces(s);
}
