/*
 * share: workers process a capture in order of time together. Each takes the next slice, merges it alone and computes a
 * result; results are collected in the order of the slices. All workers have the same tasks: a worker that has nothing
 * else to do reads the next block, and a worker that finished the next slice in order collects the results that are
 * ready.
 *
 *     read blocks -> cut slices -> see, see, see ... -> put, one after the other
 *     any worker     under a lock   a worker each       any worker
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SHARE_H
#define PERFOLIO_CORE_MODEL_ORDER_SHARE_H

#include "core/model/order/slice.h"

struct order_work {
    unsigned workers; /* 1: only the caller works, so `see` is called in order */
    size_t records;   /* approximate number of records in a slice */
    void *arg;
    /* Processes a slice. `worker` is the number of the worker, from 0 on. Several workers process slices in parallel.
       False with `e` set stops all workers. */
    bool (*see)(void *arg, unsigned worker, struct slice *s, struct err *e);
    /* Collects the result of see() for a slice. It is called in the order of the slices, by one worker at
       a time. */
    bool (*put)(void *arg, const struct slice *s, struct err *e);
};

/* Runs the second pass of a capture that was walked before. False with `e` set: see() or put() failed, or
   the capture could not be read to its end. In the latter case all records that could be read were
   processed. */
bool order_run_workers(struct capture *c, const struct order_work *how, struct err *e);

/* The largest number of slices in progress, that is between the beginning of see() and the end of put(). */
unsigned order_slots(unsigned workers);

/* For see(): whether put() has collected all earlier slices, so that see() may collect the slice's result
   itself. With `wait` it waits for this, and returns false only if the workers stop. */
bool order_slice_is_next(const struct slice *s, bool wait);

#endif
