/*
 * order: puts the records of a capture in order of time, without looking at each of them. Recorders drain one
 * buffer after the other, so files are not in order of time. But a FINISHED_ROUND says that all buffers were
 * drained once. After it no record is older than the youngest record of the previous round (perf,
 * util/ordered-events.c and perf.data-file-format.txt). The records drained from one buffer have ascending
 * times; they make a run. Up to some moment, no later record can come before the records of the runs. A
 * binary search in each run finds that moment. The records before it are cut into slices, which several
 * workers can merge.
 *
 *     run 0   |--------#####|----       # a slice: all runs up to one moment
 *     run 1   |---#######|-----------
 *     run 2            |###|--
 *
 * So memory contains two rounds and not the whole capture. For a capture without rounds (perf record
 * --threads) it contains all records. Records of equal times stay in file order. A record without a time
 * keeps its position in the file.
 *
 * Not for two threads at once, except for reading blocks (block.h).
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_ORDER_H
#define PERFOLIO_CORE_MODEL_ORDER_ORDER_H

#include "core/model/order/block.h"
#include "core/model/order/slice.h"

struct order;

/* Rewinds a capture, which must outlive the result, for its second pass. Each slice will have about
   `records` records. NULL with `e` set: the capture cannot be read. */
struct order *order_new(struct capture *c, size_t records, struct err *e);

/* The blocks of an order. A thread that acquires a block to read into it must put it back (block.h). */
struct order_blocks *order_blocks(struct order *o);

/* Fills an empty slice, or continues a slice for which it returned ORDER_READ. */
enum order_answer {
    ORDER_SLICE, /* the slice is complete */
    ORDER_READ,  /* more blocks must be read first */
    ORDER_END,   /* there are no more slices */
} order_fill(struct order *o, struct slice *s);

/* Empties a slice that is no longer needed, and releases its blocks. */
void order_release(struct order *o, struct slice *s);

/* Frees the order. Release all slices with records before. */
void order_free(struct order *o);

#endif
