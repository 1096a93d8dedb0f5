/* count_stacks: counts the stacks of samples in columns, once per stack end. Private to this folder. */
#ifndef PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H
#define PERFOLIO_LIB_COLUMNS_COUNT_STACKS_H

#include "core/profile/count/worker.h"
#include "lib/columns/count_columns.h"
#include "lib/columns/stacks/stack_parents.h"

/* A stack end: the samples of one row that have the same stack. */
struct stack_end {
    /* who: a number for the values of the row's keys that do not depend on a place; first: index of the earliest
       sample. With transforms `row` is the number of a pair of who and place instead, since the row is not known
       before the transforms are applied. */
    uint32_t row, who, stack, first;
    uint64_t samples, period;
};

struct count_stacks {
    const struct column_count *a;
    struct worker w;
    struct stack_parents parents;
    struct path_pass pass;
    struct sample sample; /* the current sample; only members that columns have are set */
    struct wait wait;     /* of the current sample, if samples are waits */
    /* per stack: 1 + the index of its stack end that was used last; NULL: stacks are not counted */
    uint32_t *last;
    /* row and stack -> 1 + the index of the stack end; for stacks that have ends in several rows */
    struct idmap by_stack;
    struct stack_end *ends;
    size_t nends, cap_ends;
    /* per end its kept path, ascending; NULL: it follows from the end's stack */
    uint32_t *kept_path;
    /* number of the current `who`, counted from 1; cache entries with another turn are stale */
    uint32_t turn;
    struct known_step { /* the numbers that a place counts as: n elements of `kinds`, from index `from` on */
        uint32_t turn, n;
        uint32_t from;
    } * steps,
        /* steps: per place; alike: per group of places. Entries are valid during one turn or, if callers do not depend
           on `who`, for all turns. */
        *alike;
    struct known_path {
        uint32_t turn, path;
    } * paths;              /* per stack: its call path in the current turn */
    uint32_t *kinds, *list; /* list: a buffer for one stack */
    size_t nkinds, cap_kinds, nlist, cap_list;
};

/* Whether columns have all data that counting stacks needs. */
bool count_stacks_supports(const struct sample_columns *c, const struct count_opts *o);

/* Prepare to count; `a` must live until count_stacks_end(). `from_kept`: ends come from kept_ends_count(), and not from
   count_stacks_add(). */
void count_stacks_init(struct count_stacks *s, const struct column_count *a, bool from_kept);

/* Convert a place to a struct resolved_addr, and a sample at a resolved place to a struct view. Members that columns
   do not have are not set. The view borrows s->sample. */
struct resolved_addr count_stacks_resolved(const struct count_stacks *s, uint32_t place);
struct view count_stacks_view(struct count_stacks *s, size_t sample, const struct resolved_addr *resolved);

static inline uint64_t stack_end_key(uint32_t row, uint32_t stack)
{
    return (uint64_t)row << 32 | stack;
}

/* Adds a sample to a row; call it in the order of time. Most stacks occur in one row only; by_stack has the stacks
   that occur in several rows. */
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

/* Keeps the paths of these options (column_count.kept), unless they are kept already. There are ends.
   count_stacks_kept_path(): the kept path of an end. */
void count_stacks_keep_paths(struct count_stacks *s);
uint32_t count_stacks_kept_path(const struct count_stacks *s, const struct stack_end *e);

/* Frees what was counted. */
void count_stacks_free(struct count_stacks *s);

/* Used instead of counting, with count_opts.chains. count_stacks_chain(): the number of a sample's call chain, without
   a row; false: the transforms drop the sample. count_stacks_take_paths(): moves the chains to `out`, and frees `s`. */
bool count_stacks_chain(struct count_stacks *s, size_t sample, uint32_t *chain);
void count_stacks_take_paths(struct count_stacks *s, struct paths *out);

/* Counts all stacks, moves the profile to `out`, and frees `s`. False: there are more call paths than
   count_opts.max_paths. */
bool count_stacks_end(struct count_stacks *s, struct profile *out);

#endif
