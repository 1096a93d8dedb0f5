/*
 * order: which records of a capture follow which, found without looking at each of them. Recorders drain one buffer
 * after the other, so what they write is out of order, but a FINISHED_ROUND says that all buffers were drained once:
 * when it comes, what is not younger than the youngest of the round before cannot be overtaken any more (perf,
 * util/ordered-events.c and perf.data-file-format.txt). What was drained of one buffer ascends; all that may go is a
 * piece of each such run up to one moment, which is a binary search in each, and is cut into slices: merging a slice
 * is work that many can share.
 *
 *     run 0   |--------#####|----       # a slice: all runs up to one moment
 *     run 1   |---#######|-----------
 *     run 2            |###|--
 *
 * So two rounds are held, not the capture. One without rounds (perf record --threads) is held as a whole. Equal times
 * keep the order of the file. A record without a time comes where it is read.
 *
 * Not for two threads at once, but for reading blocks (block.h).
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_ORDER_H
#define PERFOLIO_CORE_MODEL_ORDER_ORDER_H

#include "core/model/order/block.h"
#include "core/model/order/slice.h"

struct order;

/* Start over with the second pass of a capture, which must outlive this; a slice has about so many records. NULL with
   `e` set when it cannot be read. */
struct order *order_new(struct capture *c, size_t records, struct err *e);

/* The blocks that it is made of: what begins to be read is put back by whoever read it. */
struct order_blocks *order_blocks(struct order *o);

/* Fill a slice that holds nothing, or go on with it. */
enum order_answer {
    ORDER_SLICE, /* it is whole */
    ORDER_READ,  /* more blocks have to be read */
    ORDER_END,   /* there is none any more */
} order_fill(struct order *o, struct slice *s);

/* The slice is used up: it holds nothing now. */
void order_release(struct order *o, struct slice *s);

/* Slices of it that hold something are released before. */
void order_free(struct order *o);

#endif
