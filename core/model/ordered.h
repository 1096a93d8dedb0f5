/*
 * ordered: the records of a capture in order of time. Recorders drain one buffer after the other, so what
 * they write is out of order, but a FINISHED_ROUND says that all buffers were drained once: when it comes,
 * what is not younger than the youngest of the round before cannot be overtaken any more (perf,
 * util/ordered-events.c and perf.data-file-format.txt). So two rounds are held, not the capture. One without
 * rounds (perf record --threads) is held as a whole.
 *
 * Equal times keep the order of the file. A record without a time comes where it is read. Not for two threads
 * at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDERED_H
#define PERFOLIO_CORE_MODEL_ORDERED_H

#include "core/model/capture.h"

struct ordered;

/* Start over with the second pass of a capture, which must outlive this. NULL with `e` set when it cannot be
 * read. */
struct ordered *ordered_new(struct capture *c, struct err *e);

/* The next record, as a block that ends with it and whose `next` is where it starts: for the capture's
   next_sample() or read_record(). It is borrowed until the next call. False at the end, or with `e` set. */
bool ordered_next(struct ordered *o, struct block *one, struct record_head *head, struct err *e);

/* How many bytes of records are held at most at one time, so far. */
size_t ordered_held(const struct ordered *o);

void ordered_free(struct ordered *o);

#endif
