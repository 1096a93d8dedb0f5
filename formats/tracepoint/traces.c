/*
 * Tracing data through libtraceevent. The library's warnings stay unsaid, its plugins unloaded: what is
 * printed is a function of the capture.
 */
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-seq.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "formats/tracepoint/container.h"
#include "formats/tracepoint/eventheader.h"
#include "formats/tracepoint/functions.h"
#include "formats/tracepoint/grammar.h"
#include "formats/tracepoint/guard.h"
#include "formats/tracepoint/recipe.h"
#include "formats/tracepoint/tracepoint.h"

/* One tracepoint, once it was asked for: it has a handle of the library for itself, so that a record is never
   taken for one of another event, whatever it says. */
struct trace {
    uint64_t id;
    struct tep_handle *tep;
    struct tep_event *event; /* NULL: there is no format of it, or none that can be used */
    struct guard guard;
    struct recipe *recipe;    /* NULL: the library prints it */
    bool describes_itself;    /* eventheader_is() */
    struct trace_event known; /* the same for who reads fields */
};

struct traces {
    struct trace_container c;
    struct trace_names names;
    unsigned long_size; /* the kernel's, in bytes */
    struct trace **v;
    size_t n, cap;
    struct idmap by_id; /* to the index in v, + 1 */
    uint64_t *buffer;   /* GUARD_BUFFER bytes: a record, and zeros behind it */
    size_t used;        /* bytes of it that are not zero any more */
    struct trace_seq line;
    struct text fields;
};

/* The library's callback: the symbol of *avma, which becomes the address where that begins. */
static char *name_kernel(void *arg, unsigned long long *avma, char **module)
{
    const struct traces *t = arg;
    union { /* it wants text that it could write to, and does not */
        const char *c;
        char *v;
    } name, in = { NULL };
    uint64_t start = *avma;
    name.c = t->names.at ? t->names.at(t->names.arg, *avma, &start, &in.c) : NULL;
    *module = in.v;
    if (name.c)
        *avma = start;
    return name.v;
}

/* The kernel's long is as large as `commit` in the head of its pages; perf's may be smaller. */
static unsigned kernel_long(const struct trace_container *c)
{
    struct tep_handle *tep = tep_alloc();
    char *page = mem_copy(c->header_page.p, c->header_page.n);
    tep_set_file_bigendian(tep, c->order == ORDER_BIG ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
    int size = 0;
    if (c->header_page.n && !tep_parse_header_page(tep, page, c->header_page.n, c->long_size))
        size = tep_get_header_page_size(tep);
    free(page);
    tep_free(tep);
    return size == 4 || size == 8 ? (unsigned)size : c->long_size;
}

static struct traces *open_traces(struct span data, const struct trace_names *names, struct err *e)
{
    struct traces *t = mem_new(1, sizeof(*t));
    if (!container_read(&t->c, data, e)) {
        free(t);
        return NULL;
    }
    tep_set_loglevel(TEP_LOG_NONE);
    t->names = names ? *names : (struct trace_names){ 0 };
    t->long_size = kernel_long(&t->c);
    t->buffer = mem_new(GUARD_BUFFER / sizeof(*t->buffer), sizeof(*t->buffer));
    trace_seq_init(&t->line);
    return t;
}

/* The text of a format, as a machine of any word size has to read it: where a long has 32 bits, %ld prints an
   int. Without its print format when that is not what it should be. NULL: none of it is. */
static char *portable(const struct traces *t, struct span text, size_t *n)
{
    size_t print;
    bool printable, in_text = false;
    if (!grammar_check(text, &print, &printable))
        return NULL;
    char *s = mem_copy(text.p, text.n), *to = s + print, *end = s + text.n;
    for (const char *p = to; printable && p < end; p++) {
        in_text = in_text != (*p == '"' && p[-1] != '\\');
        *to++ = *p;
        if (t->long_size != 4 || !in_text || *p != '%')
            continue;
        while (p[1] && strchr("-+ #0123456789.*", p[1]))
            *to++ = *++p;
        if (p[1] == 'l' && p[2] == 'l')
            for (int i = 0; i < 2; i++)
                *to++ = *++p;
        else if (p[1] == 'l')
            p++;
    }
    *n = (size_t)(to - s);
    if (!printable) {
        static const char nothing[] = " \"\"\n";
        s = mem_resize(s, print + sizeof(nothing), 1);
        memcpy(s + print, nothing, sizeof(nothing));
        *n = print + sizeof(nothing) - 1;
    }
    return s;
}

/* The kernel's strings that fields point at. The library looks them up by the pointer as this machine reads
 * it.
 */
static void add_strings(const struct traces *t, struct tep_handle *tep, struct span printk)
{
    bool foreign = (t->c.order == ORDER_BIG) != tep_is_bigendian();
    char *text = mem_copy(printk.p, printk.n), *next;
    for (char *line = text; *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] != 0);
        line[n] = 0;
        char *end;
        uint64_t avma = strtoull(line, &end, 16);
        if (foreign)
            avma = __builtin_bswap64(avma) >> (64 - 8 * t->long_size);
        if (end == line || strncmp(end, " : ", 3) != 0)
            continue;
        end += end[3] == '"' ? 4 : 3;
        if (strlen(end) >= 3) /* the library looks at so many from the end */
            tep_register_print_string(tep, end, avma);
    }
    free(text);
}

static size_t count_fields(const struct tep_format_field *f)
{
    size_t n = 0;
    for (; f; f = f->next)
        n++;
    return n;
}

static struct trace_field *add_fields(struct trace_field *to, const struct tep_format_field *f)
{
    for (; f; f = f->next)
        *to++ = (struct trace_field){
            .name = f->name,
            .type = f->type,
            .offset = (uint32_t)f->offset,
            .size = (uint32_t)f->size,
            .element = f->flags & TEP_FIELD_IS_ARRAY ? (uint32_t)f->elementsize : 0,
            .array = f->flags & TEP_FIELD_IS_ARRAY,
            .text = f->flags & TEP_FIELD_IS_STRING,
            .dynamic = f->flags & TEP_FIELD_IS_DYNAMIC,
            .relative = f->flags & TEP_FIELD_IS_RELATIVE,
            .negative = f->flags & TEP_FIELD_IS_SIGNED,
            .hex = f->flags & TEP_FIELD_IS_POINTER ||
                   (f->flags & TEP_FIELD_IS_LONG && (!(f->flags & TEP_FIELD_IS_SIGNED) || f->size == 4)),
        };
    return to;
}

/* The same tracepoint for who reads fields. */
static void know(struct trace *k, enum byte_order order)
{
    const struct tep_format *f = &k->event->format;
    size_t n = count_fields(f->common_fields) + count_fields(f->fields);
    struct trace_field *fields = mem_new(n, sizeof(*fields));
    add_fields(add_fields(fields, f->common_fields), f->fields);
    k->known = (struct trace_event){
        .system = k->event->system, .name = k->event->name, .fields = fields, .n = n, .order = order
    };
    k->describes_itself = eventheader_is(&k->known);
}

/* Whether there is nothing to print, as of sys_enter_getpid: the format as recorded ends so, not only what
   portable() made of a damaged one. */
static bool prints_nothing(const struct tep_event *ev, struct span format)
{
    static const char end[] = "\nprint fmt: \"\"\n";
    const size_t n = sizeof(end) - 1;
    return ev->print_fmt.format && format.n > n && !memcmp(format.p + format.n - n, end, n);
}

static void open_trace(struct traces *t, struct trace *k, const struct trace_format *f)
{
    size_t n;
    char *text = portable(t, f->text, &n);
    if (!text)
        return;
    k->tep = tep_alloc();
    tep_set_flag(k->tep, TEP_NSEC_OUTPUT);
    tep_set_file_bigendian(k->tep, t->c.order == ORDER_BIG ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
    tep_set_local_bigendian(k->tep, tep_is_bigendian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
    tep_set_long_size(k->tep, (int)t->long_size);
    tep_set_page_size(k->tep, (int)t->c.page_size);
    tep_set_function_resolver(k->tep, name_kernel, t);
    functions_register(k->tep);
    tep_parse_event(k->tep, text, n, f->system);
    struct tep_event *ev = tep_find_event(k->tep, (int)k->id);
    if (ev && guard_event(&k->guard, ev)) {
        add_strings(t, k->tep, t->c.printk);
        k->event = ev;
        know(k, t->c.order);
        if (k->guard.pretty || prints_nothing(ev, f->text))
            k->recipe = recipe_make(ev, t->long_size, t->c.order);
    }
    free(text);
}

static struct trace *trace_of(struct traces *t, uint64_t id)
{
    uint32_t *at = idmap_at(&t->by_id, id);
    if (*at)
        return t->v[*at - 1];
    t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
    struct trace *k = t->v[t->n++] = mem_new(1, sizeof(*k));
    k->id = id;
    *at = (uint32_t)t->n;
    for (size_t i = 0; i < t->c.nformats; i++)
        if (t->c.formats[i].id == id) {
            open_trace(t, k, &t->c.formats[i]);
            break;
        }
    return k;
}

static const struct trace_event *event_of(struct traces *t, uint64_t id)
{
    const struct trace *k = trace_of(t, id);
    return k->event ? &k->known : NULL;
}

static bool print_by_library(struct traces *t, uint64_t id, uint32_t cpu, struct span raw, struct text *out)
{
    struct trace *k = trace_of(t, id);
    if (!k->event || raw.n < k->guard.needs || raw.n > GUARD_RECORD)
        return false;
    uint8_t *data = (uint8_t *)t->buffer;
    memcpy(data, raw.p, raw.n);
    if (t->used > raw.n)
        memset(data + raw.n, 0, t->used - raw.n);
    t->used = raw.n;
    struct tep_record record = { .cpu = (int)cpu, .size = (int)raw.n, .data = data };
    trace_seq_reset(&t->line);
    if (guard_record(&k->guard, data)) {
        tep_print_event(k->tep, &t->line, &record, "%s", TEP_PRINT_INFO);
        trace_seq_terminate(&t->line);
        text_add_clean(out, t->line.buffer);
    } else { /* as the library does it where it fails itself */
        t->fields.n = 0;
        trace_fields_text(event_of(t, id), raw, &t->fields);
        text_add(out, "[FAILED TO PARSE]");
        text_add_clean(out, t->fields.s);
    }
    return true;
}

static bool print(struct traces *t, uint64_t id, uint32_t cpu, struct span raw, struct text *out)
{
    const struct trace *k = trace_of(t, id);
    bool usable = k->event && k->recipe && raw.n >= k->guard.needs;
    bool ok = (usable && recipe_print(k->recipe, raw, &t->names, out)) ||
              print_by_library(t, id, cpu, raw, out);
    text_add(out, NULL); /* what prints nothing prints a text, too */
    if (ok && k->describes_itself && !eventheader_print(&k->known, raw, &t->names, out))
        text_add(out, " [FAILED TO PARSE]");
    return ok;
}

static bool show(struct traces *t, uint64_t id, struct span raw, const struct trace_sink *sink)
{
    const struct trace_event *ev = event_of(t, id);
    if (!ev || raw.n < trace_of(t, id)->guard.needs)
        return false;
    sink->open(sink->arg, "fields", false);
    trace_fields_show(ev, raw, sink);
    sink->close(sink->arg);
    if (!eventheader_is(ev))
        return true;
    sink->open(sink->arg, "eventheader", false);
    bool ok = eventheader_show(ev, raw, &t->names, sink);
    sink->close(sink->arg);
    return ok;
}

static uint32_t page_size(const struct traces *t)
{
    return t->c.page_size;
}

static void free_trace(struct trace *k)
{
    union { /* it is ours, and const for who reads it */
        const struct trace_field *c;
        struct trace_field *v;
    } fields = { k->known.fields };
    free(fields.v);
    recipe_free(k->recipe);
    if (k->tep)
        tep_free(k->tep);
    free(k);
}

static void close_traces(struct traces *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->n; i++)
        free_trace(t->v[i]);
    free(t->v);
    idmap_free(&t->by_id);
    free(t->buffer);
    trace_seq_destroy(&t->line);
    text_free(&t->fields);
    container_free(&t->c);
    free(t);
}

const struct trace_reader tracepoint_reader = {
    .open = open_traces,
    .print = print,
    .event = event_of,
    .page_size = page_size,
    .show = show,
    .close = close_traces,
};

const struct trace_reader tracepoint_library_reader = {
    .open = open_traces, .print = print_by_library, .event = event_of, .close = close_traces
};
