/*
 * slice: consecutive records of a capture in order of time, which stay in the blocks they were read to. One worker merges
 * a slice while others merge those before and behind it.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SLICE_H
#define PERFOLIO_CORE_MODEL_ORDER_SLICE_H

#include "core/model/order/block.h"

/* Ascending records that are adjacent in a block. */
struct strand {
    struct order_block *block;
    uint64_t run;     /* of equal times the records of the lower run come first */
    uint32_t at, end; /* places among the block's heads */
    bool goes_on;     /* the next strand continues the same run */
    bool is_last;     /* the last strand of its group: all later strands come behind the whole group */
};

struct slice {
    uint64_t number; /* counts the capture's slices from 0 */
    unsigned slot;   /* below order_slots(): distinct among slices in progress */
    size_t records;  /* number of its records */
    struct strand *v;
    size_t n, cap;
    size_t next; /* the first strand of the next group */
    struct slice_run {
        const struct record_head *at, *end; /* next record of its strand, and the strand's end */
        const struct strand *strand;
    } * runs;                /* the runs of the current group */
    struct slice_run **heap; /* a binary heap of them, the earliest first */
    size_t nheap, cap_runs, cap_heap;
    uint64_t until;           /* up to before this time only the first run has records, ns */
    struct order_share *work; /* of the workers that share it; NULL: not shared */
};

/* Parts of slice_next(): slice_next_group() begins the next group, false: there is none; slice_advance() puts the first run where it
   belongs after it has advanced. */
bool slice_next_group(struct slice *s);
void slice_advance(struct slice *s);

/* Returns the next records: an array of heads up to *end, and the block they are in, for the capture's read_sample() and
   read_record(). All are borrowed from the slice. NULL at its end. */
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

/* slice_add() appends a strand of a run; slice_end_group() ends the group, which has to have a strand. */
void slice_add(struct slice *s, struct order_block *block, uint64_t run, uint32_t at, uint32_t end);
void slice_end_group(struct slice *s);

void slice_free(struct slice *s);

#endif
