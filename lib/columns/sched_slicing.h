/* sched_slicing: how sched_slices.h is filled; private to this folder. */
#ifndef PERFOLIO_LIB_COLUMNS_SCHED_SLICING_H
#define PERFOLIO_LIB_COLUMNS_SCHED_SLICING_H

#include "lib/columns/column_find.h"
#include "lib/columns/sched_slices.h"

/* A stretch of time; its members are those of struct sched_slices. */
struct sched_slice {
    uint64_t start, length, delay;
    uint32_t thread, waker, stack;
    uint16_t cpu;
    uint8_t ran;
    char state;
};

/* Stretches in the order in which they end. */
struct sched_slicing {
    struct sched_slice *v;
    size_t n, cap;
    size_t open; /* waits without a recorded start or end */
    struct thread_numbers *threads;
    struct column_find find; /* its columns are set */
};

/* Reads the slices of a recording that followed threads instead of CPUs: its SWITCH records say when each of these
   threads got and left a CPU. A sched_switch of the thread, if recorded, has the stack and the state with which it
   left. False with `e` set: the capture cannot be read, or its switches have no time. */
bool thread_slices_read(struct sched_slicing *k, struct replay *from, struct err *e);

#endif
