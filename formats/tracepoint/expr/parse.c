/* The grammar of arguments: C's expressions of numbers, with its precedence, and the calls that the macros of
 * include/trace/stages make. What has only numbers in it is computed at once. */
#include "formats/tracepoint/expr/make.h"

enum { DEEPEST = 128 };

/* C11, 6.5: a higher rank binds closer. Of two that begin alike the longer is in front. */
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

static struct expr *take_operand(struct expr_parser *p);

/* What a cast leaves of a value: all, where the type's size is not known. */
static struct expr *take_cast(struct expr_parser *p, uint64_t bytes)
{
    struct expr *a = take_operand(p), *e;
    uint64_t mask = bytes && bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
    if (mask == UINT64_MAX)
        return a;
    if (a->kind == EXPR_NUMBER)
        return expr_make_number(p, a->v & mask);
    e = expr_make_over(p, EXPR_MASK, a, a);
    e->v = mask;
    return e;
}

/* Behind "(": a cast, or an expression. */
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

/* Behind "REC": a field, or an element of one, which is a number in its place. */
static struct expr *take_record(struct expr_parser *p)
{
    expr_expect(p, "->");
    struct expr *e = expr_take_field(p, EXPR_FIELD);
    uint64_t index;
    if (p->bad || !lexer_take(&p->l, "["))
        return e;
    p->bad = !lexer_number(&p->l, &index) || !e->field->element || index >= e->size / e->field->element;
    expr_expect(p, "]");
    e->kind = EXPR_ELEMENT;
    e->size = e->field->element;
    e->offset += p->bad ? 0 : (uint32_t)index * e->size;
    return e;
}

static struct expr *take_name(struct expr_parser *p)
{
    struct lexer_word w = lexer_word(&p->l);
    p->bad = p->bad || !w.n;
    if (lexer_is(w, "REC"))
        return take_record(p);
    if (w.n && lexer_take(&p->l, "("))
        return expr_take_call(p, w);
    return expr_make_text(p, w.s, w.n);
}

static struct expr *take_plain_operand(struct expr_parser *p)
{
    uint64_t v = 0;
    char c = lexer_peek(&p->l);
    if (c == '"')
        return expr_take_string(p);
    if (c == '\'' || (c >= '0' && c <= '9')) {
        p->bad = !(c == '\'' ? lexer_character : lexer_number)(&p->l, &v) || p->bad;
        return expr_make_number(p, v);
    }
    if (lexer_take(&p->l, "("))
        return take_brackets(p);
    if (!c || !strchr("!~-", c))
        return take_name(p);
    p->l.p++;
    enum expr_kind kind = c == '-' ? EXPR_MINUS : c == '!' ? EXPR_NOT : EXPR_INVERSE;
    return expr_make_operation(p, kind, expr_make_number(p, 0), take_operand(p));
}

/* One level deeper, or as deep as it may be. */
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

/* Operands with operators between them that bind at least as closely. */
static struct expr *take_operation(struct expr_parser *p, unsigned rank)
{
    const size_t all = COUNT(operators);
    struct expr *e = take_operand(p);
    while (!p->bad) {
        const char *before = p->l.p;
        size_t i = 0;
        while (i < all && !lexer_take(&p->l, operators[i].op))
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
    if (p->bad || !lexer_take(&p->l, "?"))
        return e;
    const struct expr *a = expr_parse(p);
    expr_expect(p, ":");
    struct expr *choice = expr_make_over(p, EXPR_CHOICE, a, expr_parse(p));
    choice->c = e;
    choice->depth = e->depth < choice->depth ? choice->depth : (uint16_t)(e->depth + 1);
    return choice;
}

struct expr *expr_parse(struct expr_parser *p)
{
    return take_deeper(p, take_choice);
}
