#include "core/annotate/match/match.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

void match_init(struct match *m, size_t na, size_t nb)
{
    const size_t n[MATCH_SIDES] = { na, nb };
    for (int side = 0; side < MATCH_SIDES; side++) {
        m->n[side] = n[side];
        m->of[side] = mem_new(n[side], sizeof(*m->of[side]));
        for (size_t i = 0; i < n[side]; i++)
            m->of[side][i] = MATCH_NONE;
    }
}

void match_free(struct match *m)
{
    for (int side = 0; side < MATCH_SIDES; side++)
        free(m->of[side]);
    *m = (struct match){ .n = { 0 } };
}

void match_pair(struct match *m, uint32_t a, uint32_t b)
{
    assert(a < m->n[0] && b < m->n[1]);
    m->of[0][a] = b;
    m->of[1][b] = a;
}

bool match_are_unpaired(const struct match *m, uint32_t a, uint32_t b)
{
    assert(a < m->n[0] && b < m->n[1]);
    return m->of[0][a] == MATCH_NONE && m->of[1][b] == MATCH_NONE;
}

void match_vote_rows(struct match_votes *votes, const struct alignment *al,
                     const uint32_t *const in[MATCH_SIDES])
{
    for (size_t i = 0; i < al->n; i++) {
        const struct align_line *line = &al->v[i];
        if (line->a == ALIGN_NONE || line->b == ALIGN_NONE)
            continue;
        const uint32_t a = in[0][line->a], b = in[1][line->b];
        struct match_vote *last = votes->n ? &votes->v[votes->n - 1] : NULL;
        if (a == MATCH_NONE || b == MATCH_NONE)
            continue;
        const bool is_vote_of_last = last && last->part[0] == a && last->part[1] == b;
        if (is_vote_of_last)
            last->n++;
        else
            *MEM_ADD(votes->v, votes->n, votes->cap) = (struct match_vote){ { a, b }, 1 };
    }
}

static int by_parts(const void *a, const void *b, const void *arg)
{
    const struct match_vote *x = a, *y = b;
    const int side = x->part[0] == y->part[0];
    (void)arg;
    return (x->part[side] > y->part[side]) - (x->part[side] < y->part[side]);
}

static int most_first(const void *a, const void *b, const void *arg)
{
    const struct match_vote *x = a, *y = b;
    (void)arg;
    return (x->n < y->n) - (x->n > y->n);
}

void match_by_votes(struct match *m, struct match_votes *votes,
                    bool (*may)(const void *arg, uint32_t a, uint32_t b), const void *arg)
{
    size_t n = 0;
    sort_by(votes->v, votes->n, sizeof(*votes->v), by_parts, NULL);
    for (size_t i = 0; i < votes->n; i++) /* add up the votes for the same pair of parts */
        if (n && !by_parts(&votes->v[n - 1], &votes->v[i], NULL))
            votes->v[n - 1].n += votes->v[i].n;
        else
            votes->v[n++] = votes->v[i];
    votes->n = n;
    sort_by(votes->v, votes->n, sizeof(*votes->v), most_first, NULL);
    for (size_t i = 0; i < votes->n; i++) {
        const uint32_t a = votes->v[i].part[0], b = votes->v[i].part[1];
        const bool is_free = match_are_unpaired(m, a, b);
        if (is_free && (!may || may(arg, a, b)))
            match_pair(m, a, b);
    }
}
