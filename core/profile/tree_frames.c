#include "core/profile/tree_frames.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/order.h"

static int larger_first(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

/* When perf came to know an object: as it read the build-id table, or later; nothing is before all. */
static uint64_t known_at(const struct object *o)
{
    return !o ? 0 : o->listed ? o->listed : (UINT64_C(1) << 32) + o->index;
}

/* Frames of one class compare as equal. Among those of equal weight perf has what it came to know first of
 * two objects last, and of one object the highest address first. */
static int by_class(const void *a, const void *b, const void *arg)
{
    const struct paths *p = arg;
    const struct path_frame *x = &p->frames[*(const uint32_t *)a], *y = &p->frames[*(const uint32_t *)b];
    if (x->object != y->object)
        return larger_first(known_at(x->object), known_at(y->object));
    int r = larger_first(x->symbol ? x->symbol->start : x->at, y->symbol ? y->symbol->start : y->at);
    if (!r && x->symbol && y->symbol)
        r = strcmp(x->symbol->name, y->symbol->name);
    if (r || !x->symbol != !y->symbol)
        return r ? r : x->symbol ? -1 : 1;
    return larger_first(x->avma, y->avma);
}

static const char *text_of(const struct path_frame *f, const struct key_context *kc, struct arena *arena,
                           struct text *scratch)
{
    scratch->n = 0;
    if (f->symbol) {
        struct text name = { 0 };
        symbol_name(kc->demangle, f->symbol, &name);
        text_add(scratch, "");
        text_add_clean(scratch, name.s);
        text_free(&name);
    } else {
        text_printf(scratch, "%s%" PRIx64, f->avma ? "0x" : "", f->avma); /* perf's "%#llx" */
    }
    return arena_text(arena, scratch->s, scratch->n);
}

struct tree_frame *tree_frames_new(const struct paths *p, const struct key_context *kc, struct arena *arena)
{
    struct tree_frame *v = mem_new(p->nframes, sizeof(*v));
    uint32_t *order = mem_new(p->nframes, sizeof(*order));
    struct text scratch = { 0 };
    for (uint32_t i = 0; i < p->nframes; i++)
        order[i] = i;
    order_by(order, p->nframes, sizeof(*order), by_class, p);
    for (uint32_t i = 0; i < p->nframes; i++) {
        uint32_t frame = order[i];
        bool same = i && !by_class(&order[i - 1], &frame, p);
        v[frame].class = i ? v[order[i - 1]].class + !same : 0;
        v[frame].text = same ? v[order[i - 1]].text : text_of(&p->frames[frame], kc, arena, &scratch);
        v[frame].marker = !p->frames[frame].symbol && p->frames[frame].avma >= PERF_CONTEXT_MAX;
    }
    text_free(&scratch);
    free(order);
    return v;
}
