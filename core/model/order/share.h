/*
 * share: workers share the records of a capture in order of time: each takes the next slice, merges it alone and makes
 * something of it; what was made is put where it belongs in the order of the slices. All of them are alike: whoever has
 * nothing else to do reads the next block, whoever was last to be waited for puts what is ready.
 *
 *     read blocks -> cut slices -> see, see, see ... -> put, one after the other
 *     any worker     under a lock   a worker each       any worker
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SHARE_H
#define PERFOLIO_CORE_MODEL_ORDER_SHARE_H

#include "core/model/order/slice.h"

struct order_work {
    unsigned workers; /* 1: the caller alone, for what has to be seen in order */
    size_t records;   /* about so many a slice */
    void *arg;
    /* See a slice, as this worker, from 0 on: of several slices at one time each is another worker's. False with `e`
       set ends all. */
    bool (*see)(void *arg, unsigned worker, struct slice *s, struct err *e);
    /* Put what `see` made of it, once all that was made of those before is put; one at a time. */
    bool (*put)(void *arg, const struct slice *s, struct err *e);
};

/* Share the second pass of a capture (walked before). False with `e` set when it cannot be read, with what could be seen
   and put, or when the work failed. */
bool order_share(struct capture *c, const struct order_work *how, struct err *e);

/* How many slices are under way at most, from the first look at one until it is put. */
unsigned order_slots(unsigned workers);

/* For whoever sees a slice: whether all before it are put, so that what there is of it may be put at once. `wait`: until
   that is so; false then: it never will be. */
bool order_is_turn(const struct slice *s, bool wait);

#endif
