/* threads: work that is done by several threads, by each all or in pieces, and sorting that is. Where memory fails in one of them all of
   them end, and then it fails in the caller's (mem.h). */
#ifndef PERFOLIO_CORE_BASE_FILE_THREADS_H
#define PERFOLIO_CORE_BASE_FILE_THREADS_H

#include <stddef.h>

#include "core/base/sort_by.h"

/* Do work(arg, i) for all i below n at a time, 0 in the caller's thread, and wait for all; threads that cannot be had are done without.
   Memory fails in one: it calls stop(arg) (may be NULL), after which the others end soon, and wait for nothing that it would do. How
   many there were, at least 1. They have the caller's locale. */
unsigned threads_run(unsigned n, void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Do work(arg, from, to) for all of 0 to n in pieces of `each`, which are begun in order, by up to so many threads, the
   caller among them: one that cannot be had is done without. */
void threads_share(unsigned threads, size_t n, size_t each, void (*work)(void *arg, size_t from, size_t to),
                   void *arg);

/* sort_by_number() by up to so many threads. */
void threads_sort(unsigned threads, struct numbered *v, size_t n);

#endif
