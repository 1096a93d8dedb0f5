/* reason: why an address has the name it has, or none: what resolver.c and symtab.c made of it. */
#ifndef PERFOLIO_CLI_EXPLAIN_REASON_H
#define PERFOLIO_CLI_EXPLAIN_REASON_H

#include "cli/explain/show.h"

/* How the address in the table's space came about: the equations of resolver.c with their numbers. */
void reason_arithmetic(const struct place *p, uint64_t avma, struct text *out);

/* Symbols that cover the address too, but start earlier: the next one from *i on; NULL: no more. */
const struct symbol *reason_next_covering(const struct place *p, size_t *i);

/* Symbols that gave way to the winner, each name once, and the rule. */
const struct symbol *reason_next_loser(const struct place *p, size_t *i);

/* The rules of symtab.c that made this symbol the one. */
void reason_rule(const struct place *p, struct text *out);

/* Why there is no name: what lies around the address. */
void reason_gap(const struct explain *x, const struct place *p, struct text *out);

#endif
