/* Prints trees as %s prints them. */
#include "formats/tracepoint/read/address.h"
#include "formats/tracepoint/expr/expr.h"

/* Appends a text that has no control characters. */
static void expr_text_add_word(const struct conversion *c, const char *s, struct text *out)
{
    if (c->plain)
        text_add(out, s);
    else
        conversion_text(c, s, strlen(s), out);
}

static void expr_text_add_rest(uint64_t v, struct text *out)
{
    text_add_n(out, "0x", 2);
    text_hexadecimal(out, v, 0);
}

/* Appends the word of each flag that is set, then the bits that belong to no flag. If a flag is negative,
   or its number is unknown (-1), its word is that for 0. The text between two words may be long, so the record's
   limit is kept here. */
static void add_flags(const struct expr *e, struct expr_record *r, const struct conversion *c,
                      struct text *out)
{
    int64_t v = (int64_t)expr_value(e->a, r);
    const size_t before = out->n;
    bool some = false;
    for (size_t i = 0; i < e->nwords && out->n - before <= r->most; i++) {
        int64_t flag = e->words[i].value;
        if (!v && flag < 0) {
            expr_text_add_word(c, e->words[i].text, out);
            break;
        }
        if (flag <= 0 || (v & flag) != flag)
            continue;
        if (some)
            text_add(out, e->text);
        expr_text_add_word(c, e->words[i].text, out);
        some = true;
        v &= ~flag;
    }
    if (!v)
        return;
    if (some)
        text_add(out, e->text);
    expr_text_add_rest((uint64_t)v, out);
}

static void expr_text_add_symbol(const struct expr *e, int64_t v, const struct conversion *c,
                                 struct text *out)
{
    for (size_t i = 0; i < e->nwords; i++)
        if (e->words[i].value == v) {
            expr_text_add_word(c, e->words[i].text, out);
            return;
        }
    expr_text_add_rest((uint64_t)v, out);
}

/* Appends a string up to its NUL, or to the end of its bytes. */
static void expr_text_add(struct span s, const struct conversion *c, struct text *out)
{
    s = span_text(s);
    if (c->plain)
        text_add_clean_n(out, (const char *)s.p, s.n);
    else
        conversion_text(c, (const char *)s.p, s.n, out);
}

static struct span field_bytes(const struct expr *e, const struct expr_record *r)
{
    if (e->size)
        return (struct span){ r->raw.p + e->offset, e->size };
    return expr_bytes(e, r);
}

/* Appends a field. If it has the size of a pointer and is not an array, it is the address of one of the kernel's
   strings, which is appended; else its own bytes are appended. */
static void add_field(const struct expr *e, const struct expr_record *r, const struct conversion *c,
                      struct text *out)
{
    struct span s = field_bytes(e, r);
    if (e->size != r->long_size || e->field->array) {
        expr_text_add(s, c, out);
        return;
    }
    uint64_t avma = load_number(s, r->order);
    struct span text = container_printk_string(r->container, avma);
    if (text.p)
        conversion_text(c, (const char *)text.p, text.n, out);
    else
        text_hexadecimal(out, avma, 0);
}

/* Appends b elements of the array a. If it has fewer, the record fails. */
static void add_elements(const struct expr *e, struct expr_record *r, struct text *out)
{
    struct span s = expr_bytes(e->a, r);
    uint64_t n = expr_value(e->b, r);
    if (n > s.n / e->v) {
        r->failed = true;
        return;
    }
    for (uint64_t i = 0; i < n; i++, s.p += e->v) {
        if (i && e->kind != EXPR_HEX_STR)
            text_char(out, ' ', 1);
        if (e->kind == EXPR_ELEMENTS)
            text_decimal(out, load_number((struct span){ s.p, (size_t)e->v }, r->order), 0);
        else
            text_add_hex_bytes(out, s.p, 1);
    }
}

void expr_text(const struct expr *e, struct expr_record *r, const struct conversion *c, struct text *out)
{
    switch (e->kind) {
    case EXPR_STRING:
        expr_text_add_word(c, e->text, out);
        break;
    case EXPR_FIELD:
        add_field(e, r, c, out);
        break;
    case EXPR_TEXT:
        expr_text_add(expr_bytes(e, r), c, out);
        break;
    case EXPR_FLAGS:
        add_flags(e, r, c, out);
        break;
    case EXPR_SYMBOL:
        expr_text_add_symbol(e, (int64_t)expr_value(e->a, r), c, out);
        break;
    case EXPR_CHOICE:
        expr_text(expr_value(e->c, r) ? e->a : e->b, r, c, out);
        break;
    case EXPR_BITMASK:
        address_bitmask(expr_bytes(e, r), r->order, r->long_size, out);
        break;
    case EXPR_CPUMASK:
        address_bits(expr_bytes(e, r), r->order, r->long_size, out);
        break;
    case EXPR_HEX:
    case EXPR_HEX_STR:
    case EXPR_ELEMENTS:
        add_elements(e, r, out);
        break;
    case EXPR_CALL:
        expr_call(e, r, out);
        break;
    case EXPR_NUMBER:
        expr_text_add_word(c, e->v ? "" : "(null)", out); /* vsprintf prints NULL like this */
        break;
    default: /* numbers have no text form */
        break;
    }
}
