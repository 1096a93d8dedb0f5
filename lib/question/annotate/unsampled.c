/* Finds the other side of functions that have samples only on one side. A function that exists in the
   other capture's object counts zero samples there; it must not be shown as missing code. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/annotate/pairs.h"
#include "core/base/mem.h"
#include "core/compare/same_name.h"

/* The symbols of an object. If the object has no samples, they are loaded now. */
static const struct symtab *unsampled_table_of(const struct session *s, const struct object *o)
{
    const struct symtab *t = resolver_symbol_origin(s->resolver, o).table;
    const struct map *m;
    for (size_t i = 0; !t && i < timeline_count_spaces(s->timeline); i++) {
        const struct space *space = timeline_space_view(s->timeline, i).space;
        for (size_t k = 0; !t && (m = space_nth_map(space, k)) != NULL; k++)
            if (m->how->object == o)
                t = resolver_symtab(s->resolver, m);
            else
                t = NULL;
    }
    return t;
}

/* A function to find on the other side. */
struct sought {
    const struct pairs *pairs;
    const struct annotation *a; /* of the other side */
    int side;
    uint32_t event;
    const struct symbol *symbol; /* symbol of the function with samples */
    size_t stem;                 /* length of its linked name without suffixes of compilers */
    struct text same;            /* its printed name without suffixes of compilers */
};

/* The length of a name up to a suffix (".part.0") or a hash of Rust ("17h" and 16 digits). */
static size_t stem_of(const char *name)
{
    size_t n = *name ? 1 + strcspn(name + 1, ".@") : 0;
    for (const char *h = name; (h = strstr(h, "17h")) != NULL && (size_t)(h - name) < n; h++)
        if (strspn(h + 3, "0123456789abcdef") >= 16)
            n = (size_t)(h - name);
    return n;
}

static bool is_called_so(const struct sought *w, const struct symbol *s)
{
    struct text name = { 0 }, same = { 0 };
    bool is = !strncmp(s->name, w->symbol->name, w->stem);
    if (is) {
        symtab_symbol_name(w->a->s->o.demangle, s, &name);
        same_name_strip_function(name.s, &same);
        is = !strcmp(same.s, w->same.s);
    }
    text_free(&name);
    text_free(&same);
    return is;
}

/* The function with samples, of any event, for a symbol; NULL: none. */
static const struct hot_function *unsampled_counted(const struct sought *w, const struct symbol *s)
{
    for (size_t i = 0; i < w->a->w.nfunctions; i++)
        if (w->a->w.functions[i].symbol == s)
            return &w->a->w.functions[i];
    return NULL;
}

/* Whether a symbol belongs to another function: it has samples of the event, and was matched by name or
   found already. */
static bool is_taken(const struct sought *w, const struct symbol *s)
{
    const struct hot_function *f = unsampled_counted(w, s);
    bool is = f && weights_of(&w->a->w, f, w->event).samples;
    for (size_t i = 0; i < w->pairs->chosen && !is; i++)
        is = w->pairs->v[i].of[w->side] && w->pairs->v[i].of[w->side]->symbol == s;
    return is;
}

/* The symbol with this linked name, else the first with this name apart from suffixes of compilers. */
static const struct symbol *unsampled_find_in(const struct sought *w, const struct symtab *t)
{
    const struct symbol *found = NULL;
    for (size_t i = 0; i < t->n; i++) {
        const bool exact = !strcmp(t->v[i].name, w->symbol->name);
        if ((exact || (!found && is_called_so(w, &t->v[i]))) && !is_taken(w, &t->v[i]))
            found = &t->v[i];
        if (exact && found == &t->v[i])
            break;
    }
    return found;
}

static const struct hot_function *unsampled_find(struct pairs *p, const struct sought *w,
                                                 const struct object *like)
{
    size_t n;
    const struct object *const *objects = timeline_objects(w->a->s->timeline, &n);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = objects[i];
        if (o->kind != like->kind || strcmp(o->name, like->name) != 0)
            continue;
        const struct symtab *t = unsampled_table_of(w->a->s, o);
        const struct symbol *s = t ? unsampled_find_in(w, t) : NULL;
        const struct hot_function *f = s ? unsampled_counted(w, s) : NULL;
        if (s && !f) {
            p->unsampled[p->nunsampled] = (struct hot_function){ o, t, s, w->a->w.n, w->a->w.n };
            f = &p->unsampled[p->nunsampled++];
        }
        if (f)
            return f;
    }
    return NULL;
}

void pairs_find_unsampled(struct pairs *p, const struct annotation *sides, const uint32_t *events)
{
    p->unsampled = mem_new(p->chosen, sizeof(*p->unsampled));
    for (size_t i = 0; i < p->chosen; i++) {
        struct pair *pair = &p->v[i];
        if (pair->of[0] && pair->of[1])
            continue;
        const int side = pair->of[0] ? 1 : 0;
        const struct hot_function *f = pair->of[!side];
        struct sought w = {
            .pairs = p, .a = &sides[side], .side = side, .event = events[side], .symbol = f->symbol
        };
        struct text name = { 0 };
        w.stem = stem_of(f->symbol->name);
        symtab_symbol_name(sides[!side].s->o.demangle, f->symbol, &name);
        same_name_strip_function(name.s, &w.same);
        pair->of[side] = unsampled_find(p, &w, f->object);
        text_free(&name);
        text_free(&w.same);
    }
}
