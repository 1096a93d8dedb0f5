/* threads: runs work and sorts in several threads. If memory runs out in one of them all end, and then the caller fails
   (mem.h). */
#ifndef PERFOLIO_CORE_BASE_FILE_THREADS_H
#define PERFOLIO_CORE_BASE_FILE_THREADS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/sort_by.h"

/* Runs work(arg, i) for all i below n in parallel, 0 in the caller's thread, and waits for all. Threads that cannot be
   started are left out: returns how many ran, at least 1. If memory runs out in one, it calls stop(arg) (may be NULL), after
   which the others must end soon and not wait for it. They have the caller's locale. */
unsigned threads_run(unsigned n, void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Runs work(arg, from, to) over 0 to n in pieces of `each`, begun in order, in up to `threads` threads, the caller's among
   them. Threads that cannot be started are left out. */
void threads_run_ranges(unsigned threads, size_t n, size_t each,
                        void (*work)(void *arg, size_t from, size_t to), void *arg);

/* Runs work(arg, 1) in a thread beside the caller's, until threads_join(); `stop` and the locale as in threads_run(). NULL: no
   thread can be started. */
struct threads_beside;
struct threads_beside *threads_start(void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Waits for a thread and frees it. Returns the error if memory ran out in it. */
struct err threads_join(struct threads_beside *t);

/* Numbers that threads share while they run, and that are plain before and after. These order no other memory. */
_Static_assert(sizeof(_Atomic(uint32_t)) == sizeof(uint32_t), "a plain number can be shared");
static inline uint32_t threads_load(const uint32_t *n)
{
    return atomic_load_explicit((const _Atomic(uint32_t) *)n, memory_order_relaxed);
}

static inline void threads_store(uint32_t *n, uint32_t value)
{
    atomic_store_explicit((_Atomic(uint32_t) *)n, value, memory_order_relaxed);
}

/* Adds to a number; returns what it was. */
static inline uint32_t threads_add(uint32_t *n, uint32_t more)
{
    return atomic_fetch_add_explicit((_Atomic(uint32_t) *)n, more, memory_order_relaxed);
}

/* Sets a number that is 0. False: it is not. */
static inline bool threads_claim(uint32_t *n, uint32_t value)
{
    uint32_t free = 0;
    return atomic_compare_exchange_strong_explicit((_Atomic(uint32_t) *)n, &free, value, memory_order_relaxed,
                                                   memory_order_relaxed);
}

/* sort_by_number() in up to `threads` threads. */
void threads_sort(unsigned threads, struct numbered *v, size_t n);

#endif
