/*
 * flow: how a function's instructions follow each other: basic blocks, the jumps inside of the function, and
 * the loops that jumps back make. All of it is read from the code, so a jump through a register leads nowhere.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_FLOW_H
#define PERFOLIO_CORE_ANNOTATE_FLOW_H

#include "core/annotate/listing.h"

/* Rows [first, end) that run one after the other once the first one does. */
struct flow_block {
    size_t first, end;
    size_t last;    /* the row that decides what comes next: the last one that has no delay slot behind it */
    uint32_t loops; /* how many loops it is in */
};

/* All jumps to one row, drawn as one arrow; `lo` and `hi` are the first and the last of these rows. */
struct flow_arrow {
    size_t to, lo, hi;
    size_t from;    /* of these jumps the first in `jumps` ... */
    size_t n;       /* ... and how many they are */
    uint32_t level; /* 0: next to the code. Arrows of one level do not touch */
    bool loops;     /* one of the jumps leads back */
    size_t last;    /* then: the row that the last of these is in */
};

struct flow {
    struct flow_block *blocks;
    size_t nblocks;
    struct flow_jump {
        size_t from, to; /* rows */
    } * jumps;           /* by `to`, then `from` */
    size_t njumps;
    struct flow_arrow *arrows; /* by `to` */
    size_t narrows;
    uint32_t levels; /* that are drawn; arrows of higher ones are not */
    size_t undrawn;  /* how many these are */
};

void flow_make(struct flow *f, const struct listing *l);
void flow_free(struct flow *f);

/* Add what stands in front of a line that stands for n rows where jumps are drawn: 2 * levels + 2 characters. Jumps
   from one of these rows to another are not drawn. */
void flow_draw(const struct flow *f, size_t row, size_t n, struct text *out);

/* The block of a row. */
const struct flow_block *flow_block_of(const struct flow *f, size_t row);

#endif
