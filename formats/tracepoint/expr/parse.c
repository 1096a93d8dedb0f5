/* The grammar of arguments: C's expressions of numbers, with C's precedence, and the calls to which the
   macros of include/trace/stages expand. Expressions of constants are computed at once. */
#include "formats/tracepoint/expr/expr.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/tracepoint/expr/expr_functions.h"

enum { DEEPEST = 128 };

/* C11, 6.5: a higher rank binds more tightly. An operator comes before its own prefixes in the table. */
static const struct {
    const char *op;
    enum expr_kind kind;
    unsigned rank;
} operators[] = {
    { "<<", EXPR_LEFT, 8 },       { ">>", EXPR_RIGHT, 8 },  { "<=", EXPR_LESS_EQUAL, 7 },
    { ">=", EXPR_MORE_EQUAL, 7 }, { "==", EXPR_EQUAL, 6 },  { "!=", EXPR_UNEQUAL, 6 },
    { "&&", EXPR_BOTH, 2 },       { "||", EXPR_EITHER, 1 }, { "<", EXPR_LESS, 7 },
    { ">", EXPR_MORE, 7 },        { "+", EXPR_PLUS, 9 },    { "-", EXPR_MINUS, 9 },
    { "*", EXPR_TIMES, 10 },      { "/", EXPR_OVER, 10 },   { "%", EXPR_MODULO, 10 },
    { "&", EXPR_AND, 5 },         { "^", EXPR_XOR, 4 },     { "|", EXPR_OR, 3 },
};

/* ---- calls ---- */

/* Takes the value for a word. The name of a constant has the value -1, unless its number is known
   (linux/interrupt.h, linux/hrtimer.h). */
static int64_t take_word_value(struct expr_parser *p)
{
    static const struct {
        const char *name;
        int64_t v;
    } names[] = { { "HI_SOFTIRQ", 0 },      { "TIMER_SOFTIRQ", 1 },     { "NET_TX_SOFTIRQ", 2 },
                  { "NET_RX_SOFTIRQ", 3 },  { "BLOCK_SOFTIRQ", 4 },     { "IRQ_POLL_SOFTIRQ", 5 },
                  { "TASKLET_SOFTIRQ", 6 }, { "SCHED_SOFTIRQ", 7 },     { "HRTIMER_SOFTIRQ", 8 },
                  { "RCU_SOFTIRQ", 9 },     { "HRTIMER_NORESTART", 0 }, { "HRTIMER_RESTART", 1 } };
    const struct expr *e = expr_parse(p);
    p->bad = p->bad || (e->kind != EXPR_NUMBER && e->kind != EXPR_STRING);
    for (size_t i = 0; !p->bad && e->kind == EXPR_STRING && i < COUNT(names); i++)
        if (!strcmp(names[i].name, e->text))
            return names[i].v;
    if (e->kind == EXPR_NUMBER)
        return (int64_t)e->v;
    return -1;
}

/* Takes "{ value, "word" }, ...". A row with NULL as the word ends the table, and is not stored. */
static void parse_take_words(struct expr_parser *p, struct expr *e)
{
    struct expr_word *v = NULL, *kept;
    size_t cap = 0;
    do {
        expr_expect(p, "{");
        struct expr_word w = { .value = take_word_value(p) };
        expr_expect(p, ",");
        const struct expr *text = expr_parse(p);
        expr_expect(p, "}");
        p->bad = p->bad || (text->kind != EXPR_STRING && text->kind != EXPR_NUMBER);
        w.text = text->text;
        v = mem_room(v, e->nwords, &cap, sizeof(*v));
        v[e->nwords] = w;
        e->nwords += w.text != NULL;
    } while (!p->bad && lexer_take_text(&p->l, ","));
    e->words = kept = arena_new(p->arena, (e->nwords + 1) * sizeof(*kept));
    memcpy(kept, v, e->nwords * sizeof(*kept));
    free(v);
}

static struct expr *take_chosen(struct expr_parser *p, enum expr_kind kind)
{
    const struct expr *a = expr_parse(p);
    struct expr *e = expr_make_node(p, kind, a, a);
    expr_expect(p, ",");
    if (kind == EXPR_FLAGS) {
        e->text = expr_take_string(p)->text;
        expr_expect(p, ",");
    }
    parse_take_words(p, e);
    return e;
}

/* Takes an array, the number of elements to print and, for __print_array, the size of each element. */
static struct expr *take_elements(struct expr_parser *p, enum expr_kind kind)
{
    const struct expr *array = expr_parse(p);
    expr_expect(p, ",");
    struct expr *e = expr_make_node(p, kind, array, expr_parse(p));
    e->v = 1;
    if (kind == EXPR_ELEMENTS) {
        expr_expect(p, ",");
        const struct expr *size = expr_parse(p);
        e->v = 0;
        if (size->kind == EXPR_NUMBER)
            e->v = size->v;
    }
    const bool is_array = array->kind == EXPR_FIELD || array->kind == EXPR_ARRAY;
    const bool is_size = e->v == 1 || e->v == 2 || e->v == 4 || e->v == 8;
    p->bad = p->bad || !is_array || !is_size;
    return e;
}

static struct expr *take_size(struct expr_parser *p)
{
    struct text type = { 0 };
    const char *inside = p->l.p;
    uint64_t size = 0;
    if (expr_take_type(p, &type)) {
        if (type.s[type.n - 1] == '*')
            size = p->long_size;
        else
            size = expr_size_of(p, type.s);
        p->l.p--; /* give the bracket back */
    } else {
        p->l.p = inside;
        expr_expect(p, "REC");
        expr_expect(p, "->");
        const struct expr *e = expr_take_field(p, EXPR_FIELD);
        if (e->field && !e->field->dynamic)
            size = e->size;
    }
    text_free(&type);
    p->bad = p->bad || !size;
    return expr_make_number(p, size);
}

static struct expr *take_function(struct expr_parser *p, const struct trace_function *f)
{
    const struct expr *array = expr_make_number(p, 0), *number = array;
    for (const char *a = f->args; *a; a++) {
        if (*a == 'n')
            number = expr_parse(p);
        else if (*a == 'a')
            array = expr_parse(p);
        else
            expr_expect(p, "p");
        if (a[1])
            expr_expect(p, ",");
    }
    struct expr *e = expr_make_node(p, EXPR_CALL, array, number);
    e->function = f;
    p->bad = p->bad || (strchr(f->args, 'a') && array->kind != EXPR_ARRAY);
    return e;
}

/* Takes the name of a dynamic array, __data_loc or __rel_loc. */
static struct expr *take_dynamic(struct expr_parser *p, enum expr_kind kind)
{
    struct expr *e = expr_take_field(p, kind);
    p->bad = p->bad || !e->field || !e->field->dynamic;
    return e;
}

static struct expr *take_arguments(struct expr_parser *p, struct lexer_word name)
{
    static const struct {
        const char *name;
        struct expr *(*take)(struct expr_parser *p, enum expr_kind kind);
        enum expr_kind kind;
    } calls[] = { { "__get_str", take_dynamic, EXPR_TEXT },
                  { "__get_rel_str", take_dynamic, EXPR_TEXT },
                  { "__get_dynamic_array", take_dynamic, EXPR_ARRAY },
                  { "__get_rel_dynamic_array", take_dynamic, EXPR_ARRAY },
                  { "__get_dynamic_array_len", take_dynamic, EXPR_LENGTH },
                  { "__get_rel_dynamic_array_len", take_dynamic, EXPR_LENGTH },
                  { "__get_sockaddr", take_dynamic, EXPR_ARRAY },
                  { "__get_rel_sockaddr", take_dynamic, EXPR_ARRAY },
                  { "__get_bitmask", take_dynamic, EXPR_BITMASK },
                  { "__get_rel_bitmask", take_dynamic, EXPR_BITMASK },
                  { "__get_cpumask", take_dynamic, EXPR_CPUMASK },
                  { "__get_rel_cpumask", take_dynamic, EXPR_CPUMASK },
                  { "__print_flags", take_chosen, EXPR_FLAGS },
                  { "__print_symbolic", take_chosen, EXPR_SYMBOL },
                  { "__print_hex", take_elements, EXPR_HEX },
                  { "__print_hex_str", take_elements, EXPR_HEX_STR },
                  { "__print_array", take_elements, EXPR_ELEMENTS } };
    for (size_t i = 0; i < COUNT(calls); i++)
        if (lexer_word_is(name, calls[i].name))
            return calls[i].take(p, calls[i].kind);
    if (lexer_word_is(name, "sizeof"))
        return take_size(p);
    if (lexer_word_is(name, "__builtin_expect")) { /* only its first argument is used */
        struct expr *e = expr_parse(p);
        expr_expect(p, ",");
        expr_parse(p);
        return e;
    }
    const struct trace_function *f = function_named(name.s, name.n);
    p->bad = p->bad || !f;
    if (f)
        return take_function(p, f);
    return expr_make_number(p, 0);
}

static struct expr *take_call(struct expr_parser *p, struct lexer_word name)
{
    struct expr *e = take_arguments(p, name);
    expr_expect(p, ")");
    return e;
}

/* ---- operands and operators ---- */

static struct expr *take_operand(struct expr_parser *p);

/* Takes the operand of a cast to a type of this size; 0, an unknown size, leaves its value unchanged. */
static struct expr *take_cast(struct expr_parser *p, uint64_t bytes)
{
    struct expr *a = take_operand(p);
    if (!bytes || bytes >= 8)
        return a;
    uint64_t mask = (UINT64_C(1) << 8 * bytes) - 1;
    if (a->kind == EXPR_NUMBER)
        return expr_make_number(p, a->v & mask);
    struct expr *e = expr_make_node(p, EXPR_MASK, a, a);
    e->v = mask;
    return e;
}

/* Takes the text after "(": a cast, or an expression and its ")". */
static struct expr *take_brackets(struct expr_parser *p)
{
    struct text type = { 0 };
    const char *inside = p->l.p;
    struct expr *e;
    if (expr_take_type(p, &type)) {
        e = take_cast(p, expr_size_of(p, type.s));
    } else {
        p->l.p = inside;
        e = expr_parse(p);
        expr_expect(p, ")");
    }
    text_free(&type);
    return e;
}

/* Takes the text after "REC": a field, or an element of a field that is an array. */
static struct expr *take_record(struct expr_parser *p)
{
    expr_expect(p, "->");
    struct expr *e = expr_take_field(p, EXPR_FIELD);
    uint64_t index;
    if (p->bad || !lexer_take_text(&p->l, "["))
        return e;
    p->bad = !lexer_number(&p->l, &index) || !e->field->element || index >= e->size / e->field->element;
    expr_expect(p, "]");
    e->kind = EXPR_ELEMENT;
    e->size = e->field->element;
    if (!p->bad)
        e->offset += (uint32_t)index * e->size;
    return e;
}

static struct expr *take_name(struct expr_parser *p)
{
    struct lexer_word w = lexer_word(&p->l);
    p->bad = p->bad || !w.n;
    if (lexer_word_is(w, "REC"))
        return take_record(p);
    if (w.n && lexer_take_text(&p->l, "("))
        return take_call(p, w);
    return expr_make_text(p, w.s, w.n);
}

/* Takes a number, or a character in single quotes. */
static struct expr *parse_take_number(struct expr_parser *p)
{
    uint64_t v = 0;
    bool ok;
    if (lexer_peek(&p->l) == '\'')
        ok = lexer_character(&p->l, &v);
    else
        ok = lexer_number(&p->l, &v);
    p->bad = p->bad || !ok;
    return expr_make_number(p, v);
}

static struct expr *take_plain_operand(struct expr_parser *p)
{
    char c = lexer_peek(&p->l);
    if (c == '"')
        return expr_take_string(p);
    if (c == '\'' || (c >= '0' && c <= '9'))
        return parse_take_number(p);
    if (lexer_take_text(&p->l, "("))
        return take_brackets(p);
    if (!c || !strchr("!~-", c))
        return take_name(p);
    p->l.p++;
    enum expr_kind kind = EXPR_INVERSE;
    if (c == '-')
        kind = EXPR_MINUS;
    else if (c == '!')
        kind = EXPR_NOT;
    return expr_make_operation(p, kind, expr_make_number(p, 0), take_operand(p));
}

/* Calls take() one level deeper. Beyond the deepest level it sets `bad` instead. */
static struct expr *take_deeper(struct expr_parser *p, struct expr *(*take)(struct expr_parser *p))
{
    p->bad = p->bad || p->depth == DEEPEST;
    p->depth++;
    struct expr *e = p->bad ? expr_make_number(p, 0) : take(p);
    p->depth--;
    return e;
}

static struct expr *take_operand(struct expr_parser *p)
{
    return take_deeper(p, take_plain_operand);
}

/* Takes operands, and between them the operators of at least this rank. */
static struct expr *take_operation(struct expr_parser *p, unsigned rank)
{
    const size_t all = COUNT(operators);
    struct expr *e = take_operand(p);
    while (!p->bad) {
        const char *before = p->l.p;
        size_t i = 0;
        while (i < all && !lexer_take_text(&p->l, operators[i].op))
            i++;
        if (i == all || operators[i].rank < rank) {
            p->l.p = before;
            break;
        }
        e = expr_make_operation(p, operators[i].kind, e, take_operation(p, operators[i].rank + 1));
    }
    return e;
}

static struct expr *take_choice(struct expr_parser *p)
{
    struct expr *e = take_operation(p, 1);
    if (p->bad || !lexer_take_text(&p->l, "?"))
        return e;
    const struct expr *a = expr_parse(p);
    expr_expect(p, ":");
    struct expr *choice = expr_make_node(p, EXPR_CHOICE, a, expr_parse(p));
    choice->c = e;
    if (e->depth >= choice->depth)
        choice->depth = (uint16_t)(e->depth + 1);
    return choice;
}

struct expr *expr_parse(struct expr_parser *p)
{
    return take_deeper(p, take_choice);
}
