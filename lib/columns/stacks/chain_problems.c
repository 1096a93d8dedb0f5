#include "lib/columns/stacks/chain_problems.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "lib/columns/column_faults.h"

static bool is_missed(const struct count_stacks *ends, uint32_t place)
{
    const struct resolved_addr resolved = count_stacks_resolved(ends, place);
    return address_is_missed(&resolved);
}

uint32_t *chain_problems_missed(const struct count_stacks *ends)
{
    const struct sample_columns *c = ends->a->columns;
    if (!ends->last || !ends->w.addresses.r || !c->problems.of[PROBLEM_CALLER_NO_OBJECT].n)
        return NULL;
    uint32_t *missed = mem_new(c->nstacks, sizeof(*missed));
    uint8_t *known = mem_new(c->nplaces, sizeof(*known)); /* 1 + whether it is missed */
    for (size_t i = 1; i < c->nstacks; i++) {
        const uint32_t place = c->stacks[i].place;
        if (!known[place])
            known[place] = (uint8_t)(1 + is_missed(ends, place));
        missed[i] = missed[c->stacks[i].parent] + (known[place] == 2);
    }
    free(known);
    return missed;
}

void chain_problems_begin(struct chain_problems *k, struct count_stacks *ends, size_t from)
{
    const struct sample_columns *c = ends->a->columns;
    struct problems *p = &ends->w.profile.problems;
    k->ends = ends;
    k->faults = c->faults;
    while (k->faults && k->next < k->faults->n && k->faults->v[k->next].sample < from)
        k->next++;
    if (p->of[PROBLEM_CALLER_NO_OBJECT].n)
        k->missed = chain_problems_missed(ends);
    column_faults_forget(p);
    p->of[PROBLEM_CALLER_NO_OBJECT].n = 0;
}

void chain_problems_count_kept(struct chain_problems *k, size_t sample, uint32_t n)
{
    const struct sample_columns *c = k->ends->a->columns;
    const struct column_faults *f = k->faults;
    uint32_t place = (uint32_t)sample;
    for (; f && k->next < f->n && f->v[k->next].sample <= sample; k->next++)
        if (f->v[k->next].sample == sample)
            column_faults_count(f, k->next, &k->ends->w.profile.problems);
    if (!n)
        return;
    if (c->in_file)
        place = c->in_file[sample];
    if (!k->n || place < k->place) {
        k->first = (uint32_t)sample;
        k->place = place;
    }
    k->n += n;
}

/* The innermost place of a stack is no caller. */
void chain_problems_count(struct chain_problems *k, size_t sample)
{
    const struct sample_columns *c = k->ends->a->columns;
    uint32_t n = 0;
    if (k->missed)
        n = k->missed[c->stacks[c->stack[sample]].parent];
    chain_problems_count_kept(k, sample, n);
}

/* The description is of the outermost such caller of the first sample. */
void chain_problems_end(struct chain_problems *k)
{
    struct resolved_addr resolved = { .level = 'H' };
    if (k->n) {
        const struct sample_columns *c = k->ends->a->columns;
        struct problems *p = &k->ends->w.profile.problems;
        const uint32_t own = c->stack[k->first];
        for (uint32_t at = c->stacks[own].parent; at; at = c->stacks[at].parent)
            if (is_missed(k->ends, c->stacks[at].place))
                resolved = count_stacks_resolved(k->ends, c->stacks[at].place);
        resolved.place.addr =
            resolved.place.at; /* they are the same where there is no symbol table (resolver.c) */
        count_stacks_view(k->ends, k->first, &resolved);
        k->ends->sample.when.seq = k->place;
        address_count_missed(&resolved, &k->ends->sample, p);
        p->of[PROBLEM_CALLER_NO_OBJECT].n += k->n - 1;
    }
    free(k->missed);
}
