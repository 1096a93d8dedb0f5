#include "core/profile/places/transforms.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/model/timeline/timeline.h"

/* Flag of a value that is stored in the maps of matches, so that "no match" differs from an absent entry. */
#define KNOWN (UINT32_C(1) << TRANSFORMS_MOST)

/* Whether a name is the name of a function as shown; " (inlined)" is ignored. */
static bool is_shown_as(const char *shown, const char *name)
{
    const size_t n = strlen(name);
    return !strncmp(shown, name, n) && (!shown[n] || !strcmp(shown + n, " (inlined)"));
}

bool transform_names(const char *name, char *(*demangle)(const char *name), const struct symbol *y)
{
    struct text shown = { 0 };
    symtab_symbol_name(demangle, y, &shown);
    const bool fits = is_shown_as(text_str(&shown), name) || !strcmp(y->name, name);
    text_free(&shown);
    return fits;
}

static uint32_t matches_of_symbol(const struct transforms *t, char *(*demangle)(const char *name),
                                  const struct symbol *y)
{
    uint32_t matches = KNOWN;
    for (size_t i = 0; i < t->n; i++) {
        const char *name = t->v[i].name;
        if (t->v[i].how != TRANSFORM_HIDE && (!name || transform_names(name, demangle, y)))
            matches |= UINT32_C(1) << i;
    }
    return matches;
}

static uint32_t matches_of_object(const struct transforms *t, const struct object *o)
{
    uint32_t matches = KNOWN;
    for (size_t i = 0; i < t->n; i++) {
        const char *name = t->v[i].name;
        if (t->v[i].how != TRANSFORM_HIDE)
            continue;
        const bool fits = o ? !strcmp(o->name, name) || !strcmp(o->path, name) : !strcmp("[unknown]", name);
        if (fits)
            matches |= UINT32_C(1) << i;
    }
    return matches;
}

/* Set the bits of `matched`, which says afterwards which transforms matched anything. Rarely called, since matches are
   looked up once per function. */
static uint32_t note_matches(const struct transforms *t, uint32_t matches)
{
    if (t->matched)
        atomic_fetch_or(t->matched, matches & ~KNOWN);
    return matches;
}

/* Find which transforms match each step. Each function and each object is compared once, then remembered. */
static void find_matches(const struct transforms *t, char *(*demangle)(const char *name),
                         struct transforming *k)
{
    for (size_t i = 0; i < k->n; i++) {
        struct transform_step *s = &k->v[i];
        uint32_t *known = idmap_find_or_add(&k->objects, (uintptr_t)s->object);
        if (!*known)
            *known = note_matches(t, matches_of_object(t, s->object));
        s->matches = *known & ~KNOWN;
        if (!s->symbol)
            continue;
        known = idmap_find_or_add(&k->symbols, (uintptr_t)s->symbol);
        if (!*known)
            *known = note_matches(t, matches_of_symbol(t, demangle, s->symbol));
        s->matches |= *known & ~KNOWN;
    }
}

static bool focus(struct transforming *k, uint32_t bit)
{
    size_t first = 0;
    while (first < k->n && !(k->v[first].matches & bit))
        first++;
    k->n -= first;
    memmove(k->v, k->v + first, k->n * sizeof(*k->v));
    return k->n;
}

static bool cut_callees(struct transforming *k, uint32_t bit)
{
    while (k->n && !(k->v[k->n - 1].matches & bit))
        k->n--;
    return k->n;
}

static bool drop(struct transforming *k, uint32_t bit)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->v[i].matches & bit)
            return false;
    return true;
}

static bool merge(struct transforming *k, uint32_t bit)
{
    size_t kept = 0;
    for (size_t i = 0; i < k->n; i++)
        if (!(k->v[i].matches & bit))
            k->v[kept++] = k->v[i];
    k->n = kept;
    return k->n;
}

static bool collapse(struct transforming *k, uint32_t bit)
{
    size_t kept = 0;
    for (size_t i = 0; i < k->n; i++) {
        const struct transform_step *s = &k->v[i];
        const bool recurs = kept && s->matches & bit && k->v[kept - 1].symbol == s->symbol &&
                            k->v[kept - 1].object == s->object;
        kept -= recurs;
        k->v[kept++] = *s;
    }
    k->n = kept;
    return true;
}

static bool (*const transforms[])(struct transforming *k, uint32_t bit) = {
    [TRANSFORM_FOCUS] = focus, [TRANSFORM_CALLERS] = cut_callees, [TRANSFORM_DROP] = drop,
    [TRANSFORM_MERGE] = merge, [TRANSFORM_HIDE] = merge,          [TRANSFORM_COLLAPSE] = collapse,
};

bool transforms_apply(const struct transforms *t, char *(*demangle)(const char *name), struct transforming *k)
{
    find_matches(t, demangle, k);
    for (size_t i = 0; i < t->n; i++)
        if (!transforms[t->v[i].how](k, UINT32_C(1) << i))
            return false;
    return true;
}

void transforms_prepare_steps(const struct transforms *t, struct transforming *k)
{
    size_t kept = 0;
    for (size_t i = 0; i < k->n; i++)
        if (k->v[i].at != TRANSFORM_SAMPLE)
            k->v[kept++] = k->v[i];
    k->n = kept;
    for (size_t i = 0; t->invert && i < kept; i++) {
        const struct transform_step outer = k->v[i];
        k->v[i] = k->v[--kept];
        k->v[kept] = outer;
    }
}

void transforming_free(struct transforming *k)
{
    free(k->v);
    idmap_free(&k->symbols);
    idmap_free(&k->objects);
    *k = (struct transforming){ 0 };
}
