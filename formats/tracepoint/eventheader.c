#include "formats/tracepoint/format.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tracepoint/read/address.h"
#include "formats/tracepoint/read/header_value.h"

enum { FLAG_LITTLE_ENDIAN = 2, FLAG_EXTENSION = 4 };
enum { EXTENSION_CHAIN = 0x8000, EXTENSION_METADATA = 1, EXTENSION_ACTIVITY = 2 };
enum { ARRAY_CONSTANT = 0x20, ARRAY_VARIABLE = 0x40, CHAIN = 0x80, ENCODING = 0x1f, FORMAT = 0x7f };
enum { DEEPEST = 8 /* nesting of structs */, UUID = 16 };
enum { ROOM = 64 }; /* most characters to print per byte of the event: names are repeated in arrays */

/* The parts of an event. */
struct eventheader_header {
    struct cur data; /* after the head and its extensions */
    uint8_t flags, version, opcode, level;
    uint16_t id, tag;
    struct span metadata, activity;
};

struct eventheader_walk {
    struct cur meta, data;
    const struct trace_names *names;
    const struct value_sink *sink;
    struct text name, value;
    size_t room;
};

struct definition {
    const char *name;
    unsigned encoding, flags, format, count;
};

bool eventheader_recognise(const struct trace_event *ev)
{
    size_t i = 0;
    while (i < ev->n && trace_field_is_common(&ev->fields[i]))
        i++;
    return i < ev->n && !strcmp(ev->fields[i].name, "eventheader_flags");
}

static void read_extensions(struct eventheader_header *h, struct cur *c)
{
    for (unsigned kind = EXTENSION_CHAIN; kind & EXTENSION_CHAIN && !c->bad;) {
        unsigned size = cur_u16(c);
        kind = cur_u16(c);
        struct span data = cur_take(c, size);
        if ((kind & ~(unsigned)EXTENSION_CHAIN) == EXTENSION_METADATA)
            h->metadata = data;
        else if ((kind & ~(unsigned)EXTENSION_CHAIN) == EXTENSION_ACTIVITY)
            h->activity = data;
    }
}

static bool eventheader_read_header(const struct trace_event *ev, struct span raw,
                                    struct eventheader_header *h)
{
    const struct trace_field *flags = trace_field(ev, "eventheader_flags");
    struct cur c = cur_of(raw, ORDER_LITTLE);
    *h = (struct eventheader_header){ .flags = 0 };
    cur_take(&c, flags->offset);
    h->flags = cur_u8(&c);
    if (h->flags & FLAG_LITTLE_ENDIAN)
        c.order = ORDER_LITTLE;
    else
        c.order = ORDER_BIG;
    h->version = cur_u8(&c);
    h->id = cur_u16(&c);
    h->tag = cur_u16(&c);
    h->opcode = cur_u8(&c);
    h->level = cur_u8(&c);
    if (h->flags & FLAG_EXTENSION)
        read_extensions(h, &c);
    h->data = c;
    return !c.bad && h->metadata.n;
}

/* Copies a name without its attributes, ";key=value", into `out`. */
static const char *plain_name(const char *s, struct text *out)
{
    out->n = 0;
    text_add_n(out, s, strcspn(s, ";"));
    return out->s;
}

/* Charges n characters. False: the room is used up, and the walk ends. */
static bool spend(struct eventheader_walk *w, size_t n)
{
    w->data.bad = w->data.bad || n > w->room;
    if (!w->data.bad)
        w->room -= n;
    return !w->data.bad;
}

static struct definition take_definition(struct eventheader_walk *w)
{
    struct definition d = { .name = cur_cstr(&w->meta) };
    unsigned encoding = cur_u8(&w->meta);
    d.flags = encoding & ~(unsigned)ENCODING;
    d.encoding = encoding & ENCODING;
    if (encoding & CHAIN)
        d.format = cur_u8(&w->meta);
    if (d.format & CHAIN)
        cur_u16(&w->meta); /* a tag from the provider */
    d.format &= FORMAT;
    if (encoding & ARRAY_CONSTANT)
        d.count = cur_u16(&w->meta);
    w->data.bad = w->data.bad || w->meta.bad || (d.encoding == ENCODING_STRUCT && !d.format);
    return d;
}

static const char *eventheader_name_of(struct eventheader_walk *w, const char *name)
{
    if (name)
        return plain_name(name, &w->name);
    return NULL;
}

static size_t name_length(const char *name)
{
    if (name)
        return strlen(name);
    return 0;
}

static void eventheader_show_value(struct eventheader_walk *w, const struct definition *d, const char *name)
{
    struct span s = header_value_take(&w->data, d->encoding);
    if (w->data.bad)
        return;
    w->value.n = 0;
    const struct value v = header_value_decode(s, d->encoding, d->format, w->data.order, w->names, &w->value);
    if (!spend(w, name_length(name) + w->value.n + 1))
        return;
    if (w->sink->say)
        w->sink->say(w->sink->arg, w->value.s);
    w->sink->put(w->sink->arg, eventheader_name_of(w, name), v);
}

static void show_fields(struct eventheader_walk *w, unsigned n, unsigned depth);

/* Shows a value or a struct. The fields of a struct are defined next in the metadata. */
static void show_one(struct eventheader_walk *w, const struct definition *d, const char *name, unsigned depth)
{
    if (d->encoding != ENCODING_STRUCT) {
        eventheader_show_value(w, d, name);
        return;
    }
    if (depth == DEEPEST || !spend(w, name_length(name) + 1)) {
        w->data.bad = true;
        return;
    }
    w->sink->open(w->sink->arg, eventheader_name_of(w, name), false);
    show_fields(w, d->format, depth + 1);
    w->sink->close(w->sink->arg);
}

/* Skips the definitions of n fields, since an array without elements has no values for them. */
static void skip_fields(struct eventheader_walk *w, unsigned n)
{
    while (n && !w->data.bad) {
        struct definition d = take_definition(w);
        /* charged, since an outer array comes here again for each element */
        if (!spend(w, strlen(d.name) + 1))
            return;
        if (d.encoding == ENCODING_STRUCT)
            n += d.format;
        n--;
    }
}

static void show_array(struct eventheader_walk *w, const struct definition *d, unsigned depth)
{
    struct cur fields = w->meta;
    unsigned n = d->count;
    if (!(d->flags & ARRAY_CONSTANT))
        n = cur_u16(&w->data);
    if (!spend(w, strlen(d->name) + 1))
        return;
    w->sink->open(w->sink->arg, eventheader_name_of(w, d->name), true);
    for (unsigned i = 0; i < n && !w->data.bad; i++) {
        w->meta = fields;
        show_one(w, d, NULL, depth);
    }
    w->sink->close(w->sink->arg);
    if (!n && d->encoding == ENCODING_STRUCT)
        skip_fields(w, d->format);
}

static void show_fields(struct eventheader_walk *w, unsigned n, unsigned depth)
{
    assert(depth <= DEEPEST);
    for (; n && w->meta.left && !w->data.bad; n--) {
        struct definition d = take_definition(w);
        if (w->data.bad)
            return;
        if (d.flags & (ARRAY_CONSTANT | ARRAY_VARIABLE))
            show_array(w, &d, depth);
        else
            show_one(w, &d, d.name, depth);
    }
}

/* Reads a tracepoint's name, PROVIDER_LxKx...: returns the length of PROVIDER, up to the last "_L".
   *keyword receives the hexadecimal number after the "K". */
static size_t read_tracepoint(const char *name, uint64_t *keyword)
{
    const char *attributes = NULL, *k = NULL;
    for (const char *s = name; (s = strstr(s, "_L")); s++)
        attributes = s;
    if (attributes)
        k = strchr(attributes, 'K');
    *keyword = 0;
    if (!k)
        return strlen(name);
    *keyword = strtoull(k + 1, NULL, 16);
    return (size_t)(attributes - name);
}

static void put_text(const struct value_sink *sink, const char *name, struct text *t)
{
    sink->put(sink->arg, name, value_bytes(text_str(t), t->n));
    t->n = 0;
}

static void put_ids(const struct value_sink *sink, struct span activity, struct text *t)
{
    static const char *const names[] = { "activity", "related_activity" };
    for (size_t i = 0; i < 2 && activity.n >= (i + 1) * UUID; i++) {
        address_text("U", (struct span){ activity.p + i * UUID, UUID }, ORDER_BIG, t);
        put_text(sink, names[i], t);
    }
}

static void put_head(const struct trace_event *ev, const struct eventheader_header *h, const char *name,
                     const struct value_sink *sink)
{
    struct text t = { 0 };
    uint64_t keyword;
    text_add_n(&t, ev->name, read_tracepoint(ev->name, &keyword));
    text_add(&t, ":");
    text_add_n(&t, name, strcspn(name, ";"));
    put_text(sink, "name", &t);
    sink->put(sink->arg, "level", value_count(h->level));
    sink->put(sink->arg, "opcode", value_count(h->opcode));
    sink->put(sink->arg, "id", value_count(h->id));
    sink->put(sink->arg, "version", value_count(h->version));
    sink->put(sink->arg, "tag", value_count(h->tag));
    sink->put(sink->arg, "keyword", value_hex(keyword));
    put_ids(sink, h->activity, &t);
    text_free(&t);
}

bool eventheader_show(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                      const struct value_sink *sink)
{
    struct eventheader_header h;
    if (!eventheader_read_header(ev, raw, &h))
        return false;
    struct eventheader_walk w = { .meta = cur_of(h.metadata, h.data.order),
                                  .data = h.data,
                                  .names = names,
                                  .sink = sink,
                                  .room = raw.n * ROOM };
    put_head(ev, &h, cur_cstr(&w.meta), sink);
    sink->open(sink->arg, "fields", false);
    show_fields(&w, UINT16_MAX, 0);
    sink->close(sink->arg);
    text_free(&w.name);
    text_free(&w.value);
    return !w.data.bad && !w.meta.bad;
}

/* An event as a line of text. Of the members for the whole event it has only the name and the activities. */
struct eventheader_line {
    struct text *out;
    const char *said; /* the text for the next number */
    unsigned depth;
    char closing[2 * DEEPEST + 4];
};

static void eventheader_add_name(struct eventheader_line *l, const char *name)
{
    if (l->out->n && !strchr("[{", l->out->s[l->out->n - 1]))
        text_add(l->out, " ");
    text_add_clean(l->out, name);
    if (name)
        text_add(l->out, "=");
}

static void line_open(void *arg, const char *name, bool array)
{
    struct eventheader_line *l = arg;
    char opening = '{', closing = '}';
    if (array) {
        opening = '[';
        closing = ']';
    }
    if (l->depth++) {
        eventheader_add_name(l, name);
        text_char(l->out, opening, 1);
    }
    l->closing[l->depth] = closing;
}

static void line_close(void *arg)
{
    struct eventheader_line *l = arg;
    if (l->depth-- > 1)
        text_char(l->out, l->closing[l->depth + 1], 1);
}

static void line_say(void *arg, const char *text)
{
    ((struct eventheader_line *)arg)->said = text;
}

static void line_put(void *arg, const char *name, struct value v)
{
    struct eventheader_line *l = arg;
    const bool of_event = !l->depth, is_name = of_event && !strcmp(name, "name");
    if (of_event && !is_name && !strstr(name, "activity"))
        return;
    eventheader_add_name(l, is_name ? NULL : name);
    if (v.type == VALUE_TEXT)
        text_add_clean_n(l->out, v.text, v.n);
    else
        text_add(l->out, l->said);
}

bool eventheader_print(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                       struct text *out)
{
    struct eventheader_line l = { .out = out };
    const struct value_sink sink = { &l, line_open, line_close, line_put, line_say };
    return eventheader_show(ev, raw, names, &sink);
}
