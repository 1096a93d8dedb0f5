/*
 * mem: allocation that never returns failure. Sizes from a file are checked against the bytes at hand before they get here, so a
 * failure means that the machine is out of memory: control returns to the innermost boundary of the thread, which calls of the API
 * set, and the call ends with an error.
 *
 *   boundary   mem_run_protected(work) -> ... -> mem_new() fails -> undos run, the newest first -> mem_run_protected() is false
 *
 * What the call had allocated is lost, and what it was changing may be half done: it can only be freed. No function of another
 * library that is used again may be on the stack between the boundary and the failure: its callbacks set a boundary of their own.
 */
#ifndef PERFOLIO_CORE_BASE_MEM_H
#define PERFOLIO_CORE_BASE_MEM_H

#include <stddef.h>

#include "core/base/err.h"

enum { MEM_LARGE = 1 << 21 }; /* bytes of a huge page where pages have 4 KiB */

/* Allocates n * size zeroed bytes, for free(). MEM_LARGE bytes or more get huge pages: the faults of small ones would cost
   more than the work on them. */
void *mem_new(size_t n, size_t size);

/* Allocates n zeroed bytes of which few will be touched: untouched pages take no memory. For free(). */
void *mem_new_sparse(size_t n);

/* Sets up malloc(), for the start of a program's main(). Libraries must not call it. */
void mem_set_up_malloc(void);

/* Makes malloc() grow its heap in huge pages and keep what is freed, once the program knows that it needs much. For programs
   only, as mem_set_up_malloc(). */
void mem_use_huge_pages(void);

/* Allocates n uninitialised bytes in huge pages of their own; n is a multiple of MEM_LARGE. For free(). */
void *mem_new_huge_pages(size_t n);

/* Resizes `p` to n * size bytes; new bytes are uninitialised. */
void *mem_resize(void *p, size_t n, size_t size);

/* Checks an allocation by another library: returns `p`, or fails as mem_new() does if `p` is NULL. n and size are for the
   message; NULL is fine if one of them is 0. */
void *mem_check_alloc(void *p, size_t n, size_t size);

/* Runs work(arg) in this thread. False: memory ran out in it, and `e` says how much was wanted. Boundaries nest; each thread
   has its own. */
bool mem_run_protected(void (*work)(void *arg), void *arg, struct err *e);

/* Ends the innermost mem_run_protected() of this thread with the error `why`. Without one the process aborts; every call of the API
   sets one. */
_Noreturn void mem_fail(const struct err *why);

/* What to do if memory runs out before a function returns, such as to unlock, or to tell other threads not to wait. It must
   not allocate. The caller owns the struct, which stays where it is until mem_undo_drop() in the same thread. */
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

/* Moves the full array `v` into a larger one: twice *cap, and if large rounded up to whole huge pages. `size` is not 0. */
void *mem_grow(void *v, size_t *cap, size_t size);

/* Makes room for one more element in `v`, which has n; returns the array, which may have moved. Inline: mostly there is
   room. */
static inline void *mem_room(void *v, size_t n, size_t *cap, size_t size)
{
    return n < *cap ? v : mem_grow(v, cap, size);
}

/* Appends an uninitialised element to array v with n elements and room for cap, as an lvalue: `*MEM_ADD(l->v, l->n, l->cap)
   = ...`. It evaluates its arguments several times, and the right side must not use them. */
#define MEM_ADD(v, n, cap) ((v) = mem_room((v), (n), &(cap), sizeof(*(v))), &(v)[(n)++])

#endif
