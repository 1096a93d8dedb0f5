/*
 * share: workers process a capture in order of time together. Each takes the next slice, merges it alone and computes a
 * result; results are collected in the order of the slices. All workers are alike: one that has nothing else to do reads
 * the next block, and the one whose slice was waited for collects what is ready.
 *
 *     read blocks -> cut slices -> see, see, see ... -> put, one after the other
 *     any worker     under a lock   a worker each       any worker
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_SHARE_H
#define PERFOLIO_CORE_MODEL_ORDER_SHARE_H

#include "core/model/order/slice.h"

struct order_work {
    unsigned workers; /* 1: the caller alone, so that `see` is called in order */
    size_t records;   /* records in a slice, about */
    void *arg;
    /* Processes a slice as worker `worker`, from 0 on. Several workers see slices in parallel. False with `e` set ends
       everything. */
    bool (*see)(void *arg, unsigned worker, struct slice *s, struct err *e);
    /* Collects what `see` made of a slice, in the order of the slices; one at a time. */
    bool (*put)(void *arg, const struct slice *s, struct err *e);
};

/* Runs the second pass of a capture (walked before). False with `e` set: it could not be read to the end, and all that could
   was seen and put; or `see` or `put` failed. */
bool order_run_workers(struct capture *c, const struct order_work *how, struct err *e);

/* The most slices in progress at a time, from `see` until `put`. */
unsigned order_slots(unsigned workers);

/* For `see`: whether all slices before this one are put, so that its results may be collected directly. With `wait` it waits
   until they are; false then: they never will be. */
bool order_slice_is_next(const struct slice *s, bool wait);

#endif
