#include "core/annotate/match/match.h"

#include <math.h>
#include <stdlib.h>

#include "core/annotate/flow.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* Larger differences, in standard deviations of Poisson's law, are more than chance, even for one of some
   tens of blocks in a function. */
static const double MUCH = 3;

struct growing {
    const struct block_growth_side *sides;
    struct flow flows[MATCH_SIDES];
    struct match m;
};

static void block_growth_join(struct growing *g)
{
    struct names names = { .n = 0 };
    struct match_votes votes = { 0 };
    struct alignment al;
    uint32_t *ids[MATCH_SIDES], *of[MATCH_SIDES];
    for (int side = 0; side < MATCH_SIDES; side++) {
        const struct block_growth_side *s = &g->sides[side];
        flow_make(&g->flows[side], s->l);
        ids[side] = meaning_of_listing(&names, s->l, s->name, s->arg);
        of[side] = mem_new(s->l->n, sizeof(*of[side]));
        for (size_t i = 0; i < g->flows[side].nblocks; i++)
            for (size_t k = g->flows[side].blocks[i].first; k < g->flows[side].blocks[i].end; k++)
                of[side][k] = (uint32_t)i;
    }
    align_make(&al, ids[0], g->sides[0].l->n, ids[1], g->sides[1].l->n);
    match_init(&g->m, g->flows[0].nblocks, g->flows[1].nblocks);
    match_vote_rows(&votes, &al, (const uint32_t *const[]){ of[0], of[1] });
    match_by_votes(&g->m, &votes, NULL, NULL);
    for (int side = 0; side < MATCH_SIDES; side++) {
        free(ids[side]);
        free(of[side]);
    }
    free(votes.v);
    align_free(&al);
    arena_names_free(&names);
}

/* Compares a pair of blocks; one side may lack its block. False: the difference may be chance. */
static bool block_growth_see(const struct growing *g, const uint32_t block[MATCH_SIDES],
                             struct grown_block *out)
{
    double variance = 0;
    *out = (struct grown_block){ .loops = 0 };
    for (int side = 0; side < MATCH_SIDES; side++) {
        const struct block_growth_side *s = &g->sides[side];
        uint64_t samples = 0;
        if (block[side] == MATCH_NONE)
            continue;
        const struct flow_block *b = &g->flows[side].blocks[block[side]];
        out->first[side] = &s->l->rows[b->first];
        out->last[side] = &s->l->rows[b->end - 1];
        out->loops = b->loops;
        out->most[side] = out->first[side];
        double most = 0;
        for (const struct listing_row *row = out->first[side]; row <= out->last[side]; row++) {
            double cost = 0;
            for (size_t i = row->first; i < row->end; i++) {
                cost += s->cost[i];
                samples += s->samples[i];
            }
            out->cost[side] += cost;
            if (cost <= most)
                continue;
            most = cost;
            out->most[side] = row;
        }
        if (samples)
            variance += out->cost[side] * out->cost[side] / (double)samples;
    }
    const double change = out->cost[1] - out->cost[0];
    return change * change > MUCH * MUCH * variance;
}

static int by_change(const void *a, const void *b, const void *arg UNUSED)
{
    const struct grown_block *x = a, *y = b;
    const double p = fabs(x->cost[1] - x->cost[0]), q = fabs(y->cost[1] - y->cost[0]);
    return (p < q) - (p > q);
}

struct grown_block *block_growth_make(const struct block_growth_side sides[MATCH_SIDES], size_t *n)
{
    struct growing g = { .sides = sides };
    block_growth_join(&g);
    struct grown_block *v = mem_new(g.m.n[0] + g.m.n[1], sizeof(*v));
    *n = 0;
    for (uint32_t i = 0; i < g.m.n[0]; i++)
        *n += block_growth_see(&g, (const uint32_t[]){ i, g.m.of[0][i] }, &v[*n]);
    for (uint32_t i = 0; i < g.m.n[1]; i++)
        if (g.m.of[1][i] == MATCH_NONE)
            *n += block_growth_see(&g, (const uint32_t[]){ MATCH_NONE, i }, &v[*n]);
    sort_by(v, *n, sizeof(*v), by_change, NULL);
    match_free(&g.m);
    for (int side = 0; side < MATCH_SIDES; side++)
        flow_free(&g.flows[side]);
    return v;
}
