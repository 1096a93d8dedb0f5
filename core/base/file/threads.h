/* threads: runs work and sorts in several threads. If memory runs out in one thread, all threads end, and then the
   caller fails (mem.h). */
#ifndef PERFOLIO_CORE_BASE_FILE_THREADS_H
#define PERFOLIO_CORE_BASE_FILE_THREADS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/sort_by.h"

/* Runs work(arg, i) for all i below n in parallel, work(arg, 0) in the caller's thread, and waits for all. Threads that
   cannot be started are left out. Returns the number of threads that ran, at least 1. If memory runs out in a thread, it
   calls stop(arg) (may be NULL); the other threads must then end soon and must not wait for that thread. All threads
   have the caller's locale. */
unsigned threads_run(unsigned n, void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Runs work(arg, from, to) for pieces [from, to) of [0, n), each of `each` elements or, the last one, fewer. Pieces are
   begun in order by up to `threads` threads, one of which is the caller's. Threads that cannot be started are left out. */
void threads_run_ranges(unsigned threads, size_t n, size_t each,
                        void (*work)(void *arg, size_t from, size_t to), void *arg);

/* Starts work(arg, 1) in a new thread; threads_join() has to follow. `stop` and the locale are as in threads_run().
   NULL: no thread can be started. */
struct threads_beside;
struct threads_beside *threads_start(void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg);

/* Waits for the end of a thread and frees it. If memory ran out in the thread, returns that error. */
struct err threads_join(struct threads_beside *t);

/* Numbers that threads share while they run, and that are plain before and after. These order no other memory. The compiler must
   have 32-bit atomics without locks, be it by help of the kernel, as gcc has them on hppa. */
_Static_assert(sizeof(_Atomic(uint32_t)) == sizeof(uint32_t) && sizeof(uint32_t) == sizeof(int) &&
                   ATOMIC_INT_LOCK_FREE == 2,
               "a plain number can be shared, without locks");
static inline uint32_t threads_load(const uint32_t *n)
{
    return atomic_load_explicit((const _Atomic(uint32_t) *)n, memory_order_relaxed);
}

static inline void threads_store(uint32_t *n, uint32_t value)
{
    atomic_store_explicit((_Atomic(uint32_t) *)n, value, memory_order_relaxed);
}

/* Adds `more` to a number and returns its previous value. */
static inline uint32_t threads_add(uint32_t *n, uint32_t more)
{
    return atomic_fetch_add_explicit((_Atomic(uint32_t) *)n, more, memory_order_relaxed);
}

/* Sets a number if it is 0. False: it is not 0, and does not change. */
static inline bool threads_claim(uint32_t *n, uint32_t value)
{
    uint32_t free = 0;
    return atomic_compare_exchange_strong_explicit((_Atomic(uint32_t) *)n, &free, value, memory_order_relaxed,
                                                   memory_order_relaxed);
}

/* sort_by_number() in up to `threads` threads. */
void threads_sort(unsigned threads, struct numbered *v, size_t n);

#endif
