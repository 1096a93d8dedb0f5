#include "core/annotate/inlined.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { MOST = 1 << 12 /* nodes; each is held against its siblings */ };

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static uint32_t add_node(struct inlined_tree *t, uint32_t parent, const struct line_frame *f,
                         const struct line_frame *caller)
{
    const struct inlined_node node = { .parent = parent,
                                       .depth = t->n ? t->v[parent].depth + 1 : 0,
                                       .function = f ? f->function : NULL,
                                       .file = caller ? caller->file : NULL,
                                       .line = caller ? caller->line : 0,
                                       .weights = t->n * t->nevents };
    size_t i = t->n;
    *MEM_ADD(t->v, t->n, t->cap) = node;
    for (uint32_t e = 0; e < t->nevents; e++) {
        t->own = mem_room(t->own, node.weights + e, &t->cap_own, sizeof(*t->own));
        t->all = mem_room(t->all, node.weights + e, &t->cap_all, sizeof(*t->all));
        t->own[node.weights + e] = t->all[node.weights + e] = (struct weight){ 0 };
    }
    if (i) {
        t->v[i].next = t->v[parent].child;
        t->v[parent].child = (uint32_t)i;
    }
    return (uint32_t)i;
}

/* The node of a function that was inlined into a node's, where `caller` says. */
static uint32_t child_of(struct inlined_tree *t, uint32_t parent, const struct line_frame *f,
                         const struct line_frame *caller)
{
    for (uint32_t i = t->v[parent].child; i; i = t->v[i].next)
        if (t->v[i].line == caller->line && same_text(t->v[i].function, f->function) &&
            same_text(t->v[i].file, caller->file))
            return i;
    if (t->n < MOST)
        return add_node(t, parent, f, caller);
    t->cut = true;
    return parent;
}

static uint32_t node_of(struct inlined_tree *t, const struct listing_row *row)
{
    uint32_t node = 0;
    for (size_t i = row->nframes; i > 1; i--)
        node = child_of(t, node, &row->frames[i - 2], &row->frames[i - 1]);
    return node;
}

void inlined_make(struct inlined_tree *t, const struct listing *l, const struct weights *w, uint32_t first,
                  uint32_t nevents)
{
    *t = (struct inlined_tree){ .nevents = nevents };
    add_node(t, 0, NULL, NULL);
    t->of = mem_new(l->n, sizeof(*t->of));
    for (size_t i = 0; i < l->n; i++) {
        const struct listing_row *row = &l->rows[i];
        uint32_t node = node_of(t, row);
        t->of[i] = node;
        t->v[node].insns++;
        for (uint32_t e = 0; e < nevents; e++) {
            const struct weight has = listing_weight(w, row, first + e);
            weight_add(&t->own[t->v[node].weights + e], &has);
        }
    }
    memcpy(t->all, t->own, t->n * nevents * sizeof(*t->all));
    for (size_t i = t->n; i-- > 0;) {
        const struct inlined_node *node = &t->v[i];
        t->v[i].all_insns += node->insns;
        if (!i)
            break;
        t->v[node->parent].all_insns += node->all_insns;
        for (uint32_t e = 0; e < nevents; e++)
            weight_add(&t->all[t->v[node->parent].weights + e], &t->all[node->weights + e]);
    }
}

void inlined_free(struct inlined_tree *t)
{
    free(t->v);
    free(t->own);
    free(t->all);
    free(t->of);
    *t = (struct inlined_tree){ 0 };
}

static bool same_call(const struct listing_row *a, const struct listing_row *b)
{
    if (a->nframes < 2 || b->nframes < 2)
        return false;
    const struct line_frame *x = &a->frames[a->nframes - 2], *y = &b->frames[b->nframes - 2];
    return x[1].line == y[1].line && same_text(x->function, y->function) && same_text(x[1].file, y[1].file);
}

size_t inlined_run(const struct listing *l, size_t row)
{
    size_t end = row;
    while (end < l->n && same_call(&l->rows[row], &l->rows[end]))
        end++;
    return end - row;
}
