#include "core/profile/show/tree/tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/keys/key_source.h"

/* Number of frames that are prefetched ahead. */
enum { AHEAD = 16 };

static int larger_first(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

/* The object's position in the order in which perf learns of objects: no object, then objects of the build-id table,
   then other objects. */
static uint64_t known_at(const struct object *o)
{
    if (!o)
        return 0;
    if (o->listed)
        return o->listed;
    return (UINT64_C(1) << 32) + o->index;
}

/* The start address of a frame's symbol; without a symbol the address of the frame. */
static uint64_t start_of(const struct path_frame *f)
{
    if (f->symbol)
        return f->symbol->start;
    return f->at;
}

struct frames {
    const struct paths *p;
    const struct tree_naming *n;
    const char **sources; /* per frame: its source line; NULL: unknown */
};

/* Order frames of equal weight as in perf: frames of the object that perf learned of first come last; within an object
   the highest address comes first. Without `addresses`, frames of one function are equal. */
static int tree_frames_by_place(const struct path_frame *x, const struct path_frame *y, bool addresses)
{
    if (x->object != y->object)
        return larger_first(known_at(x->object), known_at(y->object));
    int r = larger_first(start_of(x), start_of(y));
    if (r)
        return r;
    if (!x->symbol != !y->symbol)
        return x->symbol ? -1 : 1;
    if (x->symbol)
        r = strcmp(x->symbol->name, y->symbol->name);
    if (!r && (addresses || !x->symbol))
        r = larger_first(x->avma, y->avma);
    return r;
}

/* Compare two frames by class; 0: they belong to one class. */
static int by_class(const void *a, const void *b, const void *arg)
{
    const struct frames *f = arg;
    const uint32_t i = ((const struct numbered *)a)->at, k = ((const struct numbered *)b)->at;
    const char *x = f->sources[i], *y = f->sources[k];
    const bool by_line = f->n->key == TREE_SRCLINE;
    if (by_line && x && y)
        return strcmp(y, x);
    if (by_line && (x || y))
        return x ? -1 : 1;
    return tree_frames_by_place(&f->p->frames[i], &f->p->frames[k], !by_line);
}

/* Compare two frames by class, then by place. Frames of one source line are one class, even if they are of several
   functions; the place then decides which function names the class, so that the order of counting does not matter. */
static int by_class_and_place(const void *a, const void *b, const void *arg)
{
    const struct frames *f = arg;
    const struct numbered *x = a, *y = b;
    int r = by_class(a, b, arg);
    if (r)
        return r;
    return tree_frames_by_place(&f->p->frames[x->at], &f->p->frames[y->at], true);
}

/* The state of sorting frames into classes by several threads. */
struct ordering {
    const struct frames *f;
    struct tree_frame *out;
    struct numbered *v; /* frames in order; at last `by` is 1 where a class begins */
    /* per position: whether the frame certainly differs from the one before it (is_apart()) */
    bool *apart;
    uint32_t *classes; /* per piece: the number of classes that begin before it */
};

enum { EACH = 1 << 14 }; /* frames per piece */

static const struct path_frame *tree_frames_at(const struct ordering *o, size_t i)
{
    return &o->f->p->frames[o->v[i].at];
}

/* The frame that will be read soon, for __builtin_prefetch(). */
static const struct path_frame *frame_ahead(const struct ordering *o, size_t i)
{
    return tree_frames_at(o, index_ahead(i, AHEAD, o->f->p->nframes));
}

static void take_avma(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        const struct path_frame *f = &o->f->p->frames[i];
        o->v[i] = (struct numbered){ f->symbol ? 0 : ~f->avma, (uint32_t)i };
        o->out[i].marker = !f->symbol && f->avma >= PERF_CONTEXT_MAX;
    }
}

static void take_start(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        __builtin_prefetch(frame_ahead(o, i));
        o->v[i].by = ~start_of(tree_frames_at(o, i));
    }
}

static void take_object(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        __builtin_prefetch(frame_ahead(o, i));
        o->v[i].by = ~known_at(tree_frames_at(o, i)->object);
    }
}

/* Whether two frames certainly differ after sorting by object, start address and address. Frames with symbols that
   start at the same address need a full comparison. */
static bool is_apart(const struct path_frame *x, const struct path_frame *y)
{
    if (known_at(x->object) != known_at(y->object) || start_of(x) != start_of(y))
        return true;
    return !x->symbol && !y->symbol && x->avma != y->avma;
}

static void part(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    for (size_t i = from; i < to; i++) {
        __builtin_prefetch(frame_ahead(o, i));
        o->apart[i] =
            !i || (o->f->n->key != TREE_SRCLINE && is_apart(tree_frames_at(o, i - 1), tree_frames_at(o, i)));
    }
}

/* Sort each run of frames that is_apart() does not separate. A run belongs to the piece in which it begins, so the
   piece starts at its first run. */
static void tree_frames_compare(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    const size_t n = o->f->p->nframes;
    while (from < to && !o->apart[from])
        from++;
    for (size_t end; from < to; from = end) {
        for (end = from + 1; end < n && !o->apart[end];)
            end++;
        if (end - from > 1)
            sort_by(o->v + from, end - from, sizeof(*o->v), by_class_and_place, o->f);
        o->v[from].by = 1;
        for (size_t i = from + 1; i < end; i++)
            o->v[i].by = by_class(&o->v[i - 1], &o->v[i], o->f) != 0;
    }
}

static void number_classes(void *arg, size_t from, size_t to)
{
    const struct ordering *o = arg;
    const size_t n = o->f->p->nframes;
    uint32_t class = o->classes[from / EACH];
    for (size_t i = from; i < to; i++) {
        struct tree_frame *out = &o->out[o->v[i].at];
        class += (uint32_t)o->v[i].by;
        out->class = class;
        out->joins = !o->v[i].by || (i + 1 < n && !o->v[i + 1].by);
        out->rank = (uint32_t)i;
    }
}

/* Sort frames by numbers, from the least to the most important one; tree_frames_compare() then compares symbols that
   begin at one address. */
static void order_frames(const struct frames *f, struct tree_frame *out)
{
    const size_t n = f->p->nframes;
    const unsigned threads = file_processors();
    struct ordering o = { f, out, mem_new(n, sizeof(*o.v)), mem_new(n, sizeof(*o.apart)),
                          mem_new(n / EACH + 1, sizeof(*o.classes)) };
    uint32_t class = 0;
    threads_run_ranges(threads, n, EACH, take_avma, &o);
    threads_sort(threads, o.v, n);
    threads_run_ranges(threads, n, EACH, take_start, &o);
    threads_sort(threads, o.v, n);
    threads_run_ranges(threads, n, EACH, take_object, &o);
    threads_sort(threads, o.v, n);
    threads_run_ranges(threads, n, EACH, part, &o);
    threads_run_ranges(threads, n, EACH, tree_frames_compare, &o);
    for (size_t i = 0; i < n; i++) {
        if (i % EACH == 0)
            o.classes[i / EACH] = class;
        class += (uint32_t)o.v[i].by;
    }
    threads_run_ranges(threads, n, EACH, number_classes, &o);
    free(o.v);
    free(o.apart);
    free(o.classes);
}

/* The name of a frame. perf puts the source line after the name (callchain_list__sym_name()), and " (inlined)" after
   that. */
static const char *tree_frames_name_of(struct tree_frames *t, uint32_t frame)
{
    static const char inlined[] = " (inlined)";
    const struct path_frame *pf = &t->paths->frames[frame];
    struct text text = { 0 };
    if (pf->symbol) {
        struct text name = { 0 };
        symtab_symbol_name(t->kc->demangle, pf->symbol, &name);
        text_add_clean(&text, name.s);
        text_free(&name);
    } else {
        if (pf->avma) /* as perf's "%#llx" prints it */
            text_add(&text, "0x");
        text_hexadecimal(&text, pf->avma, 0);
    }
    if (pf->symbol && t->sources[frame]) {
        bool is_inlined = pf->symbol->is_inlined;
        if (is_inlined)
            text.n -= strlen(inlined);
        text_char(&text, ' ', 1);
        text_add(&text, t->sources[frame]);
        if (is_inlined)
            text_add(&text, inlined);
    }
    const char *name = arena_text(&t->texts, text_str(&text), text.n);
    text_free(&text);
    return name;
}

/* Find the source lines of all frames, if source lines are shown. */
static void find_sources(const struct frames *f, const struct key_context *kc, struct arena *arena)
{
    struct text text = { 0 };
    for (uint32_t i = 0; f->n->key != TREE_FUNCTION && i < f->p->nframes; i++) {
        text.n = 0;
        if (key_source_of_frame(&f->p->frames[i], f->n->inlines, f->n->key == TREE_ADDRESS, kc, &text))
            f->sources[i] = arena_text(arena, text.s, text.n);
    }
    text_free(&text);
}

struct tree_frames *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                    const struct key_context *kc)
{
    struct tree_frames *t = mem_new(1, sizeof(*t));
    *t = (struct tree_frames){ .names = mem_new(p->nframes, sizeof(*t->names)),
                               .paths = p,
                               .kc = kc,
                               .sources = mem_new(p->nframes, sizeof(*t->sources)) };
    const struct frames f = { p, n, t->sources };
    t->order = n->key == TREE_FUNCTION ? p->order : NULL;
    if (t->order)
        t->v = frame_order_get(t->order);
    if (t->v)
        return t;
    find_sources(&f, kc, &t->texts);
    t->v = mem_new(p->nframes, sizeof(*t->v));
    order_frames(&f, t->v);
    if (t->order)
        frame_order_put(t->order, t->v);
    return t;
}

const char *tree_frames_name(struct tree_frames *t, uint32_t frame)
{
    if (!t->names[frame])
        t->names[frame] = tree_frames_name_of(t, frame);
    return t->names[frame];
}

void tree_frames_free(struct tree_frames *t)
{
    if (!t)
        return;
    if (!t->order)
        free(t->v);
    free((void *)t->names);
    free((void *)t->sources);
    arena_free(&t->texts);
    free(t);
}
