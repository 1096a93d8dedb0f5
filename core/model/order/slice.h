/*
 * slice: some records of a capture that follow each other in order of time, still where they were read. Whoever has
 * it merges it alone, while others merge those before and behind it.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SLICE_H
#define PERFOLIO_CORE_MODEL_ORDER_SLICE_H

#include "core/model/capture.h"

struct order_block;

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
        uint64_t time; /* of its next record, ns */
        uint64_t run;
        size_t strand;
    } * heap; /* runs of the group under way: the earliest first, as in a binary heap */
    size_t nheap, cap_heap;
    enum byte_order order;    /* the capture's */
    struct order_share *work; /* the workers whose it is; NULL: there are none */
};

/* The next record, as a block that ends with it and whose `next` is where it starts: for the capture's
   next_sample() or read_record(). It is borrowed from the slice. False at its end. */
bool slice_next(struct slice *s, struct block *one, struct record_head *head);

/* Add records at the end: a strand of a run; and end the group. */
void slice_add(struct slice *s, struct order_block *block, uint64_t run, uint32_t at, uint32_t end);
void slice_end_group(struct slice *s);

void slice_free(struct slice *s);

#endif
