/*
 * slice: consecutive records of a capture in order of time. The records stay in their blocks. One worker
 * merges a slice while other workers merge the slices before and after it.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SLICE_H
#define PERFOLIO_CORE_MODEL_ORDER_SLICE_H

#include "core/model/order/block.h"

/* Ascending records that are adjacent in a block. */
struct strand {
    struct order_block *block;
    uint64_t run;     /* number of the run; among records of equal times those of the lower run come first */
    uint32_t at, end; /* indices among the block's heads */
    bool goes_on;     /* the next strand continues the same run */
    /* the last strand of its group; a group is a sequence of strands whose records all come before those
       of the next groups */
    bool is_last;
};

struct slice {
    uint64_t number; /* number among the capture's slices, from 0 on */
    unsigned slot;   /* below order_slots(); slices in progress have different slots */
    size_t records;  /* number of its records */
    struct strand *v;
    size_t n, cap;
    size_t next; /* the first strand of the next group */
    struct slice_run {
        const struct record_head *at, *end; /* next record of its strand, and the strand's end */
        const struct strand *strand;
    } * runs;                /* the runs of the current group */
    struct slice_run **heap; /* a binary heap of `runs`, the earliest first */
    size_t nheap, cap_runs, cap_heap;
    uint64_t until;           /* only the first run of the heap has records before this time (ns) */
    struct order_share *work; /* state of the workers that share the capture (share.c); NULL: not shared */
};

/* Parts of slice_next(). slice_next_group() begins the next group; false: there are no more.
   slice_advance() restores the order of the heap after its first run moved to its next record. */
bool slice_next_group(struct slice *s);
void slice_advance(struct slice *s);

/* Returns the heads of the next records, an array up to *end. *in receives the block with the records, for
   the capture's read_sample() and read_record(). Heads and block are borrowed from the slice. NULL at the
   end of the slice. */
static inline const struct record_head *slice_next(struct slice *s, const struct block **in,
                                                   const struct record_head **end)
{
    if (!s->nheap && !slice_next_group(s))
        return NULL;
    struct slice_run *first = s->heap[0];
    const struct record_head *head = first->at++;
    while (first->at < first->end && first->at->time < s->until)
        first->at++;
    *in = &first->strand->block->b;
    *end = first->at;
    slice_advance(s);
    return head;
}

/* slice_add() appends a strand of a run to the current group. slice_end_group() ends the group, which must not be empty. */
void slice_add(struct slice *s, struct order_block *block, uint64_t run, uint32_t at, uint32_t end);
void slice_end_group(struct slice *s);

void slice_free(struct slice *s);

#endif
