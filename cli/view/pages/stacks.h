/* stacks: changes of call stacks, and what stacks weigh, as filters of a report. */
#ifndef PERFOLIO_CLI_VIEW_STACKS_H
#define PERFOLIO_CLI_VIEW_STACKS_H

#include "cli/view/workbench.h"

/* Lets the user choose what to change around a function, or with an object (empty: not known), and asks the page again. */
void stacks_change(struct workbench *w, struct page *p, const char *function, const char *object);

/* The question about the callers and the callees of a function, with the filters of another one. */
struct question stacks_sandwich(const struct question *of, const char *function);

/* Which half of such a page a table is, as the beginning of a title; "": none. */
const char *stacks_half_of(const char *table);

/* Lets the user choose what counts: samples, or time on and off the CPU. */
void stacks_weights(struct workbench *w, struct page *p);

#endif
