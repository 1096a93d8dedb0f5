/* count_stacks: counts the stacks of samples in columns. Private to this folder. */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H

#include "core/profile/count/worker.h"
#include "lib/columns/count_columns.h"

/* The samples of a row that have one stack. */
struct stack_end {
    uint32_t row, who, stack, first; /* who: the row's keys without a place; first: the earliest sample */
    uint64_t samples, period;
};

struct count_stacks {
    const struct column_count *a;
    struct worker w;
    struct path_pass pass;
    struct sample sample;  /* the current sample, with the members that columns have */
    uint32_t *last;        /* per stack: its last end + 1; NULL: stacks are not counted */
    struct idmap by_stack; /* end + 1 by row and stack, for stacks with several rows */
    struct stack_end *ends;
    size_t nends, cap_ends;
    uint32_t turn;      /* number of the current who, from 1 on: caches of other turns are stale */
    struct known_step { /* a place counts as the n kinds from `from` on */
        uint32_t turn, n;
        uint32_t from;
    } * steps,
        *alike; /* per place, and per group of places; of one turn or, if callers do not depend on who, of all */
    struct known_path {
        uint32_t turn, path;
    } * paths;              /* per stack: the path it leads to in a turn */
    uint32_t *kinds, *list; /* list: a buffer for one stack */
    size_t nkinds, cap_kinds, nlist, cap_list;
};

/* Whether columns have everything that counting stacks needs. */
bool count_stacks_supports(const struct sample_columns *c, const struct count_opts *o);

/* Prepare to count; `a` must live until count_stacks_end(). */
void count_stacks_init(struct count_stacks *s, const struct column_count *a);

/* A place as resolved_addr, and a sample at a place as a view, with the members that columns have. The view borrows s->sample. */
struct resolved_addr count_stacks_resolved(const struct count_stacks *s, uint32_t place);
struct view count_stacks_view(struct count_stacks *s, size_t sample, const struct resolved_addr *resolved);

static inline uint64_t stack_end_key(uint32_t row, uint32_t stack)
{
    return (uint64_t)row << 32 | stack;
}

/* Add a sample to a row; samples come in the order of time. Most stacks have one row: by_stack has only those of several. */
static inline void count_stacks_add(struct count_stacks *s, uint32_t row, uint32_t who, size_t sample)
{
    const struct sample_columns *c = s->a->columns;
    const uint32_t stack = c->stack[sample];
    uint32_t *last = &s->last[stack], known = *last;
    if (known && s->ends[known - 1].row != row) {
        *idmap_find_or_add(&s->by_stack, stack_end_key(s->ends[known - 1].row, stack)) = known;
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

/* Count all stacks, move the profile to `out`, and free `s`. False: there are more call paths than count_opts.max_paths. */
bool count_stacks_end(struct count_stacks *s, struct profile *out);

#endif
