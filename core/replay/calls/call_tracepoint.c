/* Tracepoints other than those of system calls. They are shown between calls, as in perf (builtin-trace.c,
   trace__fprintf_tp_fields()). */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/replay/calls/calls.h"
#include "core/replay/calls/syscall_show.h"

static void call_tracepoint_read_fields(struct call_tracepoint *p, const struct trace_event *ev)
{
    p->event = ev;
    p->fields = mem_new(ev->n, sizeof(*p->fields));
    for (size_t i = 0; i < ev->n; i++) {
        const struct trace_field *f = &ev->fields[i];
        if (trace_field_is_common(f))
            continue;
        struct call_field *to = &p->fields[p->n++];
        to->field = f;
        to->kind.nargs = 1;
        to->kind.args[0] = (struct call_arg){ .type = f->type, .name = f->name };
        to->kind.args[0].shape = syscall_shape_of("", 0, f->type, f->name);
    }
}

const struct call_tracepoint *call_tracepoint(struct calls *c, const struct event *ev)
{
    const struct events *events = &c->replay.capture->events;
    if (!c->tracepoints)
        c->tracepoints = mem_new(events->n, sizeof(*c->tracepoints));
    struct call_tracepoint *p = &c->tracepoints[ev - events->v];
    bool is_tracepoint = ev->attr.type == PERF_TYPE_TRACEPOINT && ev->attr.sample_type & PERF_SAMPLE_RAW;
    const bool is_wanted = !p->asked && is_tracepoint && c->replay.traces && c->listens(c->arg, ev);
    p->asked = true;
    if (!is_wanted)
        return p;
    const struct trace_event *known = c->replay.reader->event(c->replay.traces, ev->attr.config);
    if (!known)
        return p;
    uint32_t *first = idmap_find_or_add(&c->fields_of, ev->attr.config);
    if (*first) { /* an earlier event has the same tracepoint: share its fields */
        *p = c->tracepoints[*first - 1];
        p->borrowed = true;
    } else {
        call_tracepoint_read_fields(p, known);
        *first = (uint32_t)(ev - events->v) + 1;
    }
    return p;
}

static bool is_characters(const struct trace_field *f)
{
    return f->text || (f->array && strstr(f->type, "char"));
}

bool call_tracepoint_show(struct calls *c, const struct call_tracepoint *p, const struct sample *s, size_t i,
                          struct text *out)
{
    const struct call_field *f = &p->fields[i];
    struct span bytes = trace_bytes(p->event, f->field, s->raw);
    if (is_characters(f->field)) {
        const struct span text = span_text(bytes);
        text_add(out, "\"");
        text_add_clean_n(out, (const char *)text.p, text.n);
        text_add(out, "\"");
        return true;
    }
    if (f->field->array) {
        text_add_hex_bytes(out, bytes.p, bytes.n);
        return bytes.n > 0;
    }
    struct call_line line = { .kinds = &c->kinds, .kind = &f->kind, .when = s->when };
    line.v[0] = (uint64_t)trace_number(p->event, f->field, s->raw);
    syscall_show_arg(&line, 0, out);
    return line.v[0] != 0;
}
