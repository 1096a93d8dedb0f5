#include "formats/export/frames.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key_source.h"

static int number_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* What there is comes first. */
static int text_order(const char *a, const char *b)
{
    return a == b ? 0 : a && b ? strcmp(a, b) : !a - !b;
}

static int object_order(const struct object *a, const struct object *b)
{
    if (a == b || !a || !b)
        return !a - !b;
    int r = strcmp(a->path, b->path);
    return r ? r : number_order(a->index, b->index);
}

/* Objects by their content, where that is known. */
static int by_content(const void *a, const void *b, const void *arg)
{
    const struct object *x = *(const struct object *const *)a, *y = *(const struct object *const *)b;
    (void)arg;
    int r = strcmp(x->path, y->path);
    r = r ? r : memcmp(x->build_id.bytes, y->build_id.bytes, sizeof(x->build_id.bytes));
    return r ? r : number_order(x->index, y->index);
}

/* Per object of the timeline the first one that has its path and its build-id: which of several was mapped
 * makes no difference to who reads names. malloc'ed. */
static const struct object **first_objects(const struct timeline *t)
{
    size_t n;
    const struct object *const *all = timeline_objects(t, &n), *before = NULL;
    const struct object **order = mem_new(n, sizeof(*order)), **first = mem_new(n, sizeof(*first));
    for (size_t i = 0; i < n; i++)
        order[i] = all[i];
    sort_by(order, n, sizeof(*order), by_content, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = order[i];
        bool same = before && o->build_id.n && object_build_id_equal(&o->build_id, &before->build_id) &&
                    !strcmp(o->path, before->path);
        before = same ? before : o;
        first[o->index] = before;
    }
    free(order);
    return first;
}

/* All that EXPORT_NAMES has of a frame. */
static const char *whole_name(const struct export_frame *f, bool annotate, struct arena *texts,
                              struct text *scratch)
{
    static const char *const marks[] = { [EXPORT_KERNEL] = "_[k]", [EXPORT_JIT] = "_[j]" };
    scratch->n = 0;
    export_name(f, scratch);
    if (annotate)
        text_add(scratch, f->is_inlined ? "_[i]" : marks[export_code_of(f)]);
    return arena_text(texts, scratch->s, scratch->n);
}

/* `name`: the function's, where another frame has it; else NULL. */
static struct export_frame frame_of(const struct path_frame *f, const char *name,
                                    const struct export_naming *n, const struct object *object,
                                    struct arena *texts, struct text *scratch)
{
    struct export_frame out = { .object = object, .name = name };
    struct line_frame line;
    if (f->symbol && !name) {
        struct symbol y = *f->symbol;
        struct text whole = { 0 };
        y.is_inlined = false; /* that is a fact of its own here */
        symtab_symbol_name(n->kc->demangle, &y, &whole);
        scratch->n = 0;
        text_add(scratch, "");
        text_add_clean(scratch, whole.s);
        text_free(&whole);
        out.name = arena_text(texts, scratch->s, scratch->n);
    }
    out.is_inlined = f->symbol && f->symbol->is_inlined;
    if (n->frames == EXPORT_NAMES)
        return (struct export_frame){ .name = whole_name(&out, n->annotate, texts, scratch) };
    if (n->frames == EXPORT_FUNCTIONS)
        return out;
    out.linked = f->symbol ? f->symbol->name : NULL;
    out.at = f->object ? f->at : f->avma;
    /* what is inlined there may not be asked for, and the function's own line is that of the call all the
     * same */
    if (key_source_line_of_frame(f, true, n->kc, &line)) {
        out.file = line.file;
        out.line = line.line;
    }
    return out;
}

/* What frames of paths are the same for without looking at their names: by_frame() finds the others. */
static uint64_t frame_key(const struct path_frame *f)
{
    return f->symbol ? (uintptr_t)f->symbol : f->object ? (uintptr_t)f->object : 1;
}

/* Frames in the order of arrival, and whose they are: those of one owner differ in their places alone. */
struct named {
    struct export_frame *frames;
    uint32_t *owner; /* per frame */
    uint32_t *first; /* per owner its first frame */
    size_t n, cap, cap_owner, nowners, cap_first;
    struct idmap owners; /* number + 1 by frame_key() */
};

static void named_free(struct named *v)
{
    free(v->frames);
    free(v->owner);
    free(v->first);
    idmap_free(&v->owners);
}

static bool is_marker(const struct path_frame *f)
{
    return !f->symbol && !f->object && f->avma >= PERF_CONTEXT_MAX;
}

/* The number of a frame of the paths among those that are named, to which it is added if it is not one of them. */
static uint32_t name_frame(struct named *v, const struct path_frame *f, const struct object *object,
                           const struct export_naming *n, struct arena *texts, struct text *scratch)
{
    uint32_t *known = idmap_at(&v->owners, frame_key(f));
    const char *name = *known && f->symbol ? v->frames[v->first[*known - 1]].name : NULL;
    /* each object has a table of its own, so a symbol belongs to one */
    assert(!*known || n->frames == EXPORT_NAMES || v->frames[v->first[*known - 1]].object == object);
    if (*known && n->frames != EXPORT_PLACES)
        return v->first[*known - 1];
    if (!*known) {
        *MEM_ADD(v->first, v->nowners, v->cap_first) = (uint32_t)v->n;
        *known = (uint32_t)v->nowners;
    }
    v->owner = mem_room(v->owner, v->n, &v->cap_owner, sizeof(*v->owner)); /* one n counts both arrays */
    v->owner[v->n] = *known - 1;
    v->frames = mem_room(v->frames, v->n, &v->cap, sizeof(*v->frames));
    v->frames[v->n] = frame_of(f, name, n, object, texts, scratch);
    return (uint32_t)v->n++;
}

/* Owners by function; equal: they are one. */
static int by_owner(const void *a, const void *b, const void *arg)
{
    const struct named *v = arg;
    const struct export_frame *x = &v->frames[v->first[*(const uint32_t *)a]];
    const struct export_frame *y = &v->frames[v->first[*(const uint32_t *)b]];
    int r = text_order(x->name, y->name);
    r = r ? r : object_order(x->object, y->object);
    return r ? r : x->is_inlined - y->is_inlined;
}

/* Where each owner stands among them. malloc'ed. */
static uint32_t *rank_owners(const struct named *v)
{
    uint32_t *order = mem_new(v->nowners, sizeof(*order)), *rank = mem_new(v->nowners, sizeof(*rank));
    for (size_t i = 0; i < v->nowners; i++)
        order[i] = (uint32_t)i;
    sort_by(order, v->nowners, sizeof(*order), by_owner, v);
    for (size_t i = 1; i < v->nowners; i++)
        rank[order[i]] = rank[order[i - 1]] + !!by_owner(&order[i - 1], &order[i], v);
    free(order);
    return rank;
}

/* Frames into x->frames, by owners, then by place; where each went. malloc'ed. */
static uint32_t *order_frames(struct export *x, const struct named *v)
{
    uint32_t *rank = rank_owners(v), *place = mem_new(v->n, sizeof(*place));
    struct numbered *order = mem_new(v->n, sizeof(*order));
    for (size_t i = 0; i < v->n; i++)
        order[i] = (struct numbered){ v->frames[i].at, (uint32_t)i };
    sort_by_number(order, v->n);
    for (size_t i = 0; i < v->n; i++)
        order[i].by = rank[v->owner[order[i].at]];
    sort_by_number(order, v->n);
    x->frames = mem_new(v->n, sizeof(*x->frames));
    for (size_t i = 0; i < v->n; i++) {
        const struct export_frame *f = &v->frames[order[i].at];
        if (!i || order[i].by != order[i - 1].by || f->at != v->frames[order[i - 1].at].at)
            x->frames[x->nframes++] = *f;
        place[order[i].at] = (uint32_t)x->nframes - 1;
    }
    free(rank);
    free(order);
    return place;
}

static bool any_marker(const struct paths *p)
{
    bool markers = false;
    for (size_t i = 0; i < p->nframes; i++)
        markers = markers || is_marker(&p->frames[i]);
    return markers;
}

uint32_t *frames_of_paths(struct export *x, const struct paths *p, size_t npaths,
                          const struct export_naming *n)
{
    static const struct path_frame unknown = { 0 };
    struct named named = { 0 };
    struct text scratch = { 0 };
    const struct object **first = first_objects(n->kc->timeline);
    uint32_t *found = NULL;
    size_t nfound = 0, cap = 0;
    bool markers = false;
    for (size_t i = 0; i <= npaths; i++) {
        const struct path_frame *frames = i < npaths ? p[i].frames : &unknown;
        markers = markers || (i < npaths && any_marker(&p[i]));
        for (size_t k = 0; k < (i < npaths ? p[i].nframes : 1); k++) {
            const struct path_frame *f = &frames[k];
            const struct object *object = f->object ? first[f->object->index] : NULL;
            *MEM_ADD(found, nfound, cap) = is_marker(f) || (f == &unknown && !markers)
                                               ? FRAME_NONE
                                               : name_frame(&named, f, object, n, &x->texts, &scratch);
        }
    }
    uint32_t *place = order_frames(x, &named);
    for (size_t i = 0; i < nfound; i++)
        found[i] = found[i] == FRAME_NONE ? FRAME_NONE : place[found[i]];
    free(place);
    free((void *)first);
    named_free(&named);
    text_free(&scratch);
    return found;
}
