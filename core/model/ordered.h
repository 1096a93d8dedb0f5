/*
 * ordered: the records of a capture in order of time (order/order.h describes the order and the memory it takes). Not for
 * two threads at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDERED_H
#define PERFOLIO_CORE_MODEL_ORDERED_H

#include "core/model/capture.h"

struct ordered;

/* Rewinds a capture, which must outlive this, and begins the second pass. NULL with `e` set: it cannot be read. */
struct ordered *ordered_new(struct capture *c, struct err *e);

/* Returns the next records: an array of heads up to *end, and the block they are in, for the capture's read_sample() and
   read_record(). All are borrowed until the next call. NULL at the end, or on a read error, with `e` set. */
const struct record_head *ordered_next(struct ordered *o, const struct block **in,
                                       const struct record_head **end, struct err *e);

/* The most bytes of records that were held at one time so far. */
size_t ordered_held(const struct ordered *o);

void ordered_free(struct ordered *o);

#endif
