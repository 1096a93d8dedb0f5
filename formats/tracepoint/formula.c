#include "formats/tracepoint/formula.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

enum kind {
    CONSTANT,
    FIELD,  /* a number in the record */
    LENGTH, /* of a dynamic array: the upper half of the word that tells its place */
    MASK,   /* a cast */
    CHOICE, /* ? : */
    NOT,
    INVERSE,
    EQUAL,
    UNEQUAL,
    LESS,
    LESS_EQUAL,
    MORE,
    MORE_EQUAL,
    BOTH,
    EITHER,
    AND,
    OR,
    LEFT,
    RIGHT,
    PLUS,
    MINUS,
    TIMES,
    OVER,
    MODULO,
};

struct formula {
    enum kind kind;
    enum byte_order order;
    uint32_t offset, size; /* of fields */
    uint64_t v;            /* of constants and masks */
    const struct formula *a, *b, *c;
};

static const struct {
    const char *op;
    enum kind kind;
} operators[] = {
    { "==", EQUAL },      { "!=", UNEQUAL }, { "<", LESS },    { "<=", LESS_EQUAL }, { ">", MORE },
    { ">=", MORE_EQUAL }, { "&&", BOTH },    { "||", EITHER }, { "&", AND },         { "|", OR },
    { "<<", LEFT },       { ">>", RIGHT },   { "+", PLUS },    { "-", MINUS },       { "*", TIMES },
    { "/", OVER },        { "%", MODULO },
};

static struct formula *make(const struct formulas *x, enum kind kind)
{
    struct formula *e = arena_new(x->arena, sizeof(*e));
    e->kind = kind;
    e->order = x->order;
    return e;
}

static const struct formula *constant(const struct formulas *x, uint64_t v)
{
    struct formula *e = make(x, CONSTANT);
    e->v = v;
    return e;
}

static const struct formula *number_at(struct formulas *x, enum kind kind, uint64_t offset, uint64_t size)
{
    struct formula *e = make(x, kind);
    if ((size != 1 && size != 2 && size != 4 && size != 8) || offset > UINT16_MAX)
        return NULL;
    e->offset = (uint32_t)offset;
    e->size = (uint32_t)size;
    x->needs = offset + size > x->needs ? (size_t)(offset + size) : x->needs;
    return e;
}

const struct tep_format_field *formula_field(const struct tep_event *ev, const char *name)
{
    const struct tep_format_field *lists[] = { ev->format.common_fields, ev->format.fields };
    for (size_t i = 0; i < 2; i++)
        for (const struct tep_format_field *f = lists[i]; f; f = f->next)
            if (!strcmp(f->name, name))
                return f;
    return NULL;
}

/* What a cast to a type leaves: types that libtraceevent does not know, and those of 64 bits, leave all. */
static uint64_t mask_of(const char *type)
{
    static const struct {
        const char *type;
        uint64_t mask;
    } types[] = {
        { "u8", UINT8_MAX },   { "s8", UINT8_MAX },   { "char", UINT8_MAX },
        { "u16", UINT16_MAX }, { "s16", UINT16_MAX }, { "short", UINT16_MAX },
        { "u32", UINT32_MAX }, { "s32", UINT32_MAX }, { "int", UINT32_MAX },
    };
    size_t n = strlen(type);
    if (!n || type[n - 1] == '*')
        return UINT64_MAX;
    if (!strncmp(type, "unsigned ", 9))
        type += 9;
    for (size_t i = 0; i < COUNT(types); i++)
        if (!strcmp(types[i].type, type))
            return types[i].mask;
    return UINT64_MAX;
}

static const struct formula *make_at(struct formulas *x, const struct tep_print_arg *arg, unsigned depth);

static const struct formula *make_cast(struct formulas *x, const struct tep_print_arg *arg, unsigned depth)
{
    struct formula *e = make(x, MASK);
    e->v = mask_of(arg->typecast.type);
    e->a = make_at(x, arg->typecast.item, depth + 1);
    return !e->a ? NULL : e->v == UINT64_MAX ? e->a : e;
}

/* An element of an array, which is in its place in the record. */
static const struct formula *make_element(struct formulas *x, const struct tep_print_arg *arg, unsigned depth)
{
    const struct formula *index = make_at(x, arg->op.right, depth + 1);
    if (!index || index->kind != CONSTANT || arg->op.left->type != TEP_PRINT_FIELD)
        return NULL;
    const struct tep_format_field *f = formula_field(x->event, arg->op.left->field.name);
    if (!f || !f->elementsize || index->v > UINT16_MAX)
        return NULL;
    return number_at(x, FIELD, (uint64_t)f->offset + index->v * f->elementsize, f->elementsize);
}

static const struct formula *make_choice(struct formulas *x, const struct tep_print_arg *arg, unsigned depth)
{
    struct formula *e = make(x, CHOICE);
    e->a = make_at(x, arg->op.left, depth + 1);
    if (arg->op.right->type != TEP_PRINT_OP)
        return NULL;
    e->b = make_at(x, arg->op.right->op.left, depth + 1);
    e->c = make_at(x, arg->op.right->op.right, depth + 1);
    return e->a && e->b && e->c ? e : NULL;
}

static const struct formula *make_operation(struct formulas *x, const struct tep_print_arg *arg,
                                            unsigned depth)
{
    const char *op = arg->op.op;
    if (!op || !arg->op.right)
        return NULL;
    if (!strcmp(op, "["))
        return make_element(x, arg, depth);
    if (!strcmp(op, "?"))
        return make_choice(x, arg, depth);
    struct formula *e = make(x, CONSTANT);
    if (!strcmp(op, "!") || !strcmp(op, "~")) {
        e->kind = *op == '!' ? NOT : INVERSE;
        e->a = make_at(x, arg->op.right, depth + 1);
        return !e->a ? NULL : e->a->kind == CONSTANT ? constant(x, formula_value(e, NULL)) : e;
    }
    for (size_t i = 0; i < COUNT(operators); i++)
        if (!strcmp(operators[i].op, op))
            e->kind = operators[i].kind;
    if (e->kind == CONSTANT || !arg->op.left)
        return NULL;
    e->a = make_at(x, arg->op.left, depth + 1);
    e->b = make_at(x, arg->op.right, depth + 1);
    if (!e->a || !e->b)
        return NULL;
    return e->a->kind == CONSTANT && e->b->kind == CONSTANT ? constant(x, formula_value(e, NULL)) : e;
}

static const struct formula *make_at(struct formulas *x, const struct tep_print_arg *arg, unsigned depth)
{
    const struct tep_format_field *f;
    if (!arg || depth > DEEPEST)
        return NULL;
    switch (arg->type) {
    case TEP_PRINT_NULL: /* left of an operator that has nothing there */
        return constant(x, 0);
    case TEP_PRINT_ATOM:
        return constant(x, strtoull(arg->atom.atom, NULL, 0));
    case TEP_PRINT_FIELD:
        f = formula_field(x->event, arg->field.name);
        return f ? number_at(x, FIELD, (uint64_t)f->offset, (uint64_t)f->size) : NULL;
    case TEP_PRINT_DYNAMIC_ARRAY_LEN:
        f = arg->dynarray.field;
        return f ? number_at(x, LENGTH, (uint64_t)f->offset, (uint64_t)f->size) : NULL;
    case TEP_PRINT_TYPE:
        return make_cast(x, arg, depth);
    case TEP_PRINT_OP:
        return make_operation(x, arg, depth);
    default:
        return NULL;
    }
}

const struct formula *formula_make(struct formulas *x, const struct tep_print_arg *arg)
{
    return make_at(x, arg, 0);
}

static uint64_t field_value(const struct formula *e, const uint8_t *record)
{
    const uint8_t *p = record + e->offset;
    return e->size == 8   ? load_u64(p, e->order)
           : e->size == 4 ? load_u32(p, e->order)
           : e->size == 2 ? load_u16(p, e->order)
                          : *p;
}

static uint64_t operate(enum kind kind, uint64_t a, uint64_t b)
{
    switch (kind) {
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case LESS:
        return a < b;
    case LESS_EQUAL:
        return a <= b;
    case MORE:
        return a > b;
    case MORE_EQUAL:
        return a >= b;
    case BOTH:
        return a && b;
    case EITHER:
        return a || b;
    case AND:
        return a & b;
    case OR:
        return a | b;
    case LEFT:
        return a << (b & 63);
    case RIGHT:
        return a >> (b & 63);
    case PLUS:
        return a + b;
    case MINUS:
        return a - b;
    case TIMES:
        return a * b;
    case OVER:
        return b ? a / b : 0;
    default:
        return b ? a % b : 0;
    }
}

uint64_t formula_value(const struct formula *e, const uint8_t *record)
{
    switch (e->kind) {
    case CONSTANT:
        return e->v;
    case FIELD:
        return field_value(e, record);
    case LENGTH:
        return field_value(e, record) >> 16;
    case MASK:
        return formula_value(e->a, record) & e->v;
    case CHOICE:
        return formula_value(formula_value(e->a, record) ? e->b : e->c, record);
    case NOT:
        return !formula_value(e->a, record);
    case INVERSE:
        return ~formula_value(e->a, record);
    default:
        return operate(e->kind, formula_value(e->a, record), formula_value(e->b, record));
    }
}
