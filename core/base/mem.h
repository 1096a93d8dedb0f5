/*
 * mem: allocation that does not fail its caller. Sizes that come from a file are checked against the bytes in hand before they get
 * here, so running out means the machine is out of memory: control goes back to the innermost boundary of the thread, which whoever
 * answers a call has set, and the call ends with an error.
 *
 *   boundary   mem_within(work) -> ... -> mem_new() fails -> what was to be undone is, the last first -> mem_within() is false
 *
 * What the call had allocated is lost, and what it was at may be half done: it can be freed, no more. Between a boundary and ours there
 * must be no function of another library that is called again: its callbacks have a boundary of their own.
 */
#ifndef PERFOLIO_CORE_BASE_MEM_H
#define PERFOLIO_CORE_BASE_MEM_H

#include <stddef.h>

#include "core/base/err.h"

enum { MEM_LARGE = 1 << 21 }; /* bytes of a large page, where pages have 4 KiB */

/* n * size zeroed bytes; freed with free(). From MEM_LARGE on they are in large pages: page after page as it is met costs more than
   what is looked for there. */
void *mem_new(size_t n, size_t size);

/* n zeroed bytes of which few will be touched: the others take no memory. Freed with free(). */
void *mem_sparse(size_t n);

/* For a program that is all ours: how it asks the system for memory, before it does. */
void mem_begin(void);

/* The same, once it is known that it will be much: what the heap has next lies in large pages, too, and stays the program's when
   it is free. */
void mem_expect_much(void);

/* n bytes in large pages of their own, which are not initialised; n is a multiple of MEM_LARGE. Freed with free(). */
void *mem_pages(size_t n);

/* `p` resized to n * size bytes; what is added is not initialised. */
void *mem_resize(void *p, size_t n, size_t size);

/* `p`, which another library allocated: what it returns when it could not ends as it does here. */
void *mem_must(void *p, size_t n, size_t size);

/* Do work(arg) in this thread. False: memory could not be had in it, and `e` says how much. Boundaries nest; each thread has its own. */
bool mem_within(void (*work)(void *arg), void *arg, struct err *e);

/* Go on to the next boundary of this thread with what one found; without any the process aborts, which nobody who answers a call
   lets happen. */
_Noreturn void mem_fail(const struct err *why);

/* What is to be done for a function that memory fails in, for it does not return: a lock is given back, others are told not to wait.
   It must not allocate. The struct is the caller's and stays where it is until it is dropped in the same thread. */
struct mem_undo {
    struct mem_undo *before;
    void (*undo)(void *arg);
    void *arg;
};

void mem_undo_add(struct mem_undo *u, void (*undo)(void *arg), void *arg);
void mem_undo_drop(struct mem_undo *u);

/* A copy of n bytes followed by a NUL. */
char *mem_copy(const void *p, size_t n);

/* qsort() of n elements, which may be none: then `v` may be NULL. */
void mem_sort(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b));

/* `v`, which is full, in a larger array, with twice the *cap, or as many as fill a large page; from there on it is in such. `size`
   is not 0. */
void *mem_grow(void *v, size_t *cap, size_t size);

/* `v`, or a larger array with its n elements, with room for one more. Mostly there is, so it is asked here. */
static inline void *mem_room(void *v, size_t n, size_t *cap, size_t size)
{
    return n < *cap ? v : mem_grow(v, cap, size);
}

/* The new last element of an array v with n elements and room for cap, each of which is named more than once here
   and is not on the other side: `*MEM_ADD(l->v, l->n, l->cap) = ...`. */
#define MEM_ADD(v, n, cap) ((v) = mem_room((v), (n), &(cap), sizeof(*(v))), &(v)[(n)++])

#endif
