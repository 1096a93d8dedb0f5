/* threads: work that is shared by threads in pieces, and sorting that is. */
#ifndef PERFOLIO_CORE_BASE_FILE_THREADS_H
#define PERFOLIO_CORE_BASE_FILE_THREADS_H

#include <stddef.h>

#include "core/base/sort_by.h"

/* Do work(arg, from, to) for all of 0 to n in pieces of `each`, which are begun in order, by up to so many threads, the
   caller among them: one that cannot be had is done without. */
void threads_share(unsigned threads, size_t n, size_t each, void (*work)(void *arg, size_t from, size_t to),
                   void *arg);

/* sort_by_number() by up to so many threads. */
void threads_sort(unsigned threads, struct numbered *v, size_t n);

#endif
