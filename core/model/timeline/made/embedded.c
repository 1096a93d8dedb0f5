/*
 * Loaders map ELF files from inside larger files (Android's linker, for libraries stored in an APK). The
 * recording then has the path of the larger file and offsets in it. Each ELF file found there becomes an
 * object, with offsets relative to its own beginning. Its name is FILE!/ENTRY, as in simpleperf, or FILE if
 * the entry has no name. Some recorders write FILE!/ENTRY, with offsets in the entry; for such an object only
 * the container is set.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/model/timeline/state.h"
#include "core/model/timeline/timeline.h"

enum { PROT_EXEC_BIT = 4 };

struct splitting {
    struct timeline *t;
    timeline_part_finder *find;
    void *arg;
    struct idmap seen; /* address of a struct map_how -> its index in `v` + 1 */
    struct {
        const struct map_how *to; /* its replacement; NULL: it stays */
    } * v;
    size_t n, cap;
    size_t before; /* number of objects before the split */
};

/* Finds or makes the object at an offset inside another. */
static struct object *part_of(struct splitting *s, const struct object *o, const struct object_part *p)
{
    struct objects *all = &s->t->objects;
    for (size_t i = s->before; i < all->n; i++)
        if (all->v[i]->container == o && all->v[i]->inside == p->foff)
            return all->v[i];
    struct text path = { 0 };
    text_add(&path, o->path);
    if (p->name)
        text_printf(&path, "%s%s", OBJECT_INSIDE, p->name);
    struct object *x = objects_add_part(all, o, path.s, p);
    text_free(&path);
    return x;
}

static bool may_hold(const struct object *o)
{
    return o->kind == OBJECT_USER && o->machine == -1 && !o->build_id.n && !o->container;
}

static const struct map_how *moved(struct splitting *s, const struct map_how *how, const struct object *part)
{
    struct map_how *to = arena_new(&s->t->arena, sizeof(*to));
    *to = *how;
    to->object = part;
    to->pgoff -= part->inside;
    return to;
}

/* The replacement of a mapping of code, if an ELF file is mapped there. */
static const struct map_how *made_embedded_look(struct splitting *s, const struct map *m)
{
    const struct map_how *how = m->how;
    const struct object_segment code = { m->start, how->pgoff, how->len };
    struct object_part part = { 0 };
    if (!may_hold(how->object) || !(how->prot & PROT_EXEC_BIT))
        return NULL;
    if (!s->find(s->arg, how->object, &code, NULL, &part) || part.foff > how->pgoff)
        return NULL;
    struct object *x = part_of(s, how->object, &part);
    objects_note_code(x, how->pgoff - part.foff, how->len);
    objects_note_segment(&s->t->objects, x, m->start, how->pgoff - part.foff, how->len);
    return moved(s, how, x);
}

/* The replacement of a mapping of data, if it is in an ELF file that was found by a mapping of its code. */
static const struct map_how *made_embedded_lies_in(struct splitting *s, const struct map *m)
{
    const struct objects *all = &s->t->objects;
    for (size_t i = s->before; i < all->n && !(m->how->prot & PROT_EXEC_BIT); i++) {
        const struct object *x = all->v[i];
        const bool is_inside = m->how->pgoff >= x->inside && m->how->pgoff - x->inside < x->inside_len;
        if (is_inside && x->container == m->how->object)
            return moved(s, m->how, x);
    }
    return NULL;
}

static void each_map(struct splitting *s,
                     const struct map_how *(*ask)(struct splitting *s, const struct map *m))
{
    for (size_t i = 0; i < s->t->nspaces; i++) {
        struct space *space = timeline_space_at(s->t, i);
        for (uint32_t k = 0; k < space->n; k++) {
            struct map *m = &space->maps[k];
            uint32_t *place = idmap_find_or_add(&s->seen, (uintptr_t)m->how);
            if (!*place) {
                *place = (uint32_t)s->n + 1;
                const struct map_how *to = ask(s, m);
                MEM_ADD(s->v, s->n, s->cap)->to = to;
            }
            if (s->v[*place - 1].to)
                m->how = s->v[*place - 1].to;
        }
    }
    idmap_free(&s->seen);
    s->seen = (struct idmap){ 0 };
    s->n = 0;
}

/* Finds the containers of objects recorded as FILE!/ENTRY. */
static void place_named(struct splitting *s)
{
    struct objects *all = &s->t->objects;
    for (size_t i = 0; i < s->before; i++) {
        struct object *x = all->v[i];
        const char *entry = x->kind == OBJECT_USER ? strstr(x->path, OBJECT_INSIDE) : NULL;
        struct object_part part = { 0 };
        if (!entry || entry == x->path || x->container)
            continue;
        struct object *file = arena_new(&all->arena, sizeof(*file));
        struct text path = { 0 };
        text_add_n(&path, x->path, (size_t)(entry - x->path));
        *file = *x;
        file->path = arena_names_intern(all->names, path.s);
        text_free(&path);
        if (s->find(s->arg, file, NULL, entry + strlen(OBJECT_INSIDE), &part)) {
            x->container = file;
            x->inside = part.foff;
            x->inside_len = part.len;
        }
    }
}

void timeline_split_embedded(struct timeline *t, timeline_part_finder *find, void *arg)
{
    struct splitting s = { .t = t, .find = find, .arg = arg, .before = t->objects.n };
    each_map(&s, made_embedded_look);
    if (t->objects.n > s.before)
        each_map(&s, made_embedded_lies_in);
    place_named(&s);
    free(s.v);
}
