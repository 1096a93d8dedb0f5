#include "formats/tracepoint/format.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/tracepoint/read/lexer.h"

enum { MOST_DIGITS = 7, LARGEST_RECORD = 1 << 16 /* perf_event_header.size has 16 bits */ };

/* A field's declaration while it is read. */
struct declaration {
    struct text type;
    struct lexer_word name;
    struct lexer_word of; /* the element type of "TYPE[] NAME": "char" of char[] */
    uint32_t elements;    /* 0: unknown */
    bool array, pointer;
};

static bool read_short_number(struct lexer *l, uint32_t *v)
{
    uint64_t wide = 0;
    lexer_peek(l);
    const char *begin = l->p;
    bool ok = lexer_number(l, &wide) && l->p - begin <= MOST_DIGITS;
    *v = (uint32_t)wide;
    return ok;
}

static void add_to_type(struct declaration *d, struct lexer_word w)
{
    if (d->type.n && w.n)
        text_add(&d->type, " ");
    text_add_n(&d->type, w.s, w.n);
}

/* Reads "[N]" or "[]". They belong to the name before them, or if a name follows, to the type. */
static bool read_brackets(struct lexer *l, struct declaration *d)
{
    const char *begin = l->p++;
    uint64_t n = 0;
    if (lexer_peek(l) != ']' && !lexer_number(l, &n) && !lexer_word(l).n)
        return false;
    if (!lexer_take_text(l, "]") || d->array || n > UINT32_MAX)
        return false;
    d->array = true;
    d->elements = (uint32_t)n;
    size_t length = (size_t)(l->p - begin);
    struct lexer_word next = lexer_word(l);
    if (next.n) {
        d->of = d->name;
        add_to_type(d, d->name);
        d->name = next;
    }
    text_add_n(&d->type, begin, length);
    return true;
}

/* Reads "TYPE NAME", "TYPE NAME[N]" or "TYPE[] NAME". */
static bool read_declaration(struct lexer *l, struct declaration *d)
{
    for (char c; (c = lexer_peek(l)) != ';';) {
        struct lexer_word w = lexer_word(l);
        if (c == '*')
            w = (struct lexer_word){ l->p++, 1 };
        d->pointer = d->pointer || c == '*';
        if (w.n && !d->array) {
            add_to_type(d, d->name);
            d->name = w;
        } else if (c != '[' || !d->name.n || !read_brackets(l, d)) {
            return false;
        }
    }
    return d->name.n && *d->name.s != '*' && d->type.n;
}

/* The size of an element of a dynamic array, by its type; 0: the type is unknown. */
static uint32_t element_size(struct lexer_word type)
{
    static const struct {
        const char *type;
        uint32_t size;
    } sizes[] = { { "char", 1 }, { "u8", 1 },  { "s8", 1 },  { "u16", 2 }, { "s16", 2 },
                  { "u32", 4 },  { "s32", 4 }, { "u64", 8 }, { "s64", 8 } };
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (type.n && lexer_word_is(type, sizes[i].type))
            return sizes[i].size;
    return 0;
}

static void format_describe(struct trace_field *f, const struct declaration *d, unsigned long_size)
{
    const char *type = f->type;
    bool is_long = strstr(type, "long");
    f->relative = !strncmp(type, "__rel_loc", 9);
    f->dynamic = f->relative || !strncmp(type, "__data_loc", 10);
    f->array = d->array;
    f->text = f->array && (strstr(type, "char") || strstr(type, "u8") || strstr(type, "s8"));
    if (f->dynamic && f->size == 2) /* kernels before 2.6.32: a string, without its length */
        f->array = f->text = true;
    f->hex = d->pointer || (is_long && (!f->negative || f->size == 4));
    if (f->array) {
        if (d->elements)
            f->element = f->size / d->elements;
        else if (f->dynamic)
            f->element = element_size(d->of);
        else if (f->text)
            f->element = 1;
        else if (is_long)
            f->element = long_size;
    }
}

/* Reads a field, after "field:". */
static bool read_field(struct lexer *l, unsigned long_size, struct arena *a, struct trace_field *f)
{
    struct declaration d = { .array = false };
    uint32_t negative = 0;
    *f = (struct trace_field){ .offset = 0 };
    bool ok = read_declaration(l, &d) && lexer_take_text(l, ";") && lexer_take_text(l, "offset:") &&
              read_short_number(l, &f->offset) && lexer_take_text(l, ";") && lexer_take_text(l, "size:") &&
              read_short_number(l, &f->size) && lexer_take_text(l, ";");
    if (ok && lexer_take_text(l, "signed:"))
        ok = read_short_number(l, &negative) && lexer_take_text(l, ";");
    if (ok) {
        f->name = arena_text(a, d.name.s, d.name.n);
        f->type = arena_text(a, d.type.s, d.type.n);
        f->negative = negative;
        format_describe(f, &d, long_size);
    }
    text_free(&d.type);
    return ok;
}

static bool format_read_fields(struct lexer *l, unsigned long_size, struct arena *a, struct trace_event *ev)
{
    struct trace_field *v = NULL, *kept;
    size_t cap = 0;
    bool ok = true;
    while (ok && lexer_take_text(l, "field:")) {
        v = mem_room(v, ev->n, &cap, sizeof(*v));
        struct trace_field *f = &v[ev->n];
        ok = read_field(l, long_size, a, f) && f->offset <= LARGEST_RECORD &&
             f->size <= LARGEST_RECORD - f->offset;
        ev->n += ok; /* drops a field that cannot be read */
    }
    ev->fields = kept = arena_new(a, (ev->n + 1) * sizeof(*kept));
    if (ev->n)
        memcpy(kept, v, ev->n * sizeof(*kept));
    free(v);
    return ok && ev->n;
}

bool format_read(struct span text, unsigned long_size, struct arena *a, struct trace_event *ev,
                 struct span *print)
{
    struct lexer l = lexer_of(text);
    uint32_t id;
    if (!lexer_take_text(&l, "name:"))
        return false;
    struct lexer_word name = lexer_word(&l);
    ev->name = arena_text(a, name.s, name.n);
    bool ok = name.n && lexer_take_text(&l, "ID:") && read_short_number(&l, &id) &&
              lexer_take_text(&l, "format:") && format_read_fields(&l, long_size, a, ev) &&
              lexer_take_text(&l, "print fmt:");
    *print = (struct span){ (const uint8_t *)l.p, (size_t)(l.end - l.p) };
    return ok;
}

unsigned format_long(struct span header_page)
{
    struct lexer l = lexer_of(header_page);
    struct arena a = { 0 };
    struct trace_event ev = { .n = 0 };
    format_read_fields(&l, 0, &a, &ev);
    const struct trace_field *commit = trace_field(&ev, "commit");
    unsigned size = 0;
    if (commit && (commit->size == 4 || commit->size == 8))
        size = commit->size;
    arena_free(&a);
    return size;
}
