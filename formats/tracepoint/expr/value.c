/* Evaluates trees to numbers and to bytes of a record. */
#include "formats/tracepoint/expr/expr.h"
#include "formats/tracepoint/expr/expr_functions.h"

/* The number in a field or an element, which is inside the record. */
static uint64_t place_value(const struct expr *e, const struct expr_record *r)
{
    return load_number((struct span){ r->raw.p + e->offset, e->size }, r->order);
}

struct span expr_bytes(const struct expr *e, const struct expr_record *r)
{
    uint64_t at = e->offset, n = e->size;
    if (!n)
        n = r->raw.n - e->offset; /* an array without a size extends to the end of the record */
    if (e->kind != EXPR_FIELD) {
        uint64_t word = place_value(e, r);
        at = word & 0xffff;
        if (e->field->relative)
            at += e->offset + e->size;
        n = 0;
        if (e->size > 2)
            n = word >> 16 & 0xffff;
        else if (at < r->raw.n)
            n = r->raw.n - at;
    }
    if (at > r->raw.n || n > r->raw.n - at)
        return (struct span){ NULL, 0 };
    return (struct span){ r->raw.p + at, (size_t)n };
}

uint64_t expr_call(const struct expr *e, struct expr_record *r, struct text *out)
{
    struct span array = { NULL, 0 };
    if (e->a->kind == EXPR_ARRAY)
        array = expr_bytes(e->a, r);
    return e->function->call(array, expr_value(e->b, r), out);
}

// clang-format off
uint64_t expr_operate(enum expr_kind kind, uint64_t a, uint64_t b)
{
    switch (kind) {
    case EXPR_NOT:         return !b;
    case EXPR_INVERSE:     return ~b;
    case EXPR_EQUAL:       return a == b;
    case EXPR_UNEQUAL:     return a != b;
    case EXPR_LESS:        return a < b;
    case EXPR_LESS_EQUAL:  return a <= b;
    case EXPR_MORE:        return a > b;
    case EXPR_MORE_EQUAL:  return a >= b;
    case EXPR_BOTH:        return a && b;
    case EXPR_EITHER:      return a || b;
    case EXPR_AND:         return a & b;
    case EXPR_OR:          return a | b;
    case EXPR_XOR:         return a ^ b;
    case EXPR_LEFT:        return a << (b & 63);
    case EXPR_RIGHT:       return a >> (b & 63);
    case EXPR_PLUS:        return a + b;
    case EXPR_MINUS:       return a - b;
    case EXPR_TIMES:       return a * b;
    case EXPR_OVER:        if (b)
            return a / b;
        return 0;
    case EXPR_MODULO:      if (b)
            return a % b;
        return 0;
    default:                return 0;
    }
}
// clang-format on

uint64_t expr_value(const struct expr *e, struct expr_record *r)
{
    if (e->kind == EXPR_FIELD || e->kind == EXPR_ELEMENT)
        return place_value(e, r);
    switch (e->kind) {
    case EXPR_NUMBER:
        return e->v;
    case EXPR_LENGTH:
        return expr_bytes(e, r).n;
    case EXPR_MASK:
        return expr_value(e->a, r) & e->v;
    case EXPR_CHOICE:
        return expr_value(expr_value(e->c, r) ? e->a : e->b, r);
    case EXPR_CALL: {
        struct text ignored = { 0 };
        uint64_t v = expr_call(e, r, &ignored);
        text_free(&ignored);
        return v;
    }
    default:
        break;
    }
    if (e->kind < EXPR_NOT || e->kind > EXPR_MODULO)
        return 0;
    uint64_t a = expr_value(e->a, r), b = expr_value(e->b, r);
    r->failed = r->failed || (!b && (e->kind == EXPR_OVER || e->kind == EXPR_MODULO));
    return expr_operate(e->kind, a, b);
}
