#define _DEFAULT_SOURCE /* madvise() */
#include "core/base/mem.h"

#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

struct boundary {
    struct boundary *outer;
    struct mem_undo *undos; /* that were there before */
    struct err *why;
    jmp_buf back;
};

/* No argument leads from where memory fails to who called; each thread has its own, so none is shared. */
static _Thread_local struct {
    struct boundary *boundary; /* the innermost */
    struct mem_undo *undos;    /* the last one, which is done first */
} here;

bool mem_within(void (*work)(void *arg), void *arg, struct err *e)
{
    struct boundary b = { .outer = here.boundary, .undos = here.undos, .why = e };
    here.boundary = &b;
    if (!setjmp(b.back)) {
        work(arg);
        here.boundary = b.outer;
        return true;
    }
    here.boundary = b.outer;
    return false;
}

/* Frames are left only afterwards: what is undone may lie in them, as `why` may. */
void mem_fail(const struct err *why)
{
    struct boundary *b = here.boundary;
    if (!b)
        abort();
    while (here.undos != b->undos) {
        struct mem_undo *u = here.undos;
        here.undos = u->before;
        u->undo(u->arg);
    }
    *b->why = *why;
    longjmp(b->back, 1);
}

void mem_undo_add(struct mem_undo *u, void (*undo)(void *arg), void *arg)
{
    *u = (struct mem_undo){ here.undos, undo, arg };
    here.undos = u;
}

void mem_undo_drop(struct mem_undo *u)
{
    struct mem_undo **at = &here.undos;
    while (*at != u) /* mostly it is the last one */
        at = &(*at)->before;
    *at = u->before;
}

void *mem_must(void *p, size_t n, size_t size)
{
    struct err e = { 0 };
    if (p || !n || !size)
        return p;
    err_set(&e, ERR_MEMORY, 0, "out of memory (%zu x %zu bytes wanted)", n, size);
    mem_fail(&e);
}

/* What the heap has in front of an allocation of its own, and behind it, at most (glibc). */
enum { HEAD = 4 * sizeof(void *) };

/* Wish for large pages (Linux, transhuge.rst). All of what was allocated gets it, as far as its pages go: the kernel moves no
   memory of which one part is unlike another, and realloc() would copy it. */
static void *in_large_pages(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 4096, before = (uintptr_t)p % page, size = before + bytes;
    if (bytes + HEAD >= MEM_LARGE)
        madvise((char *)p - before, (size + page - 1) / page * page, MADV_HUGEPAGE);
#else
    (void)bytes;
#endif
    return p;
}

void *mem_new(size_t n, size_t size)
{
    if (!n)
        n = 1; /* there is a place for none, too */
    if (!size)
        size = 1;
    return in_large_pages(mem_must(calloc(n, size), n, size), n * size);
}

void *mem_sparse(size_t n)
{
    if (!n)
        n = 1;
    return mem_must(calloc(n, 1), n, 1);
}

void *mem_pages(size_t n)
{
    return in_large_pages(mem_must(aligned_alloc(MEM_LARGE, n), n, 1), n);
}

void *mem_resize(void *p, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        mem_must(NULL, n, size);
    size_t bytes = n * size;
    if (bytes)
        return mem_must(realloc(p, bytes), n, size);
    return mem_must(realloc(p, 1), 1, 1);
}

/* Larger ones stay out of the heap: they grow without a copy, and are given back. */
enum { ALONE = 1 << 18 };

void mem_begin(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, ALONE);
#endif
}

/* glibc's heap grows by pieces of small pages. One allocation as large as one in it may be (mallopt(3), M_MMAP_THRESHOLD) makes it
   grow at once; two are what there is of arrays too small to be alone. What is not touched takes no memory. Where the heap cannot grow
   so far it grows as before. */
void mem_expect_much(void)
{
#ifdef __GLIBC__
    enum { MOST = 1 << 25, HEAP = MOST - MEM_LARGE, PIECES = 2 };
    void *all[PIECES];
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_MMAP_THRESHOLD, MOST);
    for (int i = 0; i < PIECES; i++)
        if ((all[i] = malloc(HEAP)) != NULL)
            in_large_pages(all[i], HEAP);
    for (int i = PIECES; i--;)
        free(all[i]);
    mem_begin();
#endif
}

void mem_sort(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b))
{
    if (n)
        qsort(v, n, size, compar);
}

char *mem_copy(const void *p, size_t n)
{
    char *s = mem_new(n + 1, 1);
    if (n)
        memcpy(s, p, n);
    return s;
}

/* An allocation of its own that is as large as some large pages begins with one (Linux 6.7 on). */
void *mem_grow(void *v, size_t *cap, size_t size)
{
    size_t n = *cap ? *cap * 2 : 4;
    if (*cap > SIZE_MAX / 4 / size)
        mem_must(NULL, *cap, size);
    if (n * size >= MEM_LARGE / 2)
        n = ((n * size + HEAD + MEM_LARGE - 1) / MEM_LARGE * MEM_LARGE - HEAD) / size;
    v = in_large_pages(mem_resize(v, n, size), n * size);
    *cap = n; /* not before it is there */
    return v;
}
