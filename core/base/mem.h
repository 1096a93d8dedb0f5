/*
 * mem: allocation that never returns failure. Callers check sizes from a file against the bytes of the file,
 * so a failure means that the machine is out of memory. Then control returns to the innermost boundary of the
 * thread. Every call of the library's API sets a boundary, and then ends with an error.
 *
 *   boundary   mem_run_protected(work) -> ... -> mem_new() fails -> undos run, the newest first
 *                                                              -> mem_run_protected() returns false
 *
 * Memory that the call had allocated is leaked. Objects that it was changing may be inconsistent and can only
 * be freed. Functions of another library must not be on the stack between the boundary and the failure if
 * that library is used again. So callbacks from other libraries set their own boundaries.
 */
#ifndef PERFOLIO_CORE_BASE_MEM_H
#define PERFOLIO_CORE_BASE_MEM_H

#include <stddef.h>

#include "core/base/err.h"

enum { MEM_LARGE = 1 << 21 }; /* size of a huge page in bytes if pages have 4 KiB */

/* Allocates n * size zeroed bytes, for free(). MEM_LARGE bytes or more get huge pages, because page faults of small
   pages would cost more than the work on their content. */
void *mem_new(size_t n, size_t size);

/* Allocates n zeroed bytes of which few will be touched: untouched pages take no memory. For free(). */
void *mem_new_sparse(size_t n);

/* Sets up malloc(), for the start of a program's main(). Libraries must not call it. */
void mem_set_up_malloc(void);

/* Makes malloc() grow its heap in huge pages and keep freed memory. A program calls it when it knows that it needs much
   memory; libraries must not call it. */
void mem_use_huge_pages(void);

/* Allocates n uninitialised bytes in separate huge pages; n is a multiple of MEM_LARGE. For free(). */
void *mem_new_huge_pages(size_t n);

/* Resizes `p` to n * size bytes; new bytes are uninitialised. */
void *mem_resize(void *p, size_t n, size_t size);

/* Checks an allocation by another library: returns `p`, or fails as mem_new() does if `p` is NULL. n and size are for
   the message; if one of them is 0, NULL is no failure. */
void *mem_check_alloc(void *p, size_t n, size_t size);

/* Whether this thread is inside one of the functions above, which handle an allocation that fails. For a program that
   brings a malloc() of its own (cli/malloc.c). */
bool mem_handles_failure(void);

/* Runs work(arg) in this thread. False: memory ran out in `work`, and `e` says how much was requested. Boundaries nest;
   each thread has its own. */
bool mem_run_protected(void (*work)(void *arg), void *arg, struct err *e);

/* Ends the innermost mem_run_protected() of this thread with the error `why`. Outside of mem_run_protected() the process
   aborts. */
_Noreturn void mem_fail(const struct err *why);

/* A function that is called if memory runs out before mem_undo_drop(), for example to unlock a mutex, or to tell other
   threads not to wait. `undo` must not allocate. The caller owns the struct and must not move it; mem_undo_add() and
   mem_undo_drop() are called in the same thread. */
struct mem_undo {
    struct mem_undo *before;
    void (*undo)(void *arg);
    void *arg;
};

void mem_undo_add(struct mem_undo *u, void (*undo)(void *arg), void *arg);
void mem_undo_drop(struct mem_undo *u);

/* Copies n bytes and appends a NUL; for free(). */
char *mem_copy(const void *p, size_t n);

/* qsort() for n elements; with n = 0 `v` may be NULL. */
void mem_sort(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b));

/* Moves the full array `v` to a larger one with about twice *cap elements of `size` bytes (not 0). A large array is
   rounded up to whole huge pages. */
void *mem_grow(void *v, size_t *cap, size_t size);

/* Makes room for one more element in array `v` with n elements. Returns the array, which may have moved.
   It is inline because there usually is room already. */
static inline void *mem_room(void *v, size_t n, size_t *cap, size_t size)
{
    return n < *cap ? v : mem_grow(v, cap, size);
}

/* Appends an uninitialised element to array v with n elements and room for cap, and yields its address: `*MEM_ADD(l->v,
   l->n, l->cap) = ...`. It evaluates its arguments several times. The right side of the assignment must not use them. */
#define MEM_ADD(v, n, cap) ((v) = mem_room((v), (n), &(cap), sizeof(*(v))), &(v)[(n)++])

#endif
