/*
 * why_blocks: which basic blocks of the functions that got worse or better brought that, where the code of both sides
 * is at hand: of each side one run is opened again for it.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_WHY_BLOCKS_H
#define PERFOLIO_LIB_QUESTION_DIFF_WHY_BLOCKS_H

#include "lib/question/diff/judged.h"

/* Find the blocks of the functions that changed most in n sections. What cannot be had is left out; why a run cannot be
   opened any more is shown. */
void why_blocks_find(struct judged *sections, size_t n, struct replicates *r, const struct diff_opts *o,
                     struct outlet *err);

#endif
