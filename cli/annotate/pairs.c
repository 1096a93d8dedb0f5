#include "cli/annotate/pairs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/show/same_name.h"

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

/* What functions are joined by, one after the other. */
enum join {
    JOIN_WAS /* --was */,
    JOIN_NAME_AND_OBJECT,
    JOIN_NAME,
    JOIN_SAME_NAME /* without what compilers add to it */,
    JOINS
};

/* A number; 0: it is not joined. */
static uint32_t name_of(struct pairs *all, const struct annotation *sides, const struct pair *p, enum join by)
{
    const int side = p->of[0] ? 0 : 1;
    struct text t = { 0 }, same = { 0 };
    const struct annotate_opts *o = sides[side].o;
    if (by == JOIN_WAS) {
        const char *called = !side ? o->was : o->symbols.n ? *o->symbols.v : o->common.subject;
        return o->was && annotation_is_named(&sides[side], p->of[side]->symbol, called)
                   ? arena_names_id(&all->names, "")
                   : 0;
    }
    symtab_symbol_name(sides[side].s->demangle, p->of[side]->symbol, &t);
    if (by == JOIN_SAME_NAME)
        same_name_function(t.s, &same);
    text_add(&t, "\n");
    text_add(&t, by == JOIN_NAME_AND_OBJECT ? p->of[side]->object->name : "");
    uint32_t id = arena_names_id(&all->names, by == JOIN_SAME_NAME ? same.s : t.s);
    text_free(&t);
    text_free(&same);
    return id;
}

/* Join what stands alone on both sides; the first of several of one name. Pairs of the first side come first. */
static void join(struct pairs *all, const struct annotation *sides, enum join by)
{
    uint32_t *last = mem_new(2 * all->n + (size_t)all->names.n + 1, sizeof(*last)); /* by id: the pair, + 1 */
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct pair *p = &all->v[i];
        const bool alone = !p->of[0] || !p->of[1];
        const uint32_t id = alone ? name_of(all, sides, p, by) : 0;
        uint32_t *at = id ? &last[id] : NULL;
        struct pair *other = at && *at && !p->of[0] ? &all->v[*at - 1] : NULL;
        if (other) {
            other->of[1] = p->of[1];
            other->share = p->share > other->share ? p->share : other->share;
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

/* What is asked for by name may have another one on the other side. */
static void drop_unasked(struct pairs *p, const struct annotation *sides)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        bool asked = !annotation_asks(sides[0].o);
        for (int side = 0; side < SIDES; side++)
            asked = asked || (p->v[i].of[side] && annotation_is_asked(&sides[side], p->v[i].of[side]));
        if (asked)
            p->v[kept++] = p->v[i];
    }
    p->n = kept;
}

static int larger(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    const struct hot_function *f = x->of[0] ? x->of[0] : x->of[1], *g = y->of[0] ? y->of[0] : y->of[1];
    return x->share != y->share ? (x->share < y->share ? 1 : -1)
                                : (f->first > g->first) - (f->first < g->first);
}

void pairs_make(struct pairs *p, const struct annotation *sides, const uint32_t *events)
{
    const struct annotate_opts *o = sides[0].o;
    *p = (struct pairs){ .n = 0 };
    for (int side = 0; side < SIDES; side++)
        add_side(p, &sides[side], side, events[side]);
    for (int by = 0; by < JOINS; by++)
        join(p, sides, (enum join)by);
    drop_unasked(p, sides);
    if (p->n)
        qsort(p->v, p->n, sizeof(*p->v), larger);
    p->chosen = p->n;
    while (p->chosen && o->percent_limit > 0 && p->v[p->chosen - 1].share < o->percent_limit)
        p->chosen--;
    if (!annotation_asks(o) && o->percent_limit < 0 && o->top && p->chosen > o->top)
        p->chosen = o->top;
    pairs_find_unsampled(p, sides, events);
}

void pairs_free(struct pairs *p)
{
    free(p->v);
    free(p->unsampled);
    arena_names_free(&p->names);
    *p = (struct pairs){ .n = 0 };
}
