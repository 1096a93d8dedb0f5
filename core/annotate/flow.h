/*
 * flow: control flow inside a function: basic blocks, jumps and loops. It is read from the code, so jumps through
 * registers have no targets.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_FLOW_H
#define PERFOLIO_CORE_ANNOTATE_FLOW_H

#include "core/annotate/listing.h"

/* A basic block: rows [first, end). */
struct flow_block {
    size_t first, end;
    size_t last;    /* the row of its last jump or return: the last row without the delay slot behind it */
    uint32_t loops; /* number of loops around it */
};

/* All jumps to one row, drawn as one arrow; `lo` and `hi`: the first and the last row of it. */
struct flow_arrow {
    size_t to, lo, hi;
    size_t from;    /* the first of these jumps in `jumps` */
    size_t n;       /* how many jumps */
    uint32_t level; /* column, 0 next to the code; arrows of one level do not touch */
    bool loops;     /* a jump leads back: a loop */
    size_t last;    /* row of the last jump: the end of the loop */
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

/* Adds the arrows in front of a line that shows n rows: 2 * levels + 2 characters. Jumps between these rows are not drawn. */
void flow_draw(const struct flow *f, size_t row, size_t n, struct text *out);

#endif
