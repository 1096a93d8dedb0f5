/*
 * order: puts the records of a capture in order of time, without looking at each of them. Recorders drain one buffer
 * after the other, so their files are out of order, but a FINISHED_ROUND says that all buffers were drained once: then no
 * later record is older than the youngest of the previous round (perf, util/ordered-events.c and
 * perf.data-file-format.txt). The records drained from one buffer ascend and make a run. All that may go is the front of
 * each run up to one moment, found by binary search in each. It is cut into slices, which several workers can merge.
 *
 *     run 0   |--------#####|----       # a slice: all runs up to one moment
 *     run 1   |---#######|-----------
 *     run 2            |###|--
 *
 * So two rounds are in memory, not the capture; a capture without rounds (perf record --threads) is in memory as a whole.
 * Records of equal times stay in file order. A record without a time comes where it stands in the file.
 *
 * Not for two threads at once, except for reading blocks (block.h).
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_ORDER_H
#define PERFOLIO_CORE_MODEL_ORDER_ORDER_H

#include "core/model/order/block.h"
#include "core/model/order/slice.h"

struct order;

/* Rewinds a capture, which must outlive this, for its second pass; a slice will have about `records` records. NULL with `e`
   set: it cannot be read. */
struct order *order_new(struct capture *c, size_t records, struct err *e);

/* Its blocks: whoever begins to read one puts it back. */
struct order_blocks *order_blocks(struct order *o);

/* Fills an empty slice, or continues one that ORDER_READ left unfinished. */
enum order_answer {
    ORDER_SLICE, /* the slice is complete */
    ORDER_READ,  /* more blocks have to be read first */
    ORDER_END,   /* there are no more slices */
} order_fill(struct order *o, struct slice *s);

/* Empties a slice that is used up, and releases its blocks. */
void order_release(struct order *o, struct slice *s);

/* Frees the order; slices that hold records have to be released before. */
void order_free(struct order *o);

#endif
