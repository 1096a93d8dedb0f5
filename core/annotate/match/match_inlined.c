#include "core/annotate/match/match_inlined.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct joining {
    struct match *m;
    const struct inlined_tree *const *t; /* of both sides */
};

/* An order of functions, by name, the unknown one first; 0: it is the same one. */
static int function_order(const char *a, const char *b)
{
    if (a == b)
        return 0;
    if (a && b)
        return strcmp(a, b);
    if (a)
        return 1;
    return -1;
}

static bool may_be_one(const void *arg, uint32_t a, uint32_t b)
{
    const struct joining *j = arg;
    const struct inlined_node *x = &j->t[0]->v[a], *y = &j->t[1]->v[b];
    return j->m->of[0][x->parent] == y->parent && !function_order(x->function, y->function);
}

uint32_t *match_inlined_at(const struct inlined_tree *t, uint32_t depth)
{
    uint32_t *of = mem_new(t->n, sizeof(*of));
    for (size_t i = 0; i < t->n; i++) /* a child stands behind its parent */
        if (t->v[i].depth < depth)
            of[i] = MATCH_NONE;
        else if (t->v[i].depth == depth)
            of[i] = (uint32_t)i;
        else
            of[i] = of[t->v[i].parent];
    return of;
}

/* The votes of leaves as votes of the nodes that they lie in, per depth up to `most`: those of a depth are summed up and
   handed to the callers. malloc'ed, as are the lists. */
static struct match_votes *votes_by_depth(const struct joining *j, const struct alignment *al, uint32_t most)
{
    struct match_votes leaves = { 0 }, *of = mem_new(most + 1, sizeof(*of));
    match_vote_rows(&leaves, al, (const uint32_t *const[]){ j->t[0]->of, j->t[1]->of });
    match_votes_sum(&leaves);
    for (size_t i = 0; i < leaves.n; i++) {
        struct match_vote leaf = leaves.v[i];
        const struct inlined_node *a = j->t[0]->v, *b = j->t[1]->v;
        while (a[leaf.part[0]].depth > b[leaf.part[1]].depth)
            leaf.part[0] = a[leaf.part[0]].parent;
        while (b[leaf.part[1]].depth > a[leaf.part[0]].depth)
            leaf.part[1] = b[leaf.part[1]].parent;
        struct match_votes *to = &of[a[leaf.part[0]].depth];
        *MEM_ADD(to->v, to->n, to->cap) = leaf;
    }
    free(leaves.v);
    for (uint32_t depth = most; depth > 1; depth--) {
        struct match_votes *to = &of[depth - 1];
        match_votes_sum(&of[depth]);
        for (size_t i = 0; i < of[depth].n; i++) {
            const struct match_vote *v = &of[depth].v[i];
            *MEM_ADD(to->v, to->n, to->cap) =
                (struct match_vote){ { j->t[0]->v[v->part[0]].parent, j->t[1]->v[v->part[1]].parent }, v->n };
        }
    }
    return of;
}

/* The nodes of a tree, those of each depth in their order. */
struct levels {
    struct numbered *v;
    size_t at, n; /* from `at` on: those not yet looked at */
};

static struct levels levels_of(const struct inlined_tree *t)
{
    struct levels l = { .v = mem_new(t->n, sizeof(*l.v)), .n = t->n };
    for (size_t i = 0; i < t->n; i++)
        l.v[i] = (struct numbered){ t->v[i].depth, (uint32_t)i };
    sort_by_number(l.v, l.n);
    l.at = 1; /* behind the function itself */
    return l;
}

/* A node that is not joined, whose caller is. */
struct lone {
    uint32_t caller; /* on the second side */
    const char *function;
    uint32_t line, at;
};

static int by_call(const struct lone *x, const struct lone *y)
{
    if (x->caller != y->caller)
        return (x->caller < y->caller ? -1 : 1);
    return function_order(x->function, y->function);
}

static int by_call_and_line(const void *a, const void *b, const void *arg)
{
    const struct lone *x = a, *y = b;
    const int order = by_call(x, y);
    (void)arg;
    if (order)
        return order;
    return (x->line > y->line) - (x->line < y->line);
}

/* Those of the next depth, by caller, function and the line of the call: how many. malloc'ed. */
static size_t rest(const struct joining *j, int side, struct levels *l, uint32_t depth, struct lone **out)
{
    const struct inlined_tree *t = j->t[side];
    struct lone *v = NULL;
    size_t n = 0, cap = 0;
    for (; l->at < l->n && l->v[l->at].by == depth; l->at++) {
        const uint32_t i = l->v[l->at].at;
        const struct inlined_node *node = &t->v[i];
        const uint32_t other = j->m->of[side][node->parent];
        if (j->m->of[side][i] == MATCH_NONE && other != MATCH_NONE)
            *MEM_ADD(v, n, cap) = (struct lone){ side ? node->parent : other, node->function, node->line, i };
    }
    sort_by(v, n, sizeof(*v), by_call_and_line, NULL);
    *out = v;
    return n;
}

static void join_rest(struct joining *j, struct levels *levels, uint32_t depth)
{
    struct lone *v[MATCH_SIDES];
    size_t n[MATCH_SIDES], i = 0, k = 0;
    for (int side = 0; side < MATCH_SIDES; side++)
        n[side] = rest(j, side, &levels[side], depth, &v[side]);
    while (i < n[0] && k < n[1]) {
        const int order = by_call(&v[0][i], &v[1][k]);
        if (!order)
            match_join(j->m, v[0][i].at, v[1][k].at);
        i += order <= 0;
        k += order >= 0;
    }
    for (int side = 0; side < MATCH_SIDES; side++)
        free(v[side]);
}

static uint32_t deepest(const struct inlined_tree *t)
{
    uint32_t most = 0;
    for (size_t i = 0; i < t->n; i++) {
        if (t->v[i].depth > most)
            most = t->v[i].depth;
    }
    return most;
}

void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al)
{
    struct joining j = { m, t };
    struct levels levels[MATCH_SIDES] = { levels_of(t[0]), levels_of(t[1]) };
    const uint32_t a = deepest(t[0]), b = deepest(t[1]), most = a < b ? a : b;
    struct match_votes *votes = votes_by_depth(&j, al, most);
    match_init(m, t[0]->n, t[1]->n);
    match_join(m, 0, 0);
    for (uint32_t depth = 1; depth <= most; depth++) {
        match_by_votes(m, &votes[depth], may_be_one, &j);
        join_rest(&j, levels, depth);
    }
    for (uint32_t depth = 0; depth <= most; depth++)
        free(votes[depth].v);
    free(votes);
    for (int side = 0; side < MATCH_SIDES; side++)
        free(levels[side].v);
}
