/* thread_numbers: numbers of threads and their names, from 1 on in the order in which they are asked for; 0 is nobody. */
#ifndef PERFOLIO_LIB_COLUMNS_THREAD_NUMBERS_H
#define PERFOLIO_LIB_COLUMNS_THREAD_NUMBERS_H

#include "core/base/idmap.h"
#include "lib/columns/sample_columns.h"

struct thread_numbers {
    struct column_thread *v; /* by number */
    size_t n, cap;
    struct idmap tasks, commands, numbers;
};

/* Begins with n threads, the first of which is nobody, that keep their numbers. */
void thread_numbers_init(struct thread_numbers *t, const struct column_thread *v, size_t n);
void thread_numbers_free(struct thread_numbers *t);

/* The number of a thread with this name; names are equal if their pointers are. */
uint32_t thread_number(struct thread_numbers *t, const struct column_thread *of);

#endif
