/* stack_parents: which function of a stack becomes the parent of its samples (count_opts.parent), found once per stack.
   Private to lib/columns. */
#ifndef PERFOLIO_LIB_COLUMNS_STACKS_STACK_PARENTS_H
#define PERFOLIO_LIB_COLUMNS_STACKS_STACK_PARENTS_H

#include "core/profile/count/count_opts.h"
#include "lib/columns/sample_columns.h"

struct stack_parents { /* zero-initialise */
    uint32_t *of; /* per stack: the number of its parent; 0: it has none; NULL: no parents were asked for */
    const struct symbol **symbols; /* by number; symbols[0] is NULL */
    size_t n, cap;
};

/* Finds the parents of all stacks. o->parent is set. */
void stack_parents_find(struct stack_parents *p, const struct sample_columns *c, const struct count_opts *o);
void stack_parents_free(struct stack_parents *p);

/* The parent of a sample; NULL: none. */
static inline const struct symbol *stack_parents_symbol(const struct stack_parents *p, uint32_t stack)
{
    return p->of ? p->symbols[p->of[stack]] : NULL;
}

#endif
