/* Makes the nodes of trees, within their limits, and takes the strings, fields and types in them. */
#include <assert.h>

#include "formats/tracepoint/expr/expr.h"

enum { DEEPEST = 128, MOST_NODES = 1 << 14 };

void expr_expect(struct expr_parser *p, const char *s)
{
    p->bad = p->bad || !lexer_take_text(&p->l, s);
}

static struct expr *expr_make(struct expr_parser *p, enum expr_kind kind)
{
    struct expr *e = arena_new(p->arena, sizeof(*e));
    p->bad = p->bad || ++p->nodes > MOST_NODES;
    e->kind = kind;
    return e;
}

struct expr *expr_make_node(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                            const struct expr *b)
{
    struct expr *e = expr_make(p, kind);
    e->a = a;
    e->b = b;
    e->depth = (uint16_t)(a->depth + 1);
    if (b->depth > a->depth)
        e->depth = (uint16_t)(b->depth + 1);
    p->bad = p->bad || e->depth > DEEPEST;
    return e;
}

struct expr *expr_make_number(struct expr_parser *p, uint64_t v)
{
    struct expr *e = expr_make(p, EXPR_NUMBER);
    e->v = v;
    return e;
}

struct expr *expr_make_operation(struct expr_parser *p, enum expr_kind kind, const struct expr *a,
                                 const struct expr *b)
{
    assert(a && b);
    bool fails = (kind == EXPR_OVER || kind == EXPR_MODULO) && !b->v;
    if (a->kind == EXPR_NUMBER && b->kind == EXPR_NUMBER && !fails)
        return expr_make_number(p, expr_operate(kind, a->v, b->v));
    return expr_make_node(p, kind, a, b);
}

struct expr *expr_make_text(struct expr_parser *p, const char *s, size_t n)
{
    assert(s || !n);
    struct expr *e = expr_make(p, EXPR_STRING);
    struct text t = { 0 };
    text_add_clean_n(&t, s, n);
    e->text = arena_text(p->arena, t.s, t.n);
    text_free(&t);
    return e;
}

struct expr *expr_take_string(struct expr_parser *p)
{
    struct text t = { 0 };
    p->bad = p->bad || !lexer_string(&p->l, &t);
    struct expr *e = expr_make_text(p, t.s, t.n);
    text_free(&t);
    return e;
}

struct expr *expr_take_field(struct expr_parser *p, enum expr_kind kind)
{
    struct lexer_word w = lexer_word(&p->l);
    struct expr *e = expr_make(p, kind);
    for (size_t i = 0; w.n && !e->field && i < p->ev->n; i++)
        if (lexer_word_is(w, p->ev->fields[i].name))
            e->field = &p->ev->fields[i];
    if (!e->field) {
        p->bad = true;
        return e;
    }
    e->offset = e->field->offset;
    e->size = e->field->size;
    return e;
}

uint64_t expr_size_of(const struct expr_parser *p, const char *type)
{
    static const struct {
        const char *type;
        uint8_t size; /* 0: the size of a long */
    } sizes[] = { { "char", 1 },     { "short", 2 },     { "int", 4 },   { "long", 0 },  { "long long", 8 },
                  { "long int", 0 }, { "short int", 2 }, { "u8", 1 },    { "u16", 2 },   { "u32", 4 },
                  { "u64", 8 },      { "s8", 1 },        { "s16", 2 },   { "s32", 4 },   { "s64", 8 },
                  { "size_t", 0 },   { "ssize_t", 0 },   { "pid_t", 4 }, { "dev_t", 4 }, { "loff_t", 8 },
                  { "uint8_t", 1 },  { "uint16_t", 2 },  { "gfp_t", 4 }, { "uint", 4 },  { "ulong", 0 },
                  { "uint32_t", 4 }, { "uint64_t", 8 } };
    bool bare = !strcmp(type, "unsigned") || !strcmp(type, "signed");
    if (!strncmp(type, "unsigned ", 9))
        type += 9;
    if (!strncmp(type, "__", 2))
        type += 2;
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (!strcmp(sizes[i].type, type)) {
            if (sizes[i].size)
                return sizes[i].size;
            return p->long_size;
        }
    if (bare)
        return 4;
    return 0;
}

bool expr_take_type(struct expr_parser *p, struct text *type)
{
    static const char *const words[] = { "unsigned", "signed", "void", "const",
                                         "bool",     "struct", "enum", "union" };
    struct lexer_word w = lexer_word(&p->l), last = w;
    bool known = false;
    for (; w.n; w = lexer_word(&p->l)) {
        for (size_t i = 0; i < COUNT(words); i++)
            known = known || lexer_word_is(w, words[i]);
        if (type->n)
            text_add(type, " ");
        text_add_n(type, w.s, w.n);
        last = w;
    }
    known = known || (type->n && expr_size_of(p, type->s)) ||
            (last.n > 2 && !memcmp(last.s + last.n - 2, "_t", 2));
    for (; type->n && lexer_take_text(&p->l, "*"); known = true)
        text_add(type, " *");
    return known && lexer_take_text(&p->l, ")");
}
