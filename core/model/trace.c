/* Reads fields of tracepoints from the raw data of samples. */
#include "core/model/trace.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct trace_field *trace_field(const struct trace_event *ev, const char *name)
{
    for (size_t i = 0; i < ev->n; i++)
        if (!strcmp(ev->fields[i].name, name))
            return &ev->fields[i];
    return NULL;
}

static struct span part(struct span raw, uint64_t offset, uint64_t size)
{
    if (offset > raw.n || size > raw.n - offset)
        return (struct span){ NULL, 0 };
    return (struct span){ raw.p + offset, (size_t)size };
}

int64_t trace_number(const struct trace_event *ev, const struct trace_field *f, struct span raw)
{
    if (f->array)
        return 0;
    return trace_number_of(ev, f, part(raw, f->offset, f->size));
}

int64_t trace_element(const struct trace_event *ev, const struct trace_field *f, struct span raw, size_t i)
{
    if (!f->element || i >= f->size / f->element)
        return 0;
    return trace_number_of(ev, f, part(raw, f->offset + (uint64_t)i * f->element, f->element));
}

struct span trace_bytes(const struct trace_event *ev, const struct trace_field *f, struct span raw)
{
    struct span s = part(raw, f->offset, f->size);
    if (f->dynamic) {
        uint64_t word = load_number(s, ev->order), from = f->relative ? f->offset + f->size : 0;
        s = part(raw, from + (word & 0xffff), word >> 16 & 0xffff);
    }
    const uint8_t *end = f->text && s.n ? memchr(s.p, 0, s.n) : NULL;
    if (end)
        s.n = (size_t)(end - s.p);
    return s;
}

/* Whether all characters are printable or blanks. */
static bool is_printable(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!isprint(s.p[i]) && !isspace(s.p[i]))
            return false;
    return true;
}

static void array_text(struct span s, struct text *out)
{
    text_add(out, "ARRAY[");
    for (size_t i = 0; i < s.n; i++) {
        if (i)
            text_add(out, ", ");
        text_printf(out, "%02x", s.p[i]);
    }
    text_add(out, "]");
}

void trace_field_text(const struct trace_event *ev, const struct trace_field *f, struct span raw,
                      struct text *out)
{
    struct span s = trace_bytes(ev, f, raw);
    int64_t v = trace_number(ev, f, raw);
    if (f->array && f->text && is_printable(s))
        text_add_n(out, (const char *)s.p, s.n);
    else if (f->array)
        array_text(s, out);
    else if (f->hex)
        text_printf(out, "0x%" PRIx64, f->size == 4 ? (uint64_t)v & UINT32_MAX : (uint64_t)v);
    else if (f->negative)
        text_printf(out, f->size == 2 ? "%2" PRId64 : "%" PRId64, v);
    else
        text_printf(out, "%" PRIu64, (uint64_t)v);
}

bool trace_field_is_common(const struct trace_field *f)
{
    return !strncmp(f->name, "common_", strlen("common_"));
}

size_t trace_text_most(size_t n)
{
    enum { PAGE = 8192, ROOM = 16 };
    return PAGE + ROOM * n;
}

void trace_fields_text(const struct trace_event *ev, struct span raw, struct text *out)
{
    const size_t most = out->n + trace_text_most(raw.n);
    for (size_t i = 0; i < ev->n && out->n <= most; i++)
        if (!trace_field_is_common(&ev->fields[i])) {
            text_printf(out, " %s=", ev->fields[i].name);
            trace_field_text(ev, &ev->fields[i], raw, out);
        }
    if (out->n <= most)
        return;
    out->n = most;
    text_add(out, "...");
}

static bool is_number(uint32_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

/* Passes a number to `sink` in the form that the field's type requires. */
static void model_trace_show_number(const struct trace_field *f, const char *name, int64_t v, uint32_t size,
                                    const struct value_sink *sink)
{
    uint64_t all = (uint64_t)v;
    if (size < 8)
        all &= (UINT64_C(1) << 8 * size) - 1;
    if (f->negative)
        sink->put(sink->arg, name, value_signed(v));
    else if (f->hex)
        sink->put(sink->arg, name, value_hex(all));
    else
        sink->put(sink->arg, name, value_count(all));
}

static void show_bytes(const char *name, struct span s, bool hex, const struct value_sink *sink)
{
    struct text text = { 0 };
    if (hex)
        text_add_hex_bytes(&text, s.p, s.n);
    else
        text_add_n(&text, (const char *)s.p, s.n);
    sink->put(sink->arg, name, value_bytes(text_str(&text), text.n));
    text_free(&text);
}

static void trace_field_show(const struct trace_event *ev, const struct trace_field *f, struct span raw,
                             const struct value_sink *sink)
{
    struct span s = trace_bytes(ev, f, raw);
    if (!f->array && is_number(f->size)) {
        model_trace_show_number(f, f->name, trace_number(ev, f, raw), f->size, sink);
    } else if (!f->array || f->text || !is_number(f->element)) {
        show_bytes(f->name, s, !f->text, sink);
    } else {
        sink->open(sink->arg, f->name, true);
        for (; s.n >= f->element; s.p += f->element, s.n -= f->element)
            model_trace_show_number(f, NULL, trace_number_of(ev, f, (struct span){ s.p, f->element }),
                                    f->element, sink);
        sink->close(sink->arg);
    }
}

/* About as many characters as a field has when it is shown: a number has some eight, a byte two. */
static size_t shown_length(const struct trace_event *ev, const struct trace_field *f, struct span raw)
{
    enum { NUMBER = 8, DIGITS = 2 };
    const size_t name = strlen(f->name) + NUMBER, n = trace_bytes(ev, f, raw).n;
    if (f->array && !f->text && is_number(f->element))
        return name + n / f->element * NUMBER;
    return name + DIGITS * n;
}

bool trace_fields_show(const struct trace_event *ev, struct span raw, const struct value_sink *sink)
{
    size_t left = trace_text_most(raw.n);
    for (size_t i = 0; i < ev->n; i++) {
        const size_t n = shown_length(ev, &ev->fields[i], raw);
        if (n > left)
            return false;
        left -= n;
        trace_field_show(ev, &ev->fields[i], raw, sink);
    }
    return true;
}
