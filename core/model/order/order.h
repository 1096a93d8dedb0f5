/*
 * order: puts the records of a capture in order of time, without looking at each of them. Recorders drain one buffer
 * after the other, so files are not in order of time. But a FINISHED_ROUND says that all buffers were drained once: then
 * no later record is older than the youngest record of the previous round (perf, util/ordered-events.c and
 * perf.data-file-format.txt). The records that were drained from one buffer ascend; they make a run. The records that no
 * later one can precede are the front of each run up to one moment; a binary search in each run finds that moment. These
 * records are cut into slices, which several workers can merge.
 *
 *     run 0   |--------#####|----       # a slice: all runs up to one moment
 *     run 1   |---#######|-----------
 *     run 2            |###|--
 *
 * So memory contains two rounds and not the whole capture; of a capture without rounds (perf record --threads) it
 * contains all records. Records of equal times stay in file order. A record without a time keeps its place in the file.
 *
 * Not for two threads at once, except for reading blocks (block.h).
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_ORDER_H
#define PERFOLIO_CORE_MODEL_ORDER_ORDER_H

#include "core/model/order/block.h"
#include "core/model/order/slice.h"

struct order;

/* Rewinds a capture, which must outlive the result, for its second pass. A slice will have about `records` records. NULL
   with `e` set: the capture cannot be read. */
struct order *order_new(struct capture *c, size_t records, struct err *e);

/* The blocks of an order. A thread that acquires a block to read into it has to put it back (block.h). */
struct order_blocks *order_blocks(struct order *o);

/* Fills an empty slice, or continues one that ORDER_READ left unfinished. */
enum order_answer {
    ORDER_SLICE, /* the slice is complete */
    ORDER_READ,  /* more blocks have to be read first */
    ORDER_END,   /* there are no more slices */
} order_fill(struct order *o, struct slice *s);

/* Empties a slice that is no longer needed, and releases its blocks. */
void order_release(struct order *o, struct slice *s);

/* Frees the order. All slices with records have to be released before. */
void order_free(struct order *o);

#endif
