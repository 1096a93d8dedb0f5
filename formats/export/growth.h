/* growth: the tree of stacks that chains are, grown from the outermost frame inwards by several threads. For stacks.c
   alone. */
#ifndef PERFOLIO_FORMATS_EXPORT_GROWTH_H
#define PERFOLIO_FORMATS_EXPORT_GROWTH_H

#include "formats/export/exporter.h"

/* What is left of a chain on its way into the stacks, which has a number. */
struct growth_line {
    const uint32_t *next; /* frames, inwards */
    uint32_t left, number;
};

/* Make x->stacks of n lines, which change, and put where each ends into x->stack_of, by its number, 0 where it has no frame:
   each stack stands behind its caller, those of one caller by their frames. By up to so many threads, which make no
   difference. */
void growth_of_lines(struct export *x, struct growth_line *v, size_t n, unsigned threads);

#endif
