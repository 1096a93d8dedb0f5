#include "lib/columns/stacks/stack_parents.h"

#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/text.h"

enum { NO_MATCH = 1, MATCHES = 2 }; /* MATCHES: and above, by the number of the parent */

/* The number of a function as a parent; 0: its name, as it is shown, does not match. */
static uint32_t parent_number(struct stack_parents *p, struct idmap *known, const struct count_opts *o,
                              const struct symbol *symbol)
{
    uint32_t *answer = idmap_find_or_add(known, (uintptr_t)symbol);
    if (!*answer) {
        struct text name = { 0 };
        symtab_symbol_name(o->filter.demangle, symbol, &name);
        *answer = NO_MATCH;
        if (!regexec(o->parent, text_str(&name), 0, NULL, 0)) {
            *answer = MATCHES + (uint32_t)p->n;
            *MEM_ADD(p->symbols, p->n, p->cap) = symbol;
        }
        text_free(&name);
    }
    if (*answer == NO_MATCH)
        return 0;
    return *answer - MATCHES;
}

/* A stack has its caller's parent, unless its own step comes first in perf's order (chain_filter.c). */
void stack_parents_find(struct stack_parents *p, const struct sample_columns *c, const struct count_opts *o)
{
    struct idmap known = { 0 };
    p->of = mem_new(c->nstacks, sizeof(*p->of));
    *MEM_ADD(p->symbols, p->n, p->cap) = NULL;
    for (size_t i = 1; i < c->nstacks; i++) {
        const struct column_place *own = &c->places[c->stacks[i].place];
        const uint32_t outer = p->of[c->stacks[i].parent];
        uint32_t number = 0;
        if (own->symbol && !(own->how & COUNT_FRAME_OWN) && (o->stack.innermost || !outer))
            number = parent_number(p, &known, o, own->symbol);
        if (!number)
            number = outer;
        p->of[i] = number;
    }
    idmap_free(&known);
}

void stack_parents_free(struct stack_parents *p)
{
    free(p->of);
    free(p->symbols);
    *p = (struct stack_parents){ 0 };
}
