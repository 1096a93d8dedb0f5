/*
 * why: what brought a change that was named: who called a function when its cost changed, and which of what it calls
 * costs more, or less; and whether it was called more often, or each call costs more.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_WHY_H
#define PERFOLIO_LIB_QUESTION_DIFF_WHY_H

#include "lib/question/diff/judged.h"

/* Explain the rows of a section that got worse or better. `entered` are n sections of how often functions were entered
   (RUN_ENTERED). */
void why_explain(struct judged *j, struct replicates *r, const struct gate_opts *o,
                 const struct judged *entered, size_t n);

#endif
