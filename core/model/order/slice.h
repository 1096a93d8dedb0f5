/*
 * slice: some records of a capture that follow each other in order of time, still where they were read. Whoever has
 * it merges it alone, while others merge those before and behind it.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SLICE_H
#define PERFOLIO_CORE_MODEL_ORDER_SLICE_H

#include "core/model/order/block.h"

/* Records in ascending order that lie behind each other in a block. */
struct strand {
    struct order_block *block;
    uint64_t run;     /* of records of equal times those of the lower one come first */
    uint32_t at, end; /* among its heads */
    bool goes_on;     /* the next strand is of the same run */
    bool is_last;     /* what the next strand has comes behind all of this one's group */
};

struct slice {
    uint64_t number; /* of the capture's slices, from 0 on */
    unsigned slot;   /* order_slots(): of those under way at one time each has another */
    size_t records;  /* in it */
    uint64_t before; /* the latest time of any sample in front of it, ns; 0: none has one */
    struct strand *v;
    size_t n, cap;
    size_t next; /* the first strand of the next group */
    struct slice_run {
        const struct record_head *at, *end; /* of its strand: what comes next, and where that ends */
        const struct strand *strand;
    } * runs;                /* of the group under way; */
    struct slice_run **heap; /* the earliest first, as in a binary heap */
    size_t nheap, cap_runs, cap_heap;
    uint64_t until;           /* before this time no other run but the first has a record, ns */
    struct order_share *work; /* the workers whose it is; NULL: there are none */
};

/* Of slice_next(): begin with the next group, if there is one; the first run is at its strand's end, or is not the first
   any more. */
bool slice_group(struct slice *s);
void slice_turn(struct slice *s);

/* The records that come next, as far as they lie behind each other, up to `end`, and the block they are in, for the capture's
   read_sample() or read_record(). All are borrowed from the slice. NULL at its end. */
static inline const struct record_head *slice_next(struct slice *s, const struct block **in,
                                                   const struct record_head **end)
{
    if (!s->nheap && !slice_group(s))
        return NULL;
    struct slice_run *first = s->heap[0];
    const struct record_head *head = first->at++;
    while (first->at < first->end && first->at->time < s->until)
        first->at++;
    *in = &first->strand->block->b;
    *end = first->at;
    slice_turn(s);
    return head;
}

/* Add records at the end: a strand of a run; and end the group. */
void slice_add(struct slice *s, struct order_block *block, uint64_t run, uint32_t at, uint32_t end);
void slice_end_group(struct slice *s);

void slice_free(struct slice *s);

#endif
