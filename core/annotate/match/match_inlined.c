#include "core/annotate/match/match_inlined.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct joining {
    struct match *m;
    const struct inlined_tree *const *t; /* of both sides */
};

static bool same_function(const struct inlined_node *a, const struct inlined_node *b)
{
    return a->function == b->function || (a->function && b->function && !strcmp(a->function, b->function));
}

static bool may_be_one(const void *arg, uint32_t a, uint32_t b)
{
    const struct joining *j = arg;
    const struct inlined_node *x = &j->t[0]->v[a], *y = &j->t[1]->v[b];
    return same_function(x, y) && j->m->of[0][x->parent] == y->parent;
}

uint32_t *match_inlined_at(const struct inlined_tree *t, uint32_t depth)
{
    uint32_t *of = mem_new(t->n, sizeof(*of));
    for (size_t i = 0; i < t->n; i++) /* a child stands behind its parent */
        of[i] = t->v[i].depth < depth    ? MATCH_NONE
                : t->v[i].depth == depth ? (uint32_t)i
                                         : of[t->v[i].parent];
    return of;
}

/* By votes of leaves the nodes of a depth that they lie in. */
static void join_voted(struct joining *j, uint32_t depth, const struct match_votes *leaves)
{
    struct match_votes votes = { 0 };
    uint32_t *at[MATCH_SIDES];
    for (int side = 0; side < MATCH_SIDES; side++)
        at[side] = match_inlined_at(j->t[side], depth);
    for (size_t i = 0; i < leaves->n; i++) {
        const struct match_vote *leaf = &leaves->v[i];
        const uint32_t a = at[0][leaf->part[0]], b = at[1][leaf->part[1]];
        if (a != MATCH_NONE && b != MATCH_NONE)
            *MEM_ADD(votes.v, votes.n, votes.cap) = (struct match_vote){ { a, b }, leaf->n };
    }
    match_by_votes(j->m, &votes, may_be_one, j);
    free(votes.v);
    for (int side = 0; side < MATCH_SIDES; side++)
        free(at[side]);
}

/* The nodes of a depth that are not joined, in the order of the lines of their calls: how many. malloc'ed. */
static size_t rest(const struct joining *j, int side, uint32_t depth, struct numbered **out)
{
    const struct inlined_tree *t = j->t[side];
    struct numbered *v = mem_new(t->n, sizeof(*v));
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].depth == depth && j->m->of[side][i] == MATCH_NONE)
            v[n++] = (struct numbered){ t->v[i].line, (uint32_t)i };
    sort_by_number(v, n);
    *out = v;
    return n;
}

static void join_rest(struct joining *j, uint32_t depth)
{
    struct numbered *v[MATCH_SIDES];
    size_t n[MATCH_SIDES];
    for (int side = 0; side < MATCH_SIDES; side++)
        n[side] = rest(j, side, depth, &v[side]);
    for (size_t i = 0; i < n[0]; i++)
        for (size_t k = 0; k < n[1]; k++)
            if (match_is_free(j->m, v[0][i].at, v[1][k].at) && may_be_one(j, v[0][i].at, v[1][k].at)) {
                match_join(j->m, v[0][i].at, v[1][k].at);
                break;
            }
    for (int side = 0; side < MATCH_SIDES; side++)
        free(v[side]);
}

static uint32_t deepest(const struct inlined_tree *t)
{
    uint32_t most = 0;
    for (size_t i = 0; i < t->n; i++)
        most = t->v[i].depth > most ? t->v[i].depth : most;
    return most;
}

void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al)
{
    struct joining j = { m, t };
    struct match_votes leaves = { 0 };
    const uint32_t a = deepest(t[0]), b = deepest(t[1]);
    match_init(m, t[0]->n, t[1]->n);
    match_join(m, 0, 0);
    match_vote_rows(&leaves, al, (const uint32_t *const[]){ t[0]->of, t[1]->of });
    for (uint32_t depth = 1; depth <= a && depth <= b; depth++) {
        join_voted(&j, depth, &leaves);
        join_rest(&j, depth);
    }
    free(leaves.v);
}
