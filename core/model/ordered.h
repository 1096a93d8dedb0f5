/*
 * ordered: the records of a capture in order of time (order/order.h has the order itself, and what
 * is held for it). Not for two threads at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDERED_H
#define PERFOLIO_CORE_MODEL_ORDERED_H

#include "core/model/capture.h"

struct ordered;

/* Start over with the second pass of a capture, which must outlive this. NULL with `e` set when it cannot be
 * read. */
struct ordered *ordered_new(struct capture *c, struct err *e);

/* The records that come next, as far as they lie behind each other, up to `end`, and the block they are in, for the capture's
   read_sample() or read_record(). All are borrowed until the next call. NULL at the end; then `e` is set if the capture could not be
   read to it. */
const struct record_head *ordered_next(struct ordered *o, const struct block **in,
                                       const struct record_head **end, struct err *e);

/* How many bytes of records are held at most at one time, so far. */
size_t ordered_held(const struct ordered *o);

void ordered_free(struct ordered *o);

#endif
