#include "core/profile/show/tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key_source.h"

/* What is looked at then is on its way from the memory. */
enum { AHEAD = 16 };

static int larger_first(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

/* When perf came to know an object: as it read the build-id table, or later; nothing is before all. */
static uint64_t known_at(const struct object *o)
{
    return !o ? 0 : o->listed ? o->listed : (UINT64_C(1) << 32) + o->index;
}

struct frames {
    const struct paths *p;
    const struct tree_naming *n;
    const char **sources; /* per frame, where it is in the source; NULL: unknown */
};

/* Among frames of equal weight perf has what it came to know first of two objects last, and of one object the
 * highest address first. Those of one function are equal but for their addresses, if these matter. */
static int by_place(const struct path_frame *x, const struct path_frame *y, bool addresses)
{
    if (x->object != y->object)
        return larger_first(known_at(x->object), known_at(y->object));
    int r = larger_first(x->symbol ? x->symbol->start : x->at, y->symbol ? y->symbol->start : y->at);
    if (!r && x->symbol && y->symbol)
        r = strcmp(x->symbol->name, y->symbol->name);
    if (r || !x->symbol != !y->symbol)
        return r ? r : x->symbol ? -1 : 1;
    return x->symbol && !addresses ? 0 : larger_first(x->avma, y->avma);
}

/* Frames of one class compare as equal. */
static int by_class(const void *a, const void *b, const void *arg)
{
    const struct frames *f = arg;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    if (f->n->key == TREE_SRCLINE && (f->sources[i] || f->sources[k]))
        return f->sources[i] && f->sources[k] ? strcmp(f->sources[k], f->sources[i]) : f->sources[i] ? -1 : 1;
    return by_place(&f->p->frames[i], &f->p->frames[k], f->n->key != TREE_SRCLINE);
}

/* A line may be that of several functions, all of the same class. Which of them names what a tree has as one
 * must not depend on which was counted first. */
static int by_class_and_place(const void *a, const void *b, const void *arg)
{
    const struct frames *f = arg;
    int r = by_class(a, b, arg);
    return r ? r : by_place(&f->p->frames[*(const uint32_t *)a], &f->p->frames[*(const uint32_t *)b], true);
}

/* Frames in the order of their places but for symbols that begin at one address: what is left to be done for the sort
 * that compares is little. */
static uint32_t *order_by_place(const struct paths *p)
{
    struct numbered *v = mem_new(p->nframes, sizeof(*v));
    uint32_t *order = mem_new(p->nframes, sizeof(*order));
    for (uint32_t i = 0; i < p->nframes; i++)
        v[i] = (struct numbered){ p->frames[i].symbol ? 0 : ~p->frames[i].avma, i };
    sort_by_number(v, p->nframes);
    for (uint32_t i = 0; i < p->nframes; i++) {
        const struct path_frame *f = &p->frames[v[i].at];
        __builtin_prefetch(&p->frames[v[i + AHEAD < p->nframes ? i + AHEAD : i].at]);
        v[i].by = ~(f->symbol ? f->symbol->start : f->at);
    }
    sort_by_number(v, p->nframes);
    for (uint32_t i = 0; i < p->nframes; i++) {
        __builtin_prefetch(&p->frames[v[i + AHEAD < p->nframes ? i + AHEAD : i].at]);
        v[i].by = ~known_at(p->frames[v[i].at].object);
    }
    sort_by_number(v, p->nframes);
    for (uint32_t i = 0; i < p->nframes; i++)
        order[i] = v[i].at;
    free(v);
    return order;
}

/* Whether that order says all of them: but for its own address nothing is left to tell apart what has no symbol. */
static bool is_apart(const struct path_frame *x, const struct path_frame *y)
{
    return known_at(x->object) != known_at(y->object) ||
           (x->symbol ? x->symbol->start : x->at) != (y->symbol ? y->symbol->start : y->at) ||
           (!x->symbol && !y->symbol && x->avma != y->avma);
}

/* perf puts the line behind the name (callchain_list__sym_name()), and what it says of inlined functions
 * behind that. */
static const char *text_of(const struct frames *f, uint32_t frame, const struct key_context *kc,
                           struct arena *arena, struct text *scratch)
{
    static const char inlined[] = " (inlined)";
    const struct path_frame *pf = &f->p->frames[frame];
    scratch->n = 0;
    if (pf->symbol) {
        struct text name = { 0 };
        symtab_symbol_name(kc->demangle, pf->symbol, &name);
        text_add(scratch, "");
        text_add_clean(scratch, name.s);
        text_free(&name);
    } else {
        text_add(scratch, pf->avma ? "0x" : ""); /* perf's "%#llx" */
        text_hexadecimal(scratch, pf->avma, 0);
    }
    if (pf->symbol && f->sources[frame]) {
        bool is_inlined = pf->symbol->is_inlined;
        scratch->n -= is_inlined ? strlen(inlined) : 0;
        text_char(scratch, ' ', 1);
        text_add(scratch, f->sources[frame]);
        text_add(scratch, is_inlined ? inlined : "");
    }
    return arena_text(arena, scratch->s, scratch->n);
}

/* Where frames are in the source, if that is shown. */
static void find_sources(struct frames *f, const struct key_context *kc, struct arena *arena)
{
    struct text text = { 0 };
    for (uint32_t i = 0; f->n->key != TREE_FUNCTION && i < f->p->nframes; i++) {
        text.n = 0;
        if (key_source_of_frame(&f->p->frames[i], f->n->inlines, f->n->key == TREE_ADDRESS, kc, &text))
            f->sources[i] = arena_text(arena, text.s, text.n);
    }
    text_free(&text);
}

/* Where frames end that have to be compared with order[from]. */
static size_t end_of_alike(const struct frames *f, const uint32_t *order, size_t from)
{
    const struct path_frame *v = f->p->frames;
    const size_t n = f->p->nframes;
    size_t end = f->n->key == TREE_SRCLINE ? n : from + 1;
    for (; end < n; end++) {
        __builtin_prefetch(&v[order[end + AHEAD < n ? end + AHEAD : end]]);
        if (is_apart(&v[order[end - 1]], &v[order[end]]))
            break;
    }
    return end;
}

struct tree_frame *tree_frames_new(const struct paths *p, const struct tree_naming *n,
                                   const struct key_context *kc, struct arena *arena)
{
    struct tree_frame *v = mem_new(p->nframes, sizeof(*v));
    uint32_t *order = order_by_place(p), class = 0;
    struct frames f = { p, n, mem_new(p->nframes, sizeof(*f.sources)) };
    struct text scratch = { 0 };
    find_sources(&f, kc, arena);
    for (size_t i = 0, end; i < p->nframes; i = end) {
        end = end_of_alike(&f, order, i);
        if (end - i > 1)
            sort_by(order + i, end - i, sizeof(*order), by_class_and_place, &f);
        for (size_t k = i; k < end; k++) {
            const uint32_t frame = order[k];
            class += k && (k == i || by_class(&order[k - 1], &frame, &f));
            v[frame] = (struct tree_frame){ .text = text_of(&f, frame, kc, arena, &scratch),
                                            .class = class,
                                            .rank = (uint32_t)k,
                                            .marker = !p->frames[frame].symbol &&
                                                      p->frames[frame].avma >= PERF_CONTEXT_MAX };
        }
    }
    text_free(&scratch);
    free((void *)f.sources);
    free(order);
    return v;
}
