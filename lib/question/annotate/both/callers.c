#include "lib/question/annotate/both/both.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { EVENT, FUNCTION, CALLER, OLD, NEW = OLD + COLUMNS_WEIGHTS, SHOWN = NEW + COLUMNS_WEIGHTS };
enum { SHOWN_FUNCTION = SHOWN + COLUMNS_SHOWN, SHOWN_CALLER, ALL };

static const struct rows_column columns[ALL] = {
    ROWS_UNSEEN("event", TEXT),
    ROWS_UNSEEN("function", TEXT),
    ROWS_UNSEEN("caller", TEXT),
    COLUMNS_WEIGHT("old"),
    COLUMNS_WEIGHT("new"),
    COLUMNS_IN_TEXT,
    { .header = "Function", .width = 32, .type = VALUE_TEXT },
    { .header = "Inlined into", .type = VALUE_TEXT },
};

/* An inlined function in one caller, for one event. */
struct caller {
    uint32_t event;            /* index among the events of the new side */
    uint32_t function, caller; /* printed names; caller 0: the function is not inlined */
    bool there[SIDES];
    struct weight of[SIDES], all[SIDES]; /* all: totals of the event */
    /* share: in percent of `all`, the larger share of both sides; function_share: the same for all callers
       together */
    double share, function_share;
};

/* The element for an event, a function and its caller, at index `from` or later. */
static struct caller *caller_of(struct callers *c, size_t from, const struct annotate_view *v,
                                uint32_t function, uint32_t caller)
{
    uint32_t *at = idmap_find_or_add(&c->latest, (uint64_t)function << 32 | caller);
    if (*at > from && c->v[*at - 1].event == v[1].first)
        return &c->v[*at - 1];
    struct caller *one = MEM_ADD(c->v, c->n, c->cap);
    *one = (struct caller){ .event = v[1].first, .function = function, .caller = caller };
    *at = (uint32_t)c->n;
    for (int side = 0; side < SIDES; side++)
        one->all[side] = v[side].w->totals[v[side].first];
    return one;
}

static bool both_callers_is_asked(const struct annotation *a, const char *function)
{
    const char *word;
    bool is = !annotation_has_names(a->o);
    for (size_t i = 0; !is && i <= a->o->symbols.n; i++)
        is = (word = annotation_name_at(a->o, i)) &&
             annotation_symbol_is_named(a, &(struct symbol){ .name = function }, word);
    return is;
}

/* By node, whether it is inside another call of the same function; it then counts with that call.
   malloc'ed. */
static bool *inside_themselves(const struct inlined_tree *t)
{
    struct names names = { .n = 0 };
    uint32_t *function = mem_new(t->n, sizeof(*function));
    bool *inside = mem_new(t->n, sizeof(*inside));
    for (uint32_t i = 1; i < t->n; i++) { /* children come after their parents */
        if (t->v[i].function)
            function[i] = arena_names_id(&names, t->v[i].function);
        else
            function[i] = 0;
        for (uint32_t at = t->v[i].parent; at && !inside[i]; at = t->v[at].parent)
            inside[i] = function[at] == function[i];
    }
    free(function);
    arena_names_free(&names);
    return inside;
}

static uint32_t both_callers_name_of(struct callers *c, const struct annotate_view *v, const char *function)
{
    struct text t = { 0 };
    annotate_function(v, function, &t);
    const uint32_t id = arena_names_id(&c->names, text_str(&t));
    text_free(&t);
    return id;
}

void callers_add(struct callers *c, const struct annotation *sides, const struct both *b)
{
    const struct annotate_view *last = &b->v[b->v[1].l ? 1 : 0];
    const uint32_t into = both_callers_name_of(c, last, last->l->function->symbol->name);
    /* each function is shown once, so all its callers are new */
    const size_t from = c->n;
    for (int side = 0; side < SIDES; side++) {
        const struct inlined_tree *t = &b->trees[side];
        bool *inside = inside_themselves(t);
        for (uint32_t i = 1; i < t->n; i++) {
            const char *function = t->v[i].function;
            if (!function || inside[i] || !both_callers_is_asked(&sides[side], function))
                continue;
            struct caller *one =
                caller_of(c, from, b->v, both_callers_name_of(c, &b->v[side], function), into);
            one->there[side] = true;
            weight_add(&one->of[side], &t->all[t->v[i].weights]);
        }
        free(inside);
    }
}

void callers_add_own(struct callers *c, const struct annotation *sides, const struct annotate_view *v,
                     const struct pairs *pairs)
{
    size_t from = 0;
    bool *wanted = mem_new(c->names.n + 1, sizeof(*wanted));
    while (from < c->n && c->v[from].event != v[1].first)
        from++;
    for (size_t i = from; i < c->n; i++)
        wanted[c->v[i].function] = true;
    for (size_t i = 0; i < pairs->n && from < c->n; i++)
        for (int side = 0; side < SIDES; side++) {
            const struct hot_function *f = pairs->v[i].of[side];
            struct text t = { 0 };
            if (f)
                annotate_name(&v[side], f->symbol, &t);
            const uint32_t id = f ? arena_names_find(&c->names, text_str(&t)) : 0;
            text_free(&t);
            if (!id || !wanted[id])
                continue;
            const struct weight w = weights_of(&sides[side].w, f, v[side].first);
            struct caller *one = caller_of(c, from, v, id, 0);
            one->there[side] = true;
            weight_add(&one->of[side], &w);
        }
    free(wanted);
}

static double share_of(const struct caller *c, int side, bool hits)
{
    uint64_t part = c->of[side].period, whole = c->all[side].period;
    if (hits) {
        part = c->of[side].samples;
        whole = c->all[side].samples;
    }
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static int by_function(const void *a, const void *b, const void *arg UNUSED)
{
    const struct caller *x = a, *y = b;
    if (x->event != y->event) {
        if (x->event < y->event)
            return -1;
        return 1;
    }
    return (x->function > y->function) - (x->function < y->function);
}

static int heavier(const void *a, const void *b, const void *arg UNUSED)
{
    const struct caller *x = a, *y = b;
    if (x->event != y->event) {
        if (x->event < y->event)
            return -1;
        return 1;
    }
    if (x->function_share != y->function_share) {
        if (x->function_share < y->function_share)
            return 1;
        return -1;
    }
    if (x->function != y->function) {
        if (x->function < y->function)
            return -1;
        return 1;
    }
    return (x->share < y->share) - (x->share > y->share);
}

/* Sorts by event, then functions by cost, then the callers of a function by cost. */
static void put_in_order(struct callers *c, bool hits)
{
    sort_by(c->v, c->n, sizeof(*c->v), by_function, NULL);
    for (size_t i = 0, end; i < c->n; i = end) {
        double sums[SIDES] = { 0, 0 };
        for (end = i; end < c->n && !by_function(&c->v[i], &c->v[end], NULL); end++)
            for (int side = 0; side < SIDES; side++) {
                const double share = share_of(&c->v[end], side, hits);
                sums[side] += share;
                if (share > c->v[end].share)
                    c->v[end].share = share;
            }
        for (size_t k = i; k < end; k++)
            c->v[k].function_share = sums[sums[1] > sums[0]];
    }
    sort_by(c->v, c->n, sizeof(*c->v), heavier, NULL);
}

static void both_callers_show(const struct callers *c, const struct caller *one,
                              const struct annotate_view *v, bool hits, struct rows *r)
{
    const char *function = arena_names_text(&c->names, one->function);
    struct value cells[ALL];
    for (int side = 0; side < SIDES; side++) {
        struct value *to = cells + (side ? NEW : OLD);
        both_fill_weight(v, side, one->there[side] ? &one->of[side] : NULL, to, cells + SHOWN);
        to[COLUMNS_PERCENT] = value_percent(share_of(one, side, hits));
        if (one->there[side])
            cells[SHOWN + (side ? COLUMNS_SHOWN_NEW : COLUMNS_SHOWN_OLD) + 1] = to[COLUMNS_PERCENT];
    }
    const enum columns_change change = columns_change_of(one->there[0], one->there[1], true);
    cells[EVENT] = value_text(v[1].s->capture->events.v[one->event].name);
    cells[FUNCTION] = cells[SHOWN_FUNCTION] = value_text(function);
    cells[CALLER] = value_text(one->caller ? arena_names_text(&c->names, one->caller) : NULL);
    if (one->caller)
        cells[SHOWN_CALLER] = cells[CALLER];
    else
        cells[SHOWN_CALLER] = value_text("(nothing: a function of its own)");
    cells[SHOWN + COLUMNS_MARK] = value_text(columns_marks[change]);
    rows_row(r, cells);
}

void callers_show(struct callers *c, const struct annotate_view *v, struct rows *r)
{
    static const struct rows_table table = {
        .name = "inlined", .columns = columns, .n = ALL, .front = "#  ", .gap = "  "
    };
    const int type = v[0].o->percent_type;
    const bool hits = type == PERCENT_LOCAL_HITS || type == PERCENT_GLOBAL_HITS;
    put_in_order(c, hits);
    rows_table(r, &table);
    for (size_t i = 0; i < c->n; i++) {
        if (!i || c->v[i].event != c->v[i - 1].event) {
            struct text name = { 0 };
            text_add_clean(&name, v[1].s->capture->events.v[c->v[i].event].name);
            rows_print(r, "# where functions are inlined, of all samples of %s:\n", text_str(&name));
            rows_headings(r, &table);
            text_free(&name);
        }
        both_callers_show(c, &c->v[i], v, hits, r);
    }
    rows_table_end(r);
}

void callers_free(struct callers *c)
{
    free(c->v);
    arena_names_free(&c->names);
    idmap_free(&c->latest);
}
