/* Finds the functions that are requested by name. If none with a name has samples, finds the functions
   into which a function with this name is inlined. */
#include "lib/question/annotate/annotate_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/compare/same_name.h"

bool annotation_has_names(const struct annotate_opts *o)
{
    return o->common.subject || o->symbols.n;
}

const char *annotation_name_at(const struct annotate_opts *o, size_t i)
{
    if (i < o->symbols.n)
        return o->symbols.v[i];
    if (i == o->symbols.n)
        return o->common.subject;
    return NULL;
}

bool annotation_symbol_is_named(const struct annotation *a, const struct symbol *s, const char *name)
{
    struct text shown = { 0 }, same = { 0 };
    symtab_symbol_name(a->s->o.demangle, s, &shown);
    same_name_strip_function(shown.s, &same);
    bool is = !strcmp(shown.s, name) || !strcmp(s->name, name) || !strcmp(same.s, name);
    text_free(&shown);
    text_free(&same);
    return is;
}

bool annotation_each_inlined(const struct annotation *a, const struct hot_function *f,
                             bool (*see)(void *arg, const char *name), void *arg)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct place p = { .object = f->object, .table = f->table };
    uint64_t end = 0;
    for (size_t k = f->first; k < f->end; k++) {
        if (k > f->first && a->w.rows[k].at < end) /* the row has the same frames as the row before */
            continue;
        p.at = a->w.rows[k].at;
        size_t n = resolver_line_range(a->s->resolver, &p, frames, LINE_FRAMES_MOST, &end);
        for (size_t i = 0; i + 1 < n; i++)
            if (frames[i].function && see(arg, frames[i].function))
                return true;
    }
    return false;
}

/* A name to find. Several names at one place are one function, of which the last is stored. */
struct asked_name {
    const struct annotation *a;
    const char *name, *last;
    bool is;
};

static bool see_wanted(void *arg, const char *name)
{
    struct asked_name *w = arg;
    if (name != w->last)
        w->is = annotation_symbol_is_named(w->a, &(struct symbol){ .name = name }, w->name);
    w->last = name;
    return w->is;
}

static bool find_inlined(struct annotation *a, const char *name)
{
    struct asked_name w = { .a = a, .name = name };
    bool any = false;
    for (size_t i = 0; i < a->w.nfunctions; i++)
        if (annotation_each_inlined(a, &a->w.functions[i], see_wanted, &w))
            any = a->asked[i] = true;
    return any;
}

void annotation_find_asked(struct annotation *a)
{
    const char *name;
    a->asked = mem_new(a->w.nfunctions, sizeof(*a->asked));
    a->there = mem_new(a->o->symbols.n + 1, sizeof(*a->there));
    for (size_t i = 0; i <= a->o->symbols.n; i++) {
        if (!(name = annotation_name_at(a->o, i)))
            continue;
        for (size_t k = 0; k < a->w.nfunctions; k++)
            if (annotation_symbol_is_named(a, a->w.functions[k].symbol, name))
                a->there[i] = a->asked[k] = true;
        if (!a->there[i])
            a->there[i] = find_inlined(a, name);
    }
}

bool annotation_is_asked(const struct annotation *a, const struct hot_function *f)
{
    return a->asked[f - a->w.functions];
}

/* Sums up the weights of the inlined calls of a function, except calls inside of another call of the same function. */
static bool add_inlined(const struct annotation *a, const struct inlined_tree *t, uint32_t node,
                        const char *name, struct weight *sums)
{
    bool any = false;
    const char *function = t->v[node].function;
    if (node && function && annotation_symbol_is_named(a, &(struct symbol){ .name = function }, name)) {
        for (uint32_t e = 0; e < t->nevents; e++)
            weight_add(&sums[e], &t->all[t->v[node].weights + e]);
        return true;
    }
    for (uint32_t i = t->v[node].child; i; i = t->v[i].next)
        any = add_inlined(a, t, i, name, sums) || any;
    return any;
}

void annotate_show_asked_inlines(const struct annotate_view *v, const struct annotation *a)
{
    const char *name;
    for (size_t i = 0; !v->o->quiet && i <= v->o->symbols.n; i++) {
        struct weight sums[VIEW_EVENTS] = { { 0, 0 } };
        struct text t = { 0 };
        if (!(name = annotation_name_at(v->o, i)) || !add_inlined(a, v->tree, 0, name, sums))
            continue;
        text_add_clean(&t, name);
        text_add(&t, " is inlined into ");
        annotate_name(v, v->l->function->symbol, &t);
        text_add(&t, ":");
        for (uint32_t e = 0; e < v->n; e++) {
            if (e)
                text_add(&t, ",");
            text_printf(&t, " %" PRIu64 " of %" PRIu64 " samples (%.2f%%)", sums[e].samples, v->of[e].samples,
                        annotate_percent(v, e, &sums[e]));
        }
        rows_print(v->rows, "# %s\n", t.s);
        text_free(&t);
    }
}
