#include "core/annotate/inlined.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"

enum { MOST = 1 << 12 /* most nodes of a tree */ };

/* Finds the node of a call in constant time, since the line table of a hostile file may have any number of
   calls. */
struct inlined_finding {
    struct names texts;    /* functions and files */
    struct idmap of_text;  /* function and file -> number of the pair */
    struct idmap nodes;    /* number in of_text and number in of_place -> node */
    struct idmap of_place; /* parent and line -> number of the pair */
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static uint32_t add_node(struct inlined_tree *t, uint32_t parent, const struct line_frame *f,
                         const struct line_frame *caller)
{
    struct inlined_node node = { .parent = parent, .weights = t->n * t->nevents };
    assert(!t->n || parent < t->n);
    size_t i = t->n;
    if (i)
        node.depth = t->v[parent].depth + 1;
    if (f)
        node.function = f->function;
    if (caller) {
        node.file = caller->file;
        node.line = caller->line;
    }
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

static uint32_t text_id(struct inlined_finding *f, const char *s)
{
    if (s)
        return arena_names_id(&f->texts, s);
    return 0;
}

static bool is_call(const struct inlined_node *node, const struct line_frame *f,
                    const struct line_frame *caller)
{
    return node->line == caller->line && same_text(node->function, f->function) &&
           same_text(node->file, caller->file);
}

/* The node of function `f` inlined into the node `parent` at the line of `caller`. */
static uint32_t child_of(struct inlined_tree *t, struct inlined_finding *find, uint32_t parent,
                         const struct line_frame *f, const struct line_frame *caller)
{
    /* the node of the previous instruction is usually the right one */
    const uint32_t last = t->v[parent].child;
    if (last && is_call(&t->v[last], f, caller))
        return last;
    const uint64_t texts = (uint64_t)text_id(find, f->function) << 32 | text_id(find, caller->file);
    const uint64_t place = (uint64_t)parent << 32 | caller->line;
    uint32_t *node = idmap_find_or_add(&find->nodes, (uint64_t)idmap_number_key(&find->of_text, texts) << 32 |
                                                         idmap_number_key(&find->of_place, place));
    if (!*node && t->n >= MOST) {
        t->cut = true;
        return parent;
    }
    if (!*node)
        *node = add_node(t, parent, f, caller);
    return *node;
}

static uint32_t inlined_node_of(struct inlined_tree *t, struct inlined_finding *find,
                                const struct listing_row *row)
{
    uint32_t node = 0;
    for (size_t i = row->nframes; i > 1; i--)
        node = child_of(t, find, node, &row->frames[i - 2], &row->frames[i - 1]);
    return node;
}

void inlined_make(struct inlined_tree *t, const struct listing *l, const struct weights *w, uint32_t first,
                  uint32_t nevents)
{
    struct inlined_finding find = { .nodes = { 0 } };
    *t = (struct inlined_tree){ .nevents = nevents };
    add_node(t, 0, NULL, NULL);
    t->of = mem_new(l->n, sizeof(*t->of));
    for (size_t i = 0; i < l->n; i++) {
        const struct listing_row *row = &l->rows[i];
        uint32_t node = inlined_node_of(t, &find, row);
        t->of[i] = node;
        t->v[node].insns++;
        for (uint32_t e = 0; e < nevents; e++) {
            const struct weight has = listing_weight(w, row, first + e);
            weight_add(&t->own[t->v[node].weights + e], &has);
        }
    }
    arena_names_free(&find.texts);
    idmap_free(&find.of_text);
    idmap_free(&find.of_place);
    idmap_free(&find.nodes);
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

size_t inlined_count_rows(const struct listing *l, size_t row)
{
    size_t end = row;
    while (end < l->n && same_call(&l->rows[row], &l->rows[end]))
        end++;
    return end - row;
}
