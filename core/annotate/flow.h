/*
 * flow: control flow inside a function: basic blocks, jumps and loops. The flow is read from the instructions alone, so
 * jumps through registers have no targets.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_FLOW_H
#define PERFOLIO_CORE_ANNOTATE_FLOW_H

#include "core/annotate/listing.h"

/* A basic block: rows [first, end). */
struct flow_block {
    size_t first, end;
    /* the row of the jump or return at its end; `end - 1` unless a delay slot follows that row */
    size_t last;
    uint32_t loops; /* number of loops around it */
};

/* All jumps to row `to`, drawn as one arrow from row `lo` to row `hi`. */
struct flow_arrow {
    size_t to, lo, hi;
    size_t from;    /* the first of these jumps in `jumps` */
    size_t n;       /* number of jumps */
    uint32_t level; /* column, 0 next to the code; arrows of one level do not touch */
    bool loops;     /* one of the jumps leads backward, so the jumps form a loop */
    size_t last;    /* row of the last jump, where the loop ends */
};

struct flow {
    struct flow_block *blocks;
    size_t nblocks;
    struct flow_jump {
        size_t from, to; /* row numbers */
    } * jumps;           /* sorted by `to`, then `from` */
    size_t njumps;
    struct flow_arrow *arrows; /* sorted by `to` */
    size_t narrows;
    uint32_t levels; /* number of drawn levels */
    size_t undrawn;  /* arrows on higher levels, which are not drawn */
};

void flow_make(struct flow *f, const struct listing *l);
void flow_free(struct flow *f);

/* Adds the arrows before a line of text that shows the n rows from `row` on: 2 * levels + 2 characters. Jumps between
   these n rows are not drawn. */
void flow_draw(const struct flow *f, size_t row, size_t n, struct text *out);

#endif
