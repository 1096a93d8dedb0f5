#include "formats/tracepoint/grammar.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/tracepoint/functions.h"

enum { DEEPEST = 128, MOST_DIGITS = 7, MOST_WIDTH_DIGITS = 3 };

struct word {
    const char *s;
    size_t n;
};

struct field {
    struct word name;
    bool is_dynamic;
};

struct reader {
    const char *p, *end;
    unsigned depth;
    struct field *fields;
    size_t nfields, cap;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool word_is(struct word w, const char *s)
{
    return strlen(s) == w.n && !memcmp(w.s, s, w.n);
}

static bool word_among(struct word w, const char *const *names)
{
    for (; *names; names++)
        if (word_is(w, *names))
            return true;
    return false;
}

static void skip_blanks(struct reader *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' || *r->p == '\n'))
        r->p++;
}

static char peek(const struct reader *r)
{
    return r->p < r->end ? *r->p : 0;
}

static bool take(struct reader *r, const char *s)
{
    size_t n = strlen(s);
    skip_blanks(r);
    if ((size_t)(r->end - r->p) < n || memcmp(r->p, s, n) != 0)
        return false;
    r->p += n;
    return true;
}

static struct word take_word(struct reader *r)
{
    skip_blanks(r);
    struct word w = { r->p, 0 };
    if (!is_letter(peek(r)))
        return w;
    while (is_letter(peek(r)) || is_digit(peek(r)))
        r->p++;
    w.n = (size_t)(r->p - w.s);
    return w;
}

/* A number as C spells it; `zero`: it is 0. */
static bool take_number(struct reader *r, bool *zero)
{
    skip_blanks(r);
    const char *begin = r->p;
    if (!is_digit(peek(r)))
        return false;
    bool hex = begin + 1 < r->end && begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X');
    r->p += hex ? 2 : 0;
    *zero = true;
    while (is_digit(peek(r)) || (hex && is_letter(peek(r)) && strchr("abcdefABCDEF", *r->p)))
        *zero = *r->p++ == '0' && *zero;
    while (peek(r) && strchr("uUlL", *r->p))
        r->p++;
    return r->p - begin <= 24 && !is_letter(peek(r));
}

/* A width, of which as many blanks would be made, is a small number; a precision may be anything. */
static bool take_conversion(struct reader *r)
{
    while (peek(r) && strchr("-+ #0", *r->p))
        r->p++;
    if (peek(r) == '*' && r->p + 1 < r->end && r->p[1] != 'p')
        return false;
    size_t n = 0;
    for (; is_digit(peek(r)); r->p++)
        n++;
    return n <= MOST_WIDTH_DIGITS;
}

/* "...", and more of them that follow. */
static bool take_string(struct reader *r)
{
    bool any = false;
    for (; take(r, "\""); any = true) {
        while (peek(r) && *r->p != '"') {
            bool converts = *r->p == '%';
            r->p += *r->p == '\\' ? 1 : 0;
            r->p += r->p < r->end ? 1 : 0;
            if (converts && !take_conversion(r))
                return false;
        }
        if (!take(r, "\""))
            return false;
    }
    return any;
}

static const struct field *field_of(const struct reader *r, struct word name)
{
    for (size_t i = 0; i < r->nfields; i++)
        if (r->fields[i].name.n == name.n && !memcmp(r->fields[i].name.s, name.s, name.n))
            return &r->fields[i];
    return NULL;
}

static bool take_expression(struct reader *r);

/* {value, "name"}, ...: up to the bracket that closes the call. */
static bool take_pairs(struct reader *r)
{
    do {
        if (!take(r, "{") || !take_expression(r) || !take(r, ",") || !take_expression(r) || !take(r, "}"))
            return false;
    } while (take(r, ","));
    return take(r, ")");
}

static bool take_type(struct reader *r)
{
    static const char *const words[] = { "u8",     "u16",   "u32",     "u64",   "s8",    "s16",      "s32",
                                         "s64",    "__u8",  "__u16",   "__u32", "__u64", "unsigned", "signed",
                                         "int",    "long",  "short",   "char",  "void",  "const",    "bool",
                                         "size_t", "pid_t", "struct",  "enum",  "dev_t", "ssize_t",  "loff_t",
                                         "uint",   "ulong", "umode_t", "gfp_t", "__s32", "__s64",    NULL };
    struct word w = take_word(r), last = w;
    bool known = w.n && word_among(w, words);
    for (; w.n; w = take_word(r))
        last = w;
    while (take(r, "*"))
        known = true;
    return known || (last.n > 2 && !memcmp(last.s + last.n - 2, "_t", 2));
}

/* A dynamic array, with or without a cast in front. */
static bool take_array(struct reader *r)
{
    if (take(r, "(") && !(take_type(r) && take(r, ")")))
        return false;
    struct word w = take_word(r);
    if (!word_is(w, "__get_dynamic_array") && !word_is(w, "__get_rel_dynamic_array"))
        return false;
    const struct field *f = take(r, "(") ? field_of(r, take_word(r)) : NULL;
    return f && f->is_dynamic && take(r, ")");
}

/* The arguments of one of the kernel's own functions. */
static bool take_arguments(struct reader *r, const struct trace_function *f)
{
    for (const enum function_arg *a = f->args; *a != FUNCTION_END; a++) {
        bool ok = *a == FUNCTION_NUMBER  ? take_expression(r)
                  : *a == FUNCTION_ARRAY ? take_array(r)
                                         : word_is(take_word(r), "p");
        if (!ok || !take(r, a[1] != FUNCTION_END ? "," : ")"))
            return false;
    }
    return true;
}

/* What stands behind the name of a function and its bracket. Each takes what libtraceevent knows it to take.
 */
static bool take_call(struct reader *r, struct word name)
{
    static const char *const of_field[] = { "__get_str",
                                            "__get_dynamic_array",
                                            "__get_dynamic_array_len",
                                            "__get_bitmask",
                                            "__get_cpumask",
                                            "__get_rel_str",
                                            "__get_rel_bitmask",
                                            "__get_rel_cpumask",
                                            "__get_rel_dynamic_array",
                                            "__get_rel_dynamic_array_len",
                                            NULL };
    if (word_among(name, of_field)) {
        const struct field *f = field_of(r, take_word(r));
        return f && f->is_dynamic && take(r, ")");
    }
    if (word_is(name, "__print_flags"))
        return take_expression(r) && take(r, ",") && take_string(r) && take(r, ",") && take_pairs(r);
    if (word_is(name, "__print_symbolic"))
        return take_expression(r) && take(r, ",") && take_pairs(r);
    if (word_is(name, "__print_hex") || word_is(name, "__print_hex_str"))
        return take_expression(r) && take(r, ",") && take_expression(r) && take(r, ")");
    if (word_is(name, "__print_array"))
        return take_expression(r) && take(r, ",") && take_expression(r) && take(r, ",") &&
               take_expression(r) && take(r, ")");
    if (word_is(name, "__builtin_expect"))
        return take_expression(r) && take(r, ",") && take_expression(r) && take(r, ")");
    const struct trace_function *f = function_named(name.s, name.n);
    return f ? take_arguments(r, f) : word_is(name, "sizeof") && take_type(r) && take(r, ")");
}

static bool take_operand(struct reader *r, bool *zero);

static bool take_plain_operand(struct reader *r, bool *zero)
{
    *zero = false;
    skip_blanks(r);
    if (is_digit(peek(r)))
        return take_number(r, zero);
    if (peek(r) == '"')
        return take_string(r);
    if (take(r, "'")) {
        r->p += peek(r) == '\\' ? 2 : 1;
        return r->p < r->end && take(r, "'");
    }
    if (take(r, "!") || take(r, "~") || take(r, "-"))
        return take_operand(r, zero);
    if (take(r, "(")) {
        const char *inside = r->p;
        bool ignored;
        if (take_type(r) && take(r, ")"))
            return take_operand(r, &ignored);
        r->p = inside;
        return take_expression(r) && take(r, ")");
    }
    struct word w = take_word(r);
    if (!w.n)
        return false;
    if (word_is(w, "REC"))
        return take(r, "->") && field_of(r, take_word(r)) &&
               (!take(r, "[") || (take_number(r, zero) && take(r, "]")));
    return !take(r, "(") || take_call(r, w); /* else the name of a constant */
}

/* An operand, with whatever stands in front of it: the library reads each of them in a call of its own. */
static bool take_operand(struct reader *r, bool *zero)
{
    bool ok = ++r->depth < DEEPEST && take_plain_operand(r, zero);
    r->depth--;
    return ok;
}

/* Operands with operators between them. What is divided by has to be a number that is not 0. */
static bool take_expression(struct reader *r)
{
    static const char *const operators[] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "<",
                                             ">",  "+",  "-",  "*",  "&",  "|",  "^",  NULL };
    bool ok = ++r->depth < DEEPEST, zero;
    ok = ok && take_operand(r, &zero);
    for (unsigned n = 0; ok; n++) { /* the library makes a tree of them that is as deep as they are many */
        ok = n < DEEPEST;
        size_t i = 0;
        while (operators[i] && !take(r, operators[i]))
            i++;
        if (operators[i]) {
            ok = ok && take_operand(r, &zero);
        } else if (take(r, "/") || take(r, "%")) {
            skip_blanks(r);
            bool sized = !is_digit(peek(r)) && word_is(take_word(r), "sizeof");
            ok = sized ? take(r, "(") && take_type(r) && take(r, ")") : take_number(r, &zero) && !zero;
        } else if (take(r, "?")) {
            ok = take_expression(r) && take(r, ":") && take_expression(r);
        } else {
            break;
        }
    }
    r->depth--;
    return ok;
}

static bool take_short_number(struct reader *r)
{
    const char *begin = r->p;
    while (is_digit(peek(r)))
        r->p++;
    return r->p > begin && r->p - begin <= MOST_DIGITS;
}

/* "TYPE NAME;", "TYPE NAME[N];", or with the brackets behind the type where the array is dynamic. */
static bool take_declaration(struct reader *r)
{
    struct field f = { .is_dynamic = take(r, "__data_loc ") || take(r, "__rel_loc ") };
    size_t words = 0; /* a type, and the name */
    while (peek(r) && *r->p != ';') {
        if (is_letter(*r->p)) {
            f.name = take_word(r);
            words++;
        } else if (*r->p == '[') {
            r->p++;
            while (is_letter(peek(r)) || is_digit(peek(r)))
                r->p++;
            if (peek(r) != ']')
                return false;
            r->p++;
            if (!f.is_dynamic && (!peek(r) || !strchr("[;", *r->p)))
                return false;
        } else if (strchr(" *", *r->p)) {
            r->p++;
        } else {
            return false;
        }
    }
    r->fields = mem_room(r->fields, r->nfields, &r->cap, sizeof(*r->fields));
    r->fields[r->nfields++] = f;
    return words >= 2 && take(r, ";");
}

static bool take_field(struct reader *r)
{
    if (!take_declaration(r) || !take(r, "offset:") || !take_short_number(r) || !take(r, ";") ||
        !take(r, "size:") || !take_short_number(r) || !take(r, ";"))
        return false;
    return !take(r, "signed:") || (take_short_number(r) && take(r, ";"));
}

bool grammar_check(struct span text, size_t *print, bool *printable)
{
    struct reader r = { .p = (const char *)text.p, .end = (const char *)text.p + text.n };
    bool ok = take(&r, "name:") && take_word(&r).n && take(&r, "ID:");
    skip_blanks(&r);
    ok = ok && take_short_number(&r) && take(&r, "format:");
    while (ok && take(&r, "field:"))
        ok = take_field(&r);
    ok = ok && r.nfields && take(&r, "print fmt:");
    *print = (size_t)(r.p - (const char *)text.p);
    *printable = ok && take_string(&r);
    while (*printable && take(&r, ","))
        *printable = take_expression(&r);
    skip_blanks(&r);
    *printable = *printable && r.p == r.end;
    free(r.fields);
    return ok;
}
