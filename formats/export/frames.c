#include "formats/export/frames.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "core/profile/keys/key_source.h"
#include "core/base/file/threads.h"

static int number_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compares texts; NULL comes last. */
static int text_order(const char *a, const char *b)
{
    if (a == b)
        return 0;
    if (a && b)
        return strcmp(a, b);
    return !a - !b;
}

static int object_order(const struct object *a, const struct object *b)
{
    if (a == b || !a || !b)
        return !a - !b;
    int r = strcmp(a->path, b->path);
    if (r)
        return r;
    return number_order(a->index, b->index);
}

/* Compares objects by path, build-id and index. */
static int by_content(const void *a, const void *b, const void *arg UNUSED)
{
    const struct object *x = *(const struct object *const *)a, *y = *(const struct object *const *)b;
    int r = strcmp(x->path, y->path);
    if (!r)
        r = memcmp(x->build_id.bytes, y->build_id.bytes, sizeof(x->build_id.bytes));
    if (r)
        return r;
    return number_order(x->index, y->index);
}

/* For each object of the timeline the first object with the same path and build-id, since readers do not
   distinguish them. malloc'ed. */
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
        if (!same)
            before = o;
        first[o->index] = before;
    }
    free(order);
    return first;
}

/* The name of a frame for EXPORT_NAMES. */
static const char *whole_name(const struct export_frame *f, bool annotate, struct arena *texts,
                              struct text *scratch)
{
    static const char *const marks[] = { [EXPORT_KERNEL] = "_[k]", [EXPORT_JIT] = "_[j]" };
    scratch->n = 0;
    export_add_frame_name(f, scratch);
    if (annotate && f->is_inlined)
        text_add(scratch, "_[i]");
    else if (annotate)
        text_add(scratch, marks[export_code_of(f)]);
    return arena_text(texts, scratch->s, scratch->n);
}

/* The export_frame of an owner, without an address. An owner is a function, or an object without symbols. */
static struct export_frame owner_of(const struct path_frame *f, const struct export_naming *n,
                                    const struct object *object, struct arena *texts, struct text *scratch)
{
    struct export_frame out = { .object = object };
    if (f->symbol) {
        struct symbol y = *f->symbol;
        struct text whole = { 0 };
        y.is_inlined = false; /* it is in out.is_inlined, not in the name */
        symtab_symbol_name(n->kc->demangle, &y, &whole);
        scratch->n = 0;
        text_add(scratch, "");
        text_add_clean(scratch, whole.s);
        text_free(&whole);
        out.name = arena_text(texts, scratch->s, scratch->n);
        out.is_inlined = f->symbol->is_inlined;
    }
    if (n->frames == EXPORT_NAMES)
        return (struct export_frame){ .name = whole_name(&out, n->annotate, texts, scratch) };
    return out;
}

/* Frames with equal keys have one owner. Frames with different keys may also have one owner, which
   by_owner() finds by their names. */
static uint64_t frame_key(const struct path_frame *f)
{
    if (f->symbol)
        return (uintptr_t)f->symbol;
    if (f->object)
        return (uintptr_t)f->object;
    return 1;
}

/* Frames in the order of arrival, and their owners. Frames of one owner differ only in their addresses.
   Unless addresses are exported, an owner has one frame. */
struct named {
    struct named_frame {
        const struct path_frame *frame;
        uint32_t owner;
    } * v;
    struct export_frame *owners;
    size_t n, cap, nowners, cap_owners;
    struct idmap numbers; /* frame_key() -> index of the owner + 1 */
};

static bool is_marker(const struct path_frame *f)
{
    return !f->symbol && !f->object && f->avma >= PERF_CONTEXT_MAX;
}

/* The index in v->v of a frame of the paths, added if it is new. */
static uint32_t name_frame(struct named *v, const struct path_frame *f, const struct object *object,
                           const struct export_naming *n, struct arena *texts, struct text *scratch)
{
    uint32_t *known = idmap_find_or_add(&v->numbers, frame_key(f));
    if (*known && n->frames != EXPORT_PLACES)
        return *known - 1;
    if (!*known) {
        *MEM_ADD(v->owners, v->nowners, v->cap_owners) = owner_of(f, n, object, texts, scratch);
        *known = (uint32_t)v->nowners;
    }
    *MEM_ADD(v->v, v->n, v->cap) = (struct named_frame){ f, *known - 1 };
    return (uint32_t)v->n - 1;
}

/* Compares owners by name, object and whether they are inlined; equal owners are merged. */
static int by_owner(const void *a, const void *b, const void *arg)
{
    const struct named *v = arg;
    const struct export_frame *x = &v->owners[*(const uint32_t *)a], *y = &v->owners[*(const uint32_t *)b];
    int r = text_order(x->name, y->name);
    if (!r)
        r = object_order(x->object, y->object);
    if (r)
        return r;
    return x->is_inlined - y->is_inlined;
}

/* The rank of each owner; equal owners have the same rank. malloc'ed. */
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

/* The state of threads that fill x->frames. */
struct ordering {
    struct export *x;
    const struct named *v;
    const struct export_naming *n;
    struct numbered *order; /* indices in v->v, by rank, then by address */
    uint32_t *until; /* by rank: the end of its frames in `order`; they begin where the previous rank ends */
    uint32_t *kept;  /* by frame of x: its index in v->v */
    struct numbered *in_objects; /* indices in x->frames, by object */
    struct numbered
        *objects; /* where each object begins in `in_objects`; objects with the most frames come first */
};

static uint64_t export_frames_place_of(const struct path_frame *f, const struct export_naming *n)
{
    if (n->frames != EXPORT_PLACES)
        return 0;
    if (f->object)
        return f->at;
    return f->avma;
}

static void order_rank(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        uint32_t begin = 0;
        if (i)
            begin = o->until[i - 1];
        sort_by_number(o->order + begin, o->until[i] - begin);
    }
}

/* Fills `order` and `until`. */
static void order_places(struct ordering *o, unsigned threads)
{
    enum { EACH = 64 };
    const struct named *v = o->v;
    uint32_t *rank = rank_owners(v);
    o->until = mem_new(v->nowners + 1, sizeof(*o->until));
    o->order = mem_new(v->n, sizeof(*o->order));
    for (size_t i = 0; i < v->n; i++)
        o->until[rank[v->v[i].owner] + 1]++;
    for (size_t i = 0; i < v->nowners; i++)
        o->until[i + 1] += o->until[i];
    for (size_t i = 0; i < v->n; i++)
        o->order[o->until[rank[v->v[i].owner]]++] =
            (struct numbered){ export_frames_place_of(v->v[i].frame, o->n), (uint32_t)i };
    threads_run_ranges(threads, v->nowners, EACH, order_rank, o);
    free(rank);
}

/* Merges frames of one owner at one address. Returns for each element of v->v its index in x->frames,
   malloc'ed. */
static uint32_t *join_places(struct ordering *o)
{
    const size_t n = o->v->n;
    uint32_t *place = mem_new(n, sizeof(*place));
    o->kept = mem_new(n, sizeof(*o->kept));
    for (size_t i = 0, rank = 0; i < n; i++) {
        bool begins = !i;
        for (; i == o->until[rank]; rank++)
            begins = true;
        if (begins || o->order[i].by != o->order[i - 1].by)
            o->kept[o->x->nframes++] = o->order[i].at;
        place[o->order[i].at] = (uint32_t)o->x->nframes - 1;
    }
    return place;
}

static void fill_frames(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        const struct named_frame *v = &o->v->v[o->kept[i]];
        struct export_frame *f = &o->x->frames[i];
        *f = o->v->owners[v->owner];
        f->at = export_frames_place_of(v->frame, o->n);
        if (o->n->frames == EXPORT_PLACES && v->frame->symbol)
            f->linked = v->frame->symbol->name;
    }
}

/* Looks up lines, with one thread at a time per object. */
static void export_frames_find_lines(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    struct line_frame line;
    for (; from < to; from++) {
        const struct numbered *v = &o->in_objects[o->objects[from].at];
        for (uint64_t left = ~o->objects[from].by; left; left--, v++) {
            struct export_frame *f = &o->x->frames[v->at];
            /* looked up with inlined calls even if these are not shown: the line of a function is then
               that of the inlined call */
            if (!key_source_line_of_frame(o->v->v[o->kept[v->at]].frame, true, o->n->kc, &line))
                continue;
            f->file = line.file;
            f->line = line.line;
        }
    }
}

static void export_frames_add_lines(struct ordering *o, unsigned threads)
{
    size_t n = 0, nobjects = 0, cap = 0;
    o->in_objects = mem_new(o->x->nframes, sizeof(*o->in_objects));
    for (size_t i = 0; i < o->x->nframes; i++) {
        const struct object *object = o->v->v[o->kept[i]].frame->object;
        if (object)
            o->in_objects[n++] = (struct numbered){ object->index, (uint32_t)i };
    }
    threads_sort(threads, o->in_objects, n);
    for (size_t i = 0; i < n; i++) {
        if (!i || o->in_objects[i].by != o->in_objects[i - 1].by)
            *MEM_ADD(o->objects, nobjects, cap) = (struct numbered){ UINT64_MAX, (uint32_t)i };
        o->objects[nobjects - 1].by--;
    }
    sort_by_number(o->objects, nobjects);
    threads_run_ranges(threads, nobjects, 1, export_frames_find_lines, o);
    free(o->in_objects);
    free(o->objects);
}

/* Fills x->frames, sorted by owner, then by address. Returns for each element of v->v its index there,
   malloc'ed. */
static uint32_t *order_frames(struct export *x, const struct named *v, const struct export_naming *n)
{
    enum { EACH = 1 << 12 };
    const unsigned threads = count_workers(x->capture, 0);
    struct ordering o = { .x = x, .v = v, .n = n };
    order_places(&o, threads);
    uint32_t *place = join_places(&o);
    free(o.order);
    free(o.until);
    x->frames = mem_new(x->nframes, sizeof(*x->frames));
    threads_run_ranges(threads, x->nframes, EACH, fill_frames, &o);
    if (n->frames == EXPORT_PLACES)
        export_frames_add_lines(&o, threads);
    free(o.kept);
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
    size_t nfound = 0, room = 1;
    bool markers = false;
    for (size_t i = 0; i < npaths; i++)
        room += p[i].nframes;
    uint32_t *found = mem_resize(NULL, room, sizeof(*found));
    for (size_t i = 0; i <= npaths; i++) {
        const struct path_frame *frames = &unknown;
        size_t nframes = 1;
        if (i < npaths) {
            frames = p[i].frames;
            nframes = p[i].nframes;
            markers = markers || any_marker(&p[i]);
        }
        for (size_t k = 0; k < nframes; k++) {
            const struct path_frame *f = &frames[k];
            const struct object *object = NULL;
            if (f->object)
                object = first[f->object->index];
            if (is_marker(f) || (f == &unknown && !markers))
                found[nfound++] = FRAME_NONE;
            else
                found[nfound++] = name_frame(&named, f, object, n, &x->texts, &scratch);
        }
    }
    uint32_t *place = order_frames(x, &named, n);
    for (size_t i = 0; i < nfound; i++) {
        if (found[i] != FRAME_NONE)
            found[i] = place[found[i]];
    }
    free(place);
    free((void *)first);
    free(named.v);
    free(named.owners);
    idmap_free(&named.numbers);
    text_free(&scratch);
    return found;
}
