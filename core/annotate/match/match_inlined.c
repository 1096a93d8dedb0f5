#include "core/annotate/match/match.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct joining {
    struct match *m;
    const struct inlined_tree *const *t; /* per side */
};

/* Compares functions by name; unknown functions come first. 0: the same function. */
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

uint32_t *match_inlined_ancestors(const struct inlined_tree *t, uint32_t depth)
{
    uint32_t *of = mem_new(t->n, sizeof(*of));
    for (size_t i = 0; i < t->n; i++) /* children come after their parents */
        if (t->v[i].depth < depth)
            of[i] = MATCH_NONE;
        else if (t->v[i].depth == depth)
            of[i] = (uint32_t)i;
        else
            of[i] = of[t->v[i].parent];
    return of;
}

static int64_t row_of_side(const struct align_line *line, int side)
{
    return side ? line->b : line->a;
}

/* For each row of the alignment, the call at `depth` on a side that contains it; malloc'ed. */
static uint32_t *rows_at(const struct joining *j, int side, const struct alignment *al, uint32_t depth)
{
    int64_t last = ALIGN_NONE;
    for (size_t i = 0; i < al->n; i++)
        if (row_of_side(&al->v[i], side) > last)
            last = row_of_side(&al->v[i], side);
    uint32_t *at = match_inlined_ancestors(j->t[side], depth), *in = mem_new((size_t)(last + 1), sizeof(*in));
    for (size_t i = 0; i < al->n; i++) {
        const int64_t row = row_of_side(&al->v[i], side);
        if (row != ALIGN_NONE)
            in[row] = at[j->t[side]->of[row]];
    }
    free(at);
    return in;
}

/* A node without a partner, whose caller has a partner. */
struct lone {
    uint32_t caller; /* its caller's index on the second side */
    const char *function;
    uint32_t line, at;
};

static int by_call(const struct lone *x, const struct lone *y)
{
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
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

/* *out receives the nodes at `depth` without partners, sorted by caller, function and line of the call; malloc'ed.
   Returns their number. */
static size_t rest(const struct joining *j, int side, uint32_t depth, struct lone **out)
{
    const struct inlined_tree *t = j->t[side];
    struct lone *v = NULL;
    size_t n = 0, cap = 0;
    for (uint32_t i = 1; i < t->n; i++) {
        const struct inlined_node *node = &t->v[i];
        const uint32_t other = j->m->of[side][node->parent];
        if (node->depth == depth && j->m->of[side][i] == MATCH_NONE && other != MATCH_NONE)
            *MEM_ADD(v, n, cap) = (struct lone){ side ? node->parent : other, node->function, node->line, i };
    }
    sort_by(v, n, sizeof(*v), by_call_and_line, NULL);
    *out = v;
    return n;
}

static void join_rest(struct joining *j, uint32_t depth)
{
    struct lone *v[MATCH_SIDES];
    size_t n[MATCH_SIDES], i = 0, k = 0;
    for (int side = 0; side < MATCH_SIDES; side++)
        n[side] = rest(j, side, depth, &v[side]);
    while (i < n[0] && k < n[1]) {
        const int order = by_call(&v[0][i], &v[1][k]);
        if (!order)
            match_pair(j->m, v[0][i].at, v[1][k].at);
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
    const uint32_t most = (uint32_t)lesser_of(deepest(t[0]), deepest(t[1]));
    match_init(m, t[0]->n, t[1]->n);
    match_pair(m, 0, 0);
    for (uint32_t depth = 1; depth <= most; depth++) {
        struct match_votes votes = { .n = 0 };
        uint32_t *in[MATCH_SIDES] = { rows_at(&j, 0, al, depth), rows_at(&j, 1, al, depth) };
        match_vote_rows(&votes, al, (const uint32_t *const[]){ in[0], in[1] });
        match_by_votes(m, &votes, may_be_one, &j);
        join_rest(&j, depth);
        free(votes.v);
        for (int side = 0; side < MATCH_SIDES; side++)
            free(in[side]);
    }
}
