#include "formats/tracepoint/format.h"

#include <ctype.h>

#include "formats/tracepoint/read/address.h"

/* A step of a format: literal text, and the conversion after it. */
struct print_format {
    const char *text;
    size_t n;
    struct conversion c;     /* .letter 0: no conversion, the format ends */
    const char *letters;     /* letters after %p */
    const struct expr *e;    /* the argument */
    const struct expr *n_of; /* the argument for '*', a width or a precision; NULL: none */
    struct print_format *next;
};

/* Reads the literal text up to the next conversion. */
static void read_literal(const char **format, struct arena *a, struct print_format *s)
{
    struct text t = { 0 }, clean = { 0 };
    const char *p = *format;
    for (; *p && (*p != '%' || p[1] == '%'); p++) {
        char c = *p;
        if (c == '\\' && p[1]) {
            c = *++p;
            if (c == 'n')
                c = '\n';
            else if (c == 't')
                c = '\t';
            else if (c == 'r')
                c = '\r';
        } else if (c == '%') {
            p++;
        }
        text_char(&t, c, 1);
    }
    *format = p;
    text_add_clean_n(&clean, t.s, t.n);
    s->text = arena_text(a, clean.s, s->n = clean.n);
    text_free(&t);
    text_free(&clean);
}

/* Reads a comma and the argument after it. */
static const struct expr *read_argument(struct expr_parser *p)
{
    const struct expr *e = NULL;
    if (lexer_take_text(&p->l, ","))
        e = expr_parse(p);
    if (p->bad)
        return NULL;
    return e;
}

/* Whether the letters after %p fit the argument. Addresses and bytes are printed from an array, or from a
   field of the same size. */
static bool letters_suit(const struct print_format *s)
{
    const char *l = s->letters;
    bool any = *l == 'b' || *l == 'h'; /* any number of bytes, given by the width */
    size_t size = address_size(l);
    if (!any && !size)
        return !s->n_of;
    any = any || size == ADDRESS_SOCKET;
    if (s->e->kind == EXPR_FIELD)
        return any || size == s->e->size;
    return s->e->kind == EXPR_ARRAY && any;
}

/* Reads the letters after a p. The kernel skips all of them, known or not (lib/vsprintf.c, pointer()). */
static bool read_letters(const char **format, struct arena *a, struct print_format *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)(*format)[n]))
        n++;
    s->letters = arena_text(a, *format, n);
    *format += n;
    return letters_suit(s);
}

static bool read_conversion(const char **format, struct expr_parser *p, struct print_format *s)
{
    ++*format;
    if (!conversion_read(format, p->long_size, &s->c))
        return false;
    const bool has_count = s->c.width_is_argument || s->c.precision_is_argument;
    if (has_count)
        s->n_of = read_argument(p);
    if (s->n_of || !has_count)
        s->e = read_argument(p);
    return s->e && (s->c.letter != 'p' || read_letters(format, p->arena, s));
}

/* Reads the steps of a format; there is at least one. NULL: an argument is malformed or missing. */
static const struct print_format *read_steps(const char *format, struct expr_parser *p)
{
    struct print_format *first = NULL, **at = &first;
    bool ok = true;
    do {
        struct print_format *s = *at = arena_new(p->arena, sizeof(*s));
        at = &s->next;
        read_literal(&format, p->arena, s);
        ok = !*format || read_conversion(&format, p, s);
    } while (ok && *format);
    while (ok && lexer_peek(&p->l)) /* there are more arguments than conversions */
        ok = read_argument(p);
    if (ok)
        return first;
    return NULL;
}

const struct print_format *print_format_read(struct span text, const struct trace_event *ev,
                                             unsigned long_size, struct arena *a)
{
    struct expr_parser p = { .l = lexer_of(text), .arena = a, .ev = ev, .long_size = long_size };
    struct text format = { 0 };
    const struct print_format *f = NULL;
    if (lexer_string(&p.l, &format))
        f = read_steps(format.s, &p);
    text_free(&format);
    return f;
}

static void print_format_add_function(const char *letters, uint64_t v, const struct trace_names *names,
                                      struct text *out)
{
    uint64_t start = v;
    const char *module = NULL, *name = NULL;
    if (names->at)
        name = names->at(names->arg, v, &start, &module);
    bool with_offset = *letters == 'S' || *letters == 'F';
    text_add_clean(out, name);
    if (name && !with_offset)
        return;
    if (name)
        text_add(out, "+");
    else
        start = 0;
    text_add(out, "0x");
    text_hexadecimal(out, v - start, 0);
}

/* Cuts the argument's bytes to the width; without a width, to 1. For a bitmap the width counts bits. */
static struct span print_format_counted(const struct print_format *s, struct span bytes,
                                        struct expr_record *r)
{
    uint64_t n = 1;
    if (s->n_of)
        n = expr_value(s->n_of, r);
    else if (s->c.width)
        n = s->c.width;
    if (*s->letters == 'b')
        n = (n + 7) / 8;
    if (n < bytes.n)
        bytes.n = (size_t)n;
    return bytes;
}

static void add_pointer(const struct print_format *s, struct expr_record *r, struct text *out)
{
    const char *l = s->letters;
    if (*l == 'b' || *l == 'h') {
        struct span bytes = print_format_counted(s, expr_bytes(s->e, r), r);
        if (*l == 'h')
            address_bytes(l, bytes, out);
        else if (l[1] == 'l')
            address_bits(bytes, r->order, r->long_size, out);
        else
            address_bitmask(bytes, r->order, r->long_size, out);
        return;
    }
    if (address_size(l)) {
        address_text(l, expr_bytes(s->e, r), r->order, out);
        return;
    }
    uint64_t v = expr_value(s->e, r);
    if (*l && strchr("FfSs", *l)) {
        print_format_add_function(l, v, r->names, out);
    } else if (v) {
        text_add_n(out, "0x", 2);
        text_hexadecimal(out, v, 0);
    } else {
        text_add(out, "(nil)"); /* printf prints NULL like this */
    }
}

static void add_counted(const struct print_format *s, struct expr_record *r, struct text *out)
{
    struct conversion c = s->c;
    int32_t n = (int32_t)expr_value(s->n_of, r);
    if (n < 0)
        c.precision = -1;
    else if (n < INT16_MAX)
        c.precision = (int16_t)n;
    else
        c.precision = INT16_MAX;
    expr_text(s->e, r, &c, out);
}

bool print_format_text(const struct print_format *f, struct expr_record *r, struct text *out)
{
    size_t before = out->n;
    for (const struct print_format *s = f; s && !r->failed; s = s->next) {
        text_add_n(out, s->text, s->n);
        if (s->c.letter == 'p')
            add_pointer(s, r, out);
        else if (s->c.letter == 's' && s->n_of)
            add_counted(s, r, out);
        else if (s->c.letter == 's')
            expr_text(s->e, r, &s->c, out);
        else if (s->c.letter)
            conversion_number(&s->c, expr_value(s->e, r), out);
        r->failed = r->failed || out->n - before > r->most;
    }
    if (r->failed && out->s)
        out->s[out->n = before] = 0;
    return !r->failed;
}
