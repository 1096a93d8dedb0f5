#include "lib/question/annotate/pairs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/compare/same_name.h"

static void add_side(struct pairs *p, const struct annotation *a, int side, uint32_t event)
{
    size_t n;
    const struct hot_function **f = weights_hottest(&a->w, event, 1, &n);
    const uint64_t all = a->w.totals[event].period;
    for (size_t i = 0; i < n; i++) {
        const struct weight w = weights_of(&a->w, f[i], event);
        struct pair one = { .share = all ? 100.0 * (double)w.period / (double)all : 0 };
        one.of[side] = f[i];
        *MEM_ADD(p->v, p->n, p->cap) = one;
    }
    free(f);
}

/* The ways to match functions, in the order in which they are tried. */
enum join {
    JOIN_WAS_IN_OBJECT /* --was, in an object of the same name without its version */,
    JOIN_NAME_AND_OBJECT,
    JOIN_WAS /* --was, in any object, if each side has one such function and none was matched so far */,
    JOIN_NAME,
    JOIN_SAME_NAME /* names without the suffixes that compilers add */,
    JOINS
};

/* Whether a function is one of the two that --was names: on the second side the requested function, on the
   first side the function with its former name. */
static bool is_renamed(const struct annotation *sides, const struct pair *p)
{
    const int side = p->of[0] ? 0 : 1;
    const struct annotate_opts *o = sides[side].o;
    const char *called = o->was;
    if (side)
        called = o->symbols.n ? *o->symbols.v : o->common.subject;
    return o->was && annotation_symbol_is_named(&sides[side], p->of[side]->symbol, called);
}

/* The id of the name by which a function is matched; 0: it is not matched in this way. */
static uint32_t pairs_name_of(struct pairs *all, const struct annotation *sides, const struct pair *p,
                              enum join by)
{
    const int side = p->of[0] ? 0 : 1;
    struct text t = { 0 }, same = { 0 };
    if (by == JOIN_WAS || by == JOIN_WAS_IN_OBJECT) {
        if (!is_renamed(sides, p))
            return 0;
        if (by == JOIN_WAS_IN_OBJECT)
            same_name_strip_object(p->of[side]->object->name, &same);
        uint32_t id = arena_names_id(&all->names, text_str(&same));
        text_free(&same);
        return id;
    }
    symtab_symbol_name(sides[side].s->o.demangle, p->of[side]->symbol, &t);
    if (by == JOIN_SAME_NAME)
        same_name_strip_function(t.s, &same);
    text_add(&t, "\n");
    if (by == JOIN_NAME_AND_OBJECT)
        text_add(&t, p->of[side]->object->name);
    uint32_t id = arena_names_id(&all->names, by == JOIN_SAME_NAME ? same.s : t.s);
    text_free(&t);
    text_free(&same);
    return id;
}

/* Whether --was may mean several functions. `unclear` receives them. */
static bool is_unclear(struct pairs *all, const struct annotation *sides)
{
    size_t n[SIDES] = { 0 };
    struct text t = { 0 }, name = { 0 };
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < all->n; i++) {
            const struct pair *p = &all->v[i];
            if (p->of[!side] || !is_renamed(sides, p))
                continue;
            if (!n[side])
                text_add(&t, side ? "; on the second: " : "on the first side: ");
            else
                text_add(&t, ", ");
            n[side]++;
            symtab_symbol_name(sides[side].s->o.demangle, p->of[side]->symbol, &name);
            text_add_clean(&t, name.s);
            text_add(&t, " in ");
            name.n = 0;
            text_add_clean(&t, p->of[side]->object->name);
        }
    text_free(&name);
    const bool is = n[0] && n[1] && n[0] + n[1] > 2;
    if (is)
        all->unclear = t;
    else
        text_free(&t);
    return is;
}

/* Matches functions that are not matched yet on both sides; of several functions with one name, the first. Pairs with
   a function of the first side come first. */
static void pairs_join(struct pairs *all, const struct annotation *sides, enum join by)
{
    /* by id: index + 1 of the pair */
    uint32_t *last = mem_new(2 * all->n + (size_t)all->names.n + 1, sizeof(*last));
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct pair *p = &all->v[i];
        const bool alone = !p->of[0] || !p->of[1];
        const uint32_t id = alone ? pairs_name_of(all, sides, p, by) : 0;
        uint32_t *at = id ? &last[id] : NULL;
        struct pair *other = at && *at && !p->of[0] ? &all->v[*at - 1] : NULL;
        if (other) {
            other->of[1] = p->of[1];
            if (p->share > other->share)
                other->share = p->share;
            *at = 0;
            continue;
        }
        if (at && p->of[0] && !*at)
            *at = (uint32_t)kept + 1;
        all->v[kept++] = *p;
    }
    all->n = kept;
    free(last);
}

/* Drops pairs that are not requested. A requested function may have another name on the other side. */
static void drop_unasked(struct pairs *p, const struct annotation *sides)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        bool asked = !annotation_has_names(sides[0].o);
        for (int side = 0; side < SIDES; side++)
            asked = asked || (p->v[i].of[side] && annotation_is_asked(&sides[side], p->v[i].of[side]));
        if (asked)
            p->v[kept++] = p->v[i];
    }
    p->n = kept;
}

static int pairs_larger(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    const struct hot_function *f = x->of[0] ? x->of[0] : x->of[1];
    const struct hot_function *g = y->of[0] ? y->of[0] : y->of[1];
    if (x->share != y->share)
        return (x->share < y->share ? 1 : -1);
    return (f->first > g->first) - (f->first < g->first);
}

void pairs_make_of_functions(struct pairs *p, const struct annotation *sides, const uint32_t *events)
{
    const struct annotate_opts *o = sides[0].o;
    bool renamed = false;
    *p = (struct pairs){ .n = 0 };
    for (int side = 0; side < SIDES; side++)
        add_side(p, &sides[side], side, events[side]);
    for (int by = 0; by < JOINS; by++)
        if (by != JOIN_WAS || (!renamed && !is_unclear(p, sides))) {
            const size_t n = p->n;
            pairs_join(p, sides, (enum join)by);
            renamed = renamed || (by == JOIN_WAS_IN_OBJECT && p->n < n);
        }
    drop_unasked(p, sides);
    mem_sort(p->v, p->n, sizeof(*p->v), pairs_larger);
    p->chosen = p->n;
    while (p->chosen && o->percent_limit > 0 && p->v[p->chosen - 1].share < o->percent_limit)
        p->chosen--;
    if (!annotation_has_names(o) && o->percent_limit < 0 && o->top && p->chosen > o->top)
        p->chosen = o->top;
    pairs_find_unsampled(p, sides, events);
}

void pairs_free(struct pairs *p)
{
    free(p->v);
    free(p->unsampled);
    text_free(&p->unclear);
    arena_names_free(&p->names);
    *p = (struct pairs){ .n = 0 };
}
