/* The calls that the macros of include/trace/stages leave in a print format. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/tracepoint/expr/make.h"
#include "formats/tracepoint/expr/functions.h"

/* The value of a word: a name counts as -1, unless its number is known (linux/interrupt.h, linux/hrtimer.h).
 */
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
    return e->kind == EXPR_NUMBER ? (int64_t)e->v : -1;
}

/* "{ value, "word" }, ...". A row that has NULL for the word ends the table, and is not kept. */
static void take_words(struct expr_parser *p, struct expr *e)
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
    } while (!p->bad && lexer_take(&p->l, ","));
    e->words = kept = arena_new(p->arena, (e->nwords + 1) * sizeof(*kept));
    memcpy(kept, v, e->nwords * sizeof(*kept));
    free(v);
}

static struct expr *take_chosen(struct expr_parser *p, enum expr_kind kind)
{
    const struct expr *a = expr_parse(p);
    struct expr *e = expr_make_over(p, kind, a, a);
    expr_expect(p, ",");
    if (kind == EXPR_FLAGS) {
        e->text = expr_take_string(p)->text;
        expr_expect(p, ",");
    }
    take_words(p, e);
    return e;
}

/* An array, how many of it, and of numbers the bytes of each. */
static struct expr *take_elements(struct expr_parser *p, enum expr_kind kind)
{
    const struct expr *array = expr_parse(p);
    expr_expect(p, ",");
    struct expr *e = expr_make_over(p, kind, array, expr_parse(p));
    e->v = 1;
    if (kind == EXPR_ELEMENTS) {
        expr_expect(p, ",");
        const struct expr *size = expr_parse(p);
        e->v = size->kind == EXPR_NUMBER ? size->v : 0;
    }
    p->bad = p->bad || (array->kind != EXPR_FIELD && array->kind != EXPR_ARRAY) ||
             (e->v != 1 && e->v != 2 && e->v != 4 && e->v != 8);
    return e;
}

/* The size of a type or of a field. */
static struct expr *take_size(struct expr_parser *p)
{
    struct text type = { 0 };
    const char *inside = p->l.p;
    uint64_t size;
    if (expr_take_type(p, &type)) {
        size = type.s[type.n - 1] == '*' ? p->long_size : expr_size_of(p, type.s);
        p->l.p--; /* the bracket */
    } else {
        p->l.p = inside;
        expr_expect(p, "REC");
        expr_expect(p, "->");
        const struct expr *e = expr_take_field(p, EXPR_FIELD);
        size = e->field && !e->field->dynamic ? e->size : 0;
    }
    text_free(&type);
    p->bad = p->bad || !size;
    return expr_make_number(p, size);
}

/* One of the kernel's own functions. */
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
    struct expr *e = expr_make_over(p, EXPR_CALL, array, number);
    e->function = f;
    p->bad = p->bad || (strchr(f->args, 'a') && array->kind != EXPR_ARRAY);
    return e;
}

/* A dynamic array, be it __data_loc or __rel_loc. */
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
        if (lexer_is(name, calls[i].name))
            return calls[i].take(p, calls[i].kind);
    if (lexer_is(name, "sizeof"))
        return take_size(p);
    if (lexer_is(name, "__builtin_expect")) { /* its first argument */
        struct expr *e = expr_parse(p);
        expr_expect(p, ",");
        expr_parse(p);
        return e;
    }
    const struct trace_function *f = function_named(name.s, name.n);
    p->bad = p->bad || !f;
    return f ? take_function(p, f) : expr_make_number(p, 0);
}

struct expr *expr_take_call(struct expr_parser *p, struct lexer_word name)
{
    struct expr *e = take_arguments(p, name);
    expr_expect(p, ")");
    return e;
}
