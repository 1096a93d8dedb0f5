/*
 * ordered: the records of a capture in order of time (order/order.h describes the order and the memory it takes). Not for
 * two threads at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDERED_H
#define PERFOLIO_CORE_MODEL_ORDERED_H

#include "core/model/capture.h"

struct ordered;

/* Rewinds a capture, which must outlive the result, and begins the second pass. NULL with `e` set: the capture cannot be
   read. */
struct ordered *ordered_new(struct capture *c, struct err *e);

/* Returns the heads of the next records, an array up to *end. *in receives the block with the records, for
   the capture's read_sample() and read_record(). Heads and block are borrowed until the next call. NULL at
   the end; NULL with `e` set on a read error. */
const struct record_head *ordered_next(struct ordered *o, const struct block **in,
                                       const struct record_head **end, struct err *e);

/* The largest number of bytes of records in memory so far. */
size_t ordered_held(const struct ordered *o);

void ordered_free(struct ordered *o);

#endif
