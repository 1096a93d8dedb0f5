/* threads: runs work and sorts in several threads. If memory runs out in one of them all end, and then the caller fails
   (mem.h). */
#ifndef PERFOLIO_CORE_BASE_FILE_THREADS_H
#define PERFOLIO_CORE_BASE_FILE_THREADS_H

#include <stddef.h>

#include "core/base/sort_by.h"

/* Runs work(arg, i) for all i below n in parallel, 0 in the caller's thread, and waits for all. Threads that cannot be
   started are left out: returns how many ran, at least 1. If memory runs out in one, it calls stop(arg) (may be NULL), after
   which the others must end soon and not wait for it. They have the caller's locale. */
unsigned threads_run(unsigned n, void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Runs work(arg, from, to) over 0 to n in pieces of `each`, begun in order, in up to `threads` threads, the caller's among
   them. Threads that cannot be started are left out. */
void threads_share(unsigned threads, size_t n, size_t each, void (*work)(void *arg, size_t from, size_t to),
                   void *arg);

/* sort_by_number() in up to `threads` threads. */
void threads_sort(unsigned threads, struct numbered *v, size_t n);

#endif
