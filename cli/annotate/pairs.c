#include "cli/annotate/pairs.h"

#include <stdlib.h>

#include "core/base/mem.h"

static void add_side(struct pairs *p, const struct annotation *a, int side, uint32_t event)
{
    size_t n;
    const struct hot_function **f = weights_hottest(&a->w, event, 1, &n);
    const uint64_t all = a->w.totals[event].period;
    for (size_t i = 0; i < n; i++) {
        const struct weight w = weights_of(&a->w, f[i], event);
        struct pair one = { .share = all ? 100.0 * (double)w.period / (double)all : 0 };
        one.of[side] = f[i];
        if (annotation_asks(a->o) && !annotation_is_asked(a, f[i]))
            continue;
        p->v = mem_room(p->v, p->n, &p->cap, sizeof(*p->v));
        p->v[p->n++] = one;
    }
    free(f);
}

/* What functions are joined by: their name and, at first, their object's. */
static uint32_t name_of(struct pairs *all, const struct annotation *sides, const struct pair *p,
                        bool with_object)
{
    const int side = p->of[0] ? 0 : 1;
    struct text t = { 0 };
    symtab_symbol_name(sides[side].s->demangle, p->of[side]->symbol, &t);
    text_add(&t, "\n");
    text_add(&t, with_object ? p->of[side]->object->name : "");
    uint32_t id = arena_names_id(&all->names, t.s);
    text_free(&t);
    return id;
}

/* Join what stands alone on both sides; the first of several of one name. Pairs of the first side come first. */
static void join(struct pairs *all, const struct annotation *sides, bool with_object)
{
    uint32_t *last = mem_new(2 * all->n + (size_t)all->names.n + 1, sizeof(*last)); /* by id: the pair, + 1 */
    size_t kept = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct pair *p = &all->v[i];
        const bool alone = !p->of[0] || !p->of[1];
        uint32_t *at = alone ? &last[name_of(all, sides, p, with_object)] : NULL;
        struct pair *other = at && *at && !p->of[0] ? &all->v[*at - 1] : NULL;
        if (other) {
            other->of[1] = p->of[1];
            other->share = p->share > other->share ? p->share : other->share;
            *at = 0;
            continue;
        }
        if (alone && p->of[0] && !*at)
            *at = (uint32_t)kept + 1;
        all->v[kept++] = *p;
    }
    all->n = kept;
    free(last);
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
    join(p, sides, true);
    join(p, sides, false);
    if (p->n)
        qsort(p->v, p->n, sizeof(*p->v), larger);
    p->chosen = p->n;
    while (p->chosen && o->percent_limit > 0 && p->v[p->chosen - 1].share < o->percent_limit)
        p->chosen--;
    if (!annotation_asks(o) && o->percent_limit < 0 && o->top && p->chosen > o->top)
        p->chosen = o->top;
}

void pairs_free(struct pairs *p)
{
    free(p->v);
    arena_names_free(&p->names);
    *p = (struct pairs){ .n = 0 };
}
