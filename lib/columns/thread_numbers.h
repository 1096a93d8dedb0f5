/* thread_numbers: gives a number to each pair of a thread and its name, counted from 1 in the order of first look-ups.
   0 means no thread. */
#ifndef PERFOLIO_LIB_COLUMNS_THREAD_NUMBERS_H
#define PERFOLIO_LIB_COLUMNS_THREAD_NUMBERS_H

#include "core/base/idmap.h"
#include "lib/columns/sample_columns.h"

struct thread_numbers {
    struct column_thread *v; /* by number */
    size_t n, cap;
    struct idmap tasks, commands, numbers;
};

/* Begin with the n entries of `v`, numbered from 0 on; entry 0 is unused. */
void thread_numbers_init(struct thread_numbers *t, const struct column_thread *v, size_t n);
void thread_numbers_free(struct thread_numbers *t);

/* The number of a thread with its name. Names are compared by pointer. */
uint32_t thread_number(struct thread_numbers *t, const struct column_thread *of);

#endif
