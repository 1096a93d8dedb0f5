/* count_stacks: the worker that counts what columns have, and the stacks of samples in it. Private to this folder. */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H

#include "core/profile/count/worker.h"
#include "lib/columns/count_columns.h"

/* Samples of a row whose stack is the same. */
struct stack_end {
    uint32_t row, who, stack,
        first; /* who: what of the row does not depend on places; first: the earliest of them */
    uint64_t samples, period;
};

struct count_stacks {
    const struct column_count *a;
    struct worker w;
    struct path_pass pass;
    struct sample sample;  /* that is looked at, as far as columns know it */
    uint32_t *last;        /* per stack, the end, + 1, that it had last; NULL: stacks are not asked for */
    struct idmap by_stack; /* by row and stack, of those that had several rows; + 1 */
    struct stack_end *ends;
    size_t nends, cap_ends;
    uint32_t turn; /* of those that are who; from 1 on */
    struct known_step {
        uint32_t turn, n; /* it counts as n of `kinds` */
        uint32_t from;
    } * steps,
        *alike; /* per place, and per number of what is alike; of one turn, or all have the first one's */
    struct known_path {
        uint32_t turn, path;
    } * paths;              /* per stack, where it leads to in a turn */
    uint32_t *kinds, *list; /* list: of one stack */
    size_t nkinds, cap_kinds, nlist, cap_list;
};

/* Whether columns have all that stacks take. */
bool count_stacks_can(const struct sample_columns *c, const struct count_opts *o);

void count_stacks_init(struct count_stacks *s, const struct column_count *a);

struct resolved_addr count_stacks_resolved(const struct count_stacks *s, uint32_t place);
struct view count_stacks_view(struct count_stacks *s, size_t sample, const struct resolved_addr *resolved);

static inline uint64_t stack_end_key(uint32_t row, uint32_t stack)
{
    return (uint64_t)row << 32 | stack;
}

/* A sample, a later one than those before, counts in a row. Most stacks have one: only those of several are in by_stack. */
static inline void count_stacks_add(struct count_stacks *s, uint32_t row, uint32_t who, size_t sample)
{
    const struct sample_columns *c = s->a->columns;
    const uint32_t stack = c->stack[sample];
    uint32_t *last = &s->last[stack], known = *last;
    if (known && s->ends[known - 1].row != row) {
        *idmap_at(&s->by_stack, stack_end_key(s->ends[known - 1].row, stack)) = known;
        known = idmap_get(&s->by_stack, stack_end_key(row, stack));
    }
    if (!known) {
        *MEM_ADD(s->ends, s->nends, s->cap_ends) =
            (struct stack_end){ row, who, stack, (uint32_t)sample, 0, 0 };
        known = (uint32_t)s->nends;
    }
    *last = known;
    s->ends[known - 1].samples++;
    s->ends[known - 1].period += c->weight[sample];
}

/* Have the profile, with all stacks counted. False: there are too many call paths. */
bool count_stacks_end(struct count_stacks *s, struct profile *out);

#endif
