/* What a recipe prints is held against libtraceevent's own text, record by record (tests/unit/tracepoint.c).
 */
#include "formats/tracepoint/recipe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/tracepoint/formula.h"

enum { WIDEST = 64, DEEPEST = 8 };

/* A word for a value: of __print_flags() and __print_symbolic(). */
struct word {
    uint64_t value;
    const char *text;
};

/* What %s prints. */
struct wording {
    enum wording_kind {
        PLAIN,    /* a text of the format's */
        IN_PLACE, /* one in the record, up to a NUL or the end of the field */
        BEHIND,   /* one that a field tells the place of */
        FLAGS,
        SYMBOLS,
        EITHER
    } kind;
    const char *text; /* of PLAIN; of FLAGS what stands between two */
    uint32_t offset, size;
    bool relative;
    const struct formula *value; /* of FLAGS and SYMBOLS; of EITHER the condition */
    const struct word *words;
    size_t nwords;
    const struct wording *a, *b; /* of EITHER */
};

struct step {
    enum { TEXT, NUMBER, POINTER, FUNCTION, STRING } kind;
    const char *text; /* in front of it; of TEXT alone */
    size_t n;
    const struct formula *value;
    const struct wording *wording;
    char conversion; /* of NUMBER: d, u, x or X */
    uint8_t bytes;   /* how much of the value is printed */
    uint8_t width;
    bool zeros, left, prefix; /* the flags 0, - and # */
    bool with_offset;         /* of FUNCTION */
};

struct recipe {
    struct arena arena;
    struct step *steps;
    size_t n, cap;
    size_t needs;
    enum byte_order order;
};

/* A recipe under way. */
struct making {
    struct recipe *r;
    struct formulas x;
    const struct tep_print_arg *arg; /* the next one */
};

/* The format's own text up to the next conversion; its escapes are the kernel's. */
static const char *literal(struct making *m, const char **format, size_t *n)
{
    struct text t = { 0 }, clean = { 0 };
    const char *s = *format;
    for (; *s && (*s != '%' || s[1] == '%'); s++) {
        char c = *s;
        if (c == '\\' && s[1]) {
            c = *++s;
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        } else if (c == '%') {
            s++;
        }
        text_char(&t, c, 1);
    }
    *format = s;
    text_add_clean(&clean, t.s);
    *n = clean.n;
    const char *kept = arena_text(&m->r->arena, clean.s, clean.n);
    text_free(&t);
    text_free(&clean);
    return kept;
}

static const char *clean_copy(struct making *m, const char *s)
{
    struct text t = { 0 };
    text_add_clean(&t, s);
    const char *kept = arena_text(&m->r->arena, t.s, t.n);
    text_free(&t);
    return kept;
}

static const struct word *make_words(struct making *m, const struct tep_print_flag_sym *list, size_t *n)
{
    *n = 0;
    for (const struct tep_print_flag_sym *f = list; f; f = f->next)
        ++*n;
    struct word *words = arena_new(&m->r->arena, (*n + 1) * sizeof(*words));
    struct word *w = words;
    for (const struct tep_print_flag_sym *f = list; f; f = f->next, w++) {
        *w = (struct word){ strtoull(f->value, NULL, 0), clean_copy(m, f->str) };
        if (!isdigit((unsigned char)f->value[0]) || w->value >> 63)
            return NULL; /* names of the kernel's, some of which the library knows, and what it calls negative
                          */
    }
    return words;
}

static bool make_field_text(struct making *m, struct wording *w, const struct tep_format_field *f,
                            enum wording_kind kind)
{
    bool pointer = kind == IN_PLACE && !(f->flags & TEP_FIELD_IS_ARRAY) && f->size == (int)m->x.long_size;
    if (pointer || f->size <= 0 || (kind == BEHIND && f->size != 4))
        return false; /* a pointer is looked up among the kernel's strings */
    w->kind = kind;
    w->offset = (uint32_t)f->offset;
    w->size = (uint32_t)f->size;
    w->relative = f->flags & TEP_FIELD_IS_RELATIVE;
    size_t end = (size_t)w->offset + w->size;
    m->x.needs = end > m->x.needs ? end : m->x.needs;
    return true;
}

static const struct wording *make_wording(struct making *m, const struct tep_print_arg *arg, unsigned depth)
{
    struct wording *w = arena_new(&m->r->arena, sizeof(*w));
    const struct tep_format_field *f;
    bool ok = false;
    if (!arg || depth > DEEPEST)
        return NULL;
    switch (arg->type) {
    case TEP_PRINT_ATOM:
        w->text = clean_copy(m, arg->atom.atom);
        ok = true;
        break;
    case TEP_PRINT_FIELD:
        f = formula_field(m->x.event, arg->field.name);
        ok = f && make_field_text(m, w, f, IN_PLACE);
        break;
    case TEP_PRINT_STRING:
        f = arg->string.field ? arg->string.field : formula_field(m->x.event, arg->string.string);
        ok = f && make_field_text(m, w, f, BEHIND);
        break;
    case TEP_PRINT_FLAGS:
        w->kind = FLAGS;
        w->text = clean_copy(m, arg->flags.delim);
        w->value = formula_make(&m->x, arg->flags.field);
        w->words = make_words(m, arg->flags.flags, &w->nwords);
        ok = w->value && w->words;
        break;
    case TEP_PRINT_SYMBOL:
        w->kind = SYMBOLS;
        w->value = formula_make(&m->x, arg->symbol.field);
        w->words = make_words(m, arg->symbol.symbols, &w->nwords);
        ok = w->value && w->words;
        break;
    case TEP_PRINT_OP:
        if (!arg->op.op || arg->op.op[0] != '?' || !arg->op.right || arg->op.right->type != TEP_PRINT_OP)
            break;
        w->kind = EITHER;
        w->value = formula_make(&m->x, arg->op.left);
        w->a = make_wording(m, arg->op.right->op.left, depth + 1);
        w->b = make_wording(m, arg->op.right->op.right, depth + 1);
        ok = w->value && w->a && w->b;
        break;
    default:
        break;
    }
    return ok ? w : NULL;
}

/* How much of a value a number of `l` (or, below zero, `h`) prints. "z" is for what is as large as a long. */
static uint8_t bytes_of(int longs, bool is_size)
{
    return is_size || longs > 0 ? 8 : longs == 0 ? 4 : longs == -1 ? 2 : 1;
}

/* A conversion: flags, width, size, letter. */
static bool make_conversion(struct making *m, const char **format, struct step *s)
{
    const char *p = *format + 1;
    int longs = 0;
    bool is_size = false;
    for (; *p == '#' || *p == '-' || *p == '0'; p++) {
        s->prefix = s->prefix || *p == '#';
        s->left = s->left || *p == '-';
        s->zeros = s->zeros || *p == '0';
    }
    unsigned width = 0;
    for (; isdigit((unsigned char)*p) && width < WIDEST; p++)
        width = 10 * width + (unsigned)(*p - '0');
    s->width = (uint8_t)width;
    for (; *p == 'l' || *p == 'h' || *p == 'L' || *p == 'z'; p++) {
        longs = *p == 'L' ? 2 : longs + (*p == 'l') - (*p == 'h');
        is_size = is_size || *p == 'z';
    }
    bool bare = !s->prefix && !s->left && !s->zeros && !width && !longs && !is_size;
    if (width >= WIDEST || longs > 2 || longs < -2 || !m->arg)
        return false;
    s->bytes = bytes_of(longs, is_size);
    s->conversion = *p == 'i' ? 'd' : *p;
    switch (*p++) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
        s->kind = NUMBER;
        break;
    case 'p':
        s->kind = *p && strchr("FfSs", *p) ? FUNCTION : POINTER;
        s->with_offset = *p == 'F' || *p == 'S';
        if (!bare || (*p && strchr("MmIiUh", *p)))
            return false;
        p += s->kind == FUNCTION;
        break;
    case 's':
        s->kind = STRING;
        if (!bare)
            return false;
        break;
    default:
        return false;
    }
    if (s->kind == STRING)
        s->wording = make_wording(m, m->arg, 0);
    else
        s->value = formula_make(&m->x, m->arg);
    m->arg = m->arg->next;
    *format = p;
    return s->wording || s->value;
}

struct recipe *recipe_make(const struct tep_event *ev, unsigned long_size, enum byte_order order)
{
    struct recipe *r = mem_new(1, sizeof(*r));
    struct making m = { .r = r,
                        .x = { .event = ev, .long_size = long_size, .order = order, .arena = &r->arena },
                        .arg = ev->print_fmt.args };
    bool ok = true;
    for (const char *format = ev->print_fmt.format; ok && *format;) {
        r->steps = mem_room(r->steps, r->n, &r->cap, sizeof(*r->steps));
        struct step *s = &r->steps[r->n++];
        *s = (struct step){ .kind = TEXT };
        s->text = literal(&m, &format, &s->n);
        ok = !*format || make_conversion(&m, &format, s);
    }
    r->needs = m.x.needs;
    r->order = order;
    if (ok)
        return r;
    recipe_free(r);
    return NULL;
}

void recipe_free(struct recipe *r)
{
    if (!r)
        return;
    arena_free(&r->arena);
    free(r->steps);
    free(r);
}

/* A number with its flags and its width: what fills it is put in front, or behind the prefix, once it is
 * known how much. */
static void add_in_column(const struct step *s, uint64_t v, bool below, struct text *out)
{
    size_t at = out->n;
    text_add(out, below ? "-" : s->prefix && v ? (s->conversion == 'X' ? "0X" : "0x") : "");
    size_t digits = out->n;
    (s->conversion == 'x' || s->conversion == 'X' ? text_hexadecimal : text_decimal)(out, v, 0);
    for (size_t i = digits; s->conversion == 'X' && i < out->n; i++)
        out->s[i] = (char)toupper((unsigned char)out->s[i]);
    size_t n = out->n - at, fill = s->width > n ? s->width - n : 0, from = s->zeros ? digits : at;
    text_char(out, ' ', fill);
    if (s->left || !fill)
        return;
    memmove(out->s + from + fill, out->s + from, at + n - from);
    memset(out->s + from, s->zeros ? '0' : ' ', fill);
}

static void add_number(const struct step *s, uint64_t v, struct text *out)
{
    unsigned bits = 8u * s->bytes;
    v = bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v;
    bool below = s->conversion == 'd' && v >> (bits - 1);
    if (below)
        v = (bits < 64 ? UINT64_C(1) << bits : 0) - v;
    if (s->width || s->prefix || s->conversion == 'X') {
        add_in_column(s, v, below, out);
        return;
    }
    if (below)
        text_add_n(out, "-", 1);
    (s->conversion == 'x' ? text_hexadecimal : text_decimal)(out, v, 0);
}

static void add_hexadecimal(const char *front, uint64_t v, struct text *out)
{
    text_add(out, front);
    text_hexadecimal(out, v, 0);
}

static void add_function(const struct step *s, uint64_t v, const struct trace_names *names, struct text *out)
{
    uint64_t start = v;
    const char *module = NULL, *name = names->at ? names->at(names->arg, v, &start, &module) : NULL;
    if (!name) {
        add_hexadecimal("0x", v, out);
        return;
    }
    text_add_clean(out, name);
    if (s->with_offset)
        add_hexadecimal("+0x", v - start, out);
}

/* Each flag that is set, and what is left of the value. */
static void add_flags(const struct wording *w, uint64_t v, struct text *out)
{
    bool some = false;
    for (size_t i = 0; i < w->nwords; i++) {
        uint64_t flag = w->words[i].value;
        if (!flag || (v & flag) != flag)
            continue;
        text_add(out, some ? w->text : "");
        text_add(out, w->words[i].text);
        some = true;
        v &= ~flag;
    }
    if (v) {
        text_add(out, some ? w->text : "");
        add_hexadecimal("0x", v, out);
    }
}

static void add_symbol(const struct wording *w, uint64_t v, struct text *out)
{
    for (size_t i = 0; i < w->nwords; i++)
        if (w->words[i].value == v) {
            text_add(out, w->words[i].text);
            return;
        }
    add_hexadecimal("0x", v, out);
}

/* Text up to a NUL, or to the end of n bytes. */
static void add_bytes(const uint8_t *p, size_t n, struct text *out)
{
    const uint8_t *end = memchr(p, 0, n);
    text_add_clean_n(out, (const char *)p, end ? (size_t)(end - p) : n);
}

static bool add_wording(const struct recipe *r, const struct wording *w, struct span raw, struct text *out)
{
    uint64_t at;
    switch (w->kind) {
    case PLAIN:
        text_add(out, w->text);
        return true;
    case IN_PLACE:
        add_bytes(raw.p + w->offset, w->size, out);
        return true;
    case BEHIND:
        at = (load_u32(raw.p + w->offset, r->order) & 0xffff) + (w->relative ? w->offset + w->size : 0);
        if (at >= raw.n || !memchr(raw.p + at, 0, raw.n - (size_t)at))
            return false;
        add_bytes(raw.p + at, raw.n - (size_t)at, out);
        return true;
    case FLAGS:
        add_flags(w, formula_value(w->value, raw.p), out);
        return true;
    case SYMBOLS:
        add_symbol(w, formula_value(w->value, raw.p), out);
        return true;
    default:
        return add_wording(r, formula_value(w->value, raw.p) ? w->a : w->b, raw, out);
    }
}

bool recipe_print(const struct recipe *r, struct span raw, const struct trace_names *names, struct text *out)
{
    size_t before = out->n;
    bool ok = raw.n >= r->needs;
    for (size_t i = 0; ok && i < r->n; i++) {
        const struct step *s = &r->steps[i];
        text_add_n(out, s->text, s->n);
        uint64_t v = s->value ? formula_value(s->value, raw.p) : 0;
        if (s->kind == NUMBER)
            add_number(s, v, out);
        else if (s->kind == POINTER && !v)
            text_add(out, "(nil)"); /* as printf has it */
        else if (s->kind == POINTER)
            add_hexadecimal("0x", v, out);
        else if (s->kind == FUNCTION)
            add_function(s, v, names, out);
        else if (s->kind == STRING)
            ok = add_wording(r, s->wording, raw, out);
    }
    if (!ok && out->s)
        out->s[out->n = before] = 0;
    return ok;
}
