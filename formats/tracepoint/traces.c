/* Tracing data: finds a tracepoint's format by its id, reads it when it is needed first, and prints
   records. The output depends only on the capture. */
#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "formats/tracepoint/read/container.h"
#include "formats/tracepoint/format.h"
#include "formats/tracepoint/tracepoint.h"

/* A tracepoint that was looked up. */
struct trace {
    bool known;            /* its format was found and could be read */
    bool describes_itself; /* eventheader_recognise() */
    struct trace_event event;
    size_t needs;                     /* number of bytes up to the end of its last field */
    const struct print_format *print; /* NULL: samples are printed as their fields */
};

struct traces {
    struct trace_container c;
    struct trace_names names;
    unsigned long_size; /* size of the kernel's long, in bytes */
    struct arena arena; /* owns the data of the formats that were read */
    struct trace **v;
    size_t n, cap;
    struct idmap by_id; /* id -> index in v, + 1 */
};

static struct traces *open_traces(struct span data, const struct trace_names *names, struct err *e)
{
    struct traces *t = mem_new(1, sizeof(*t));
    if (!container_read(&t->c, data, e)) {
        free(t);
        return NULL;
    }
    if (names)
        t->names = *names;
    t->long_size = format_long(t->c.header_page);
    if (!t->long_size)
        t->long_size = t->c.long_size; /* the size of the recording perf's long, which may be smaller */
    return t;
}

static void open_trace(struct traces *t, struct trace *k, const struct trace_format *f)
{
    struct span print;
    if (!format_read(f->text, t->long_size, &t->arena, &k->event, &print))
        return;
    k->event.system = f->system;
    k->event.order = t->c.order;
    for (size_t i = 0; i < k->event.n; i++) {
        size_t end = (size_t)k->event.fields[i].offset + k->event.fields[i].size;
        if (end > k->needs)
            k->needs = end;
    }
    k->known = true;
    k->describes_itself = eventheader_recognise(&k->event);
    k->print = print_format_read(print, &k->event, t->long_size, &t->arena);
}

static const struct trace *trace_of(struct traces *t, uint64_t id)
{
    uint32_t *at = idmap_find_or_add(&t->by_id, id);
    if (*at)
        return t->v[*at - 1];
    t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
    struct trace *k = t->v[t->n++] = arena_new(&t->arena, sizeof(*k));
    *at = (uint32_t)t->n;
    for (size_t i = 0; i < t->c.nformats; i++)
        if (t->c.formats[i].id == id) {
            open_trace(t, k, &t->c.formats[i]);
            break;
        }
    return k;
}

static const struct trace_event *tracepoint_traces_event_of(struct traces *t, uint64_t id)
{
    const struct trace *k = trace_of(t, id);
    if (k->known)
        return &k->event;
    return NULL;
}

static void print_fields(const struct trace_event *event, struct span raw, struct text *out)
{
    struct text fields = { 0 };
    trace_fields_text(event, raw, &fields);
    text_add(out, "[FAILED TO PARSE]");
    text_add_clean_n(out, text_str(&fields), fields.n);
    text_free(&fields);
}

static bool print(struct traces *t, uint64_t id, struct span raw, struct text *out)
{
    const struct trace *k = trace_of(t, id);
    struct expr_record r = { .raw = raw,
                             .order = t->c.order,
                             .long_size = t->long_size,
                             .names = &t->names,
                             .container = &t->c,
                             .most = trace_text_most(raw.n) };
    if (!k->known || raw.n < k->needs)
        return false;
    if (!k->print || !print_format_text(k->print, &r, out))
        print_fields(&k->event, raw, out);
    text_add(out, NULL); /* so that `out` becomes a string even if nothing is printed */
    if (k->describes_itself && !eventheader_print(&k->event, raw, &t->names, out))
        text_add(out, " [FAILED TO PARSE]");
    return true;
}

static bool tracepoint_traces_show(struct traces *t, uint64_t id, struct span raw,
                                   const struct value_sink *sink)
{
    const struct trace *k = trace_of(t, id);
    if (!k->known || raw.n < k->needs)
        return false;
    sink->open(sink->arg, "fields", false);
    const bool all = trace_fields_show(&k->event, raw, sink);
    sink->close(sink->arg);
    if (!k->describes_itself)
        return all;
    sink->open(sink->arg, "eventheader", false);
    const bool ok = eventheader_show(&k->event, raw, &t->names, sink);
    sink->close(sink->arg);
    return ok && all;
}

static uint32_t page_size(const struct traces *t)
{
    return t->c.page_size;
}

static void close_traces(struct traces *t)
{
    if (!t)
        return;
    free(t->v);
    idmap_free(&t->by_id);
    arena_free(&t->arena);
    container_free(&t->c);
    free(t);
}

static bool traces_are_whole(struct span data)
{
    struct trace_container c;
    struct err ignored = { 0 };
    const bool whole = container_read(&c, data, &ignored) && c.whole;
    container_free(&c);
    return whole;
}

const struct trace_reader tracepoint_reader = {
    .open = open_traces,
    .print = print,
    .event = tracepoint_traces_event_of,
    .page_size = page_size,
    .show = tracepoint_traces_show,
    .close = close_traces,
    .is_whole = traces_are_whole,
};
