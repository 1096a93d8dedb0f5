#include "formats/tracepoint/guard.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 256, FARTHEST_INDEX = 4096 };

/* How far its fields reach; false when that is nowhere in a record. */
static bool fields_fit(const struct tep_format_field *f, size_t *needs)
{
    for (; f; f = f->next) {
        if (f->offset < 0 || f->size < 0 || f->offset > GUARD_RECORD || f->size > GUARD_RECORD - f->offset)
            return false;
        size_t end = (size_t)f->offset + (size_t)f->size;
        *needs = end > *needs ? end : *needs;
    }
    return true;
}

/* Whether it is a number that the format itself tells, and which. */
static bool is_number(const struct tep_print_arg *a, unsigned long long *v)
{
    while (a && a->type == TEP_PRINT_TYPE)
        a = a->typecast.item;
    if (!a || a->type != TEP_PRINT_ATOM)
        return false;
    char *end;
    *v = strtoull(a->atom.atom, &end, 0);
    return end != a->atom.atom;
}

/* A field by its name; the library looks it up by that, too. */
static const struct tep_format_field *field_named(const struct tep_event *ev, const char *name)
{
    for (const struct tep_format_field *f = ev->format.common_fields; f; f = f->next)
        if (!strcmp(f->name, name))
            return f;
    for (const struct tep_format_field *f = ev->format.fields; f; f = f->next)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

/* Whether a number of elements is bounded: told by the format, the length of a dynamic array (16 bits), or a
   field that is looked at in each record. */
static bool is_bounded(struct guard *g, const struct tep_event *ev, const struct tep_print_arg *a)
{
    unsigned long long v;
    if (is_number(a, &v))
        return v < GUARD_ELEMENTS;
    while (a && a->type == TEP_PRINT_TYPE)
        a = a->typecast.item;
    if (!a)
        return false;
    if (a->type == TEP_PRINT_DYNAMIC_ARRAY_LEN)
        return true;
    if (a->type == TEP_PRINT_FIELD && g->nlengths < GUARD_LENGTHS) {
        g->lengths[g->nlengths] = field_named(ev, a->field.name);
        return g->lengths[g->nlengths++];
    }
    return a->type == TEP_PRINT_OP && (!strcmp(a->op.op, "/") || !strcmp(a->op.op, ">>")) &&
           is_bounded(g, ev, a->op.left);
}

static bool args_are_safe(struct guard *g, const struct tep_event *ev, const struct tep_print_arg *a,
                          unsigned depth);

static bool op_is_safe(struct guard *g, const struct tep_event *ev, const struct tep_print_arg_op *op,
                       unsigned depth)
{
    unsigned long long v;
    if (!op->op || !op->right)
        return false;
    if ((op->op[0] == '/' || op->op[0] == '%') && !(is_number(op->right, &v) && v))
        return false;
    if (op->op[0] == '[' && !(is_number(op->right, &v) && v < FARTHEST_INDEX))
        return false;
    return (!op->left || args_are_safe(g, ev, op->left, depth)) && args_are_safe(g, ev, op->right, depth);
}

/* Whether the place of an array is one that the library looks up: a field, or a dynamic array. */
static bool is_array(const struct tep_print_arg *a)
{
    return a && ((a->type == TEP_PRINT_DYNAMIC_ARRAY && a->dynarray.field) || a->type == TEP_PRINT_FIELD);
}

static bool args_are_safe(struct guard *g, const struct tep_event *ev, const struct tep_print_arg *a,
                          unsigned depth)
{
    if (depth > DEEPEST)
        return false;
    for (; a; a = a->next) {
        bool ok = true;
        switch (a->type) {
        case TEP_PRINT_HEX:
        case TEP_PRINT_HEX_STR:
            ok = is_array(a->hex.field) && is_bounded(g, ev, a->hex.size);
            break;
        case TEP_PRINT_INT_ARRAY:
            ok = is_array(a->int_array.field) && is_bounded(g, ev, a->int_array.count);
            break;
        case TEP_PRINT_FLAGS:
            ok = args_are_safe(g, ev, a->flags.field, depth + 1);
            break;
        case TEP_PRINT_SYMBOL:
            ok = args_are_safe(g, ev, a->symbol.field, depth + 1);
            break;
        case TEP_PRINT_TYPE:
            ok = args_are_safe(g, ev, a->typecast.item, depth + 1);
            break;
        case TEP_PRINT_DYNAMIC_ARRAY:
        case TEP_PRINT_DYNAMIC_ARRAY_LEN:
            ok = a->dynarray.field != NULL;
            break;
        case TEP_PRINT_OP:
            ok = op_is_safe(g, ev, &a->op, depth + 1);
            break;
        case TEP_PRINT_FUNC: /* one of functions.h, whose arguments the grammar has seen */
            ok = args_are_safe(g, ev, a->func.args, depth + 1);
            break;
        default:
            break;
        }
        if (!ok)
            return false;
    }
    return true;
}

bool guard_event(struct guard *g, const struct tep_event *ev)
{
    *g = (struct guard){ 0 };
    if (!fields_fit(ev->format.common_fields, &g->needs) || !fields_fit(ev->format.fields, &g->needs))
        return false;
    bool own = ev->flags & (TEP_EVENT_FL_ISBPRINT | TEP_EVENT_FL_ISFUNCENT | TEP_EVENT_FL_ISFUNCRET);
    bool told = ev->print_fmt.format && *ev->print_fmt.format;
    g->pretty = told && !own && !(ev->flags & (int)TEP_EVENT_FL_FAILED) &&
                args_are_safe(g, ev, ev->print_fmt.args, 0);
    return true;
}

bool guard_record(const struct guard *g, const void *data)
{
    unsigned long long v = 0;
    bool ok = g->pretty;
    for (size_t i = 0; i < g->nlengths && ok; i++) {
        union {
            const struct tep_format_field *c;
            struct tep_format_field *v;
        } field = { g->lengths[i] };
        ok = !tep_read_number_field(field.v, data, &v) && v < GUARD_ELEMENTS;
    }
    return ok;
}
