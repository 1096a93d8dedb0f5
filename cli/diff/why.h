/*
 * why: what brought a change that was named: who called a function when its cost changed, and which of what it calls
 * costs more, or less.
 */
#ifndef PERFOLIO_CLI_DIFF_WHY_H
#define PERFOLIO_CLI_DIFF_WHY_H

#include "cli/diff/judged.h"

/* Explain the rows of a section that got worse or better. */
void why_explain(struct judged *j, struct replicates *r, const struct gate_opts *o);

#endif
