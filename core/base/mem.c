#define _DEFAULT_SOURCE /* for madvise() */
#include "core/base/mem.h"

#include <assert.h>
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

struct boundary {
    struct boundary *outer;
    struct mem_undo *undos; /* set when this boundary was entered */
    struct err *why;
    jmp_buf back;
};

/* The boundary and the undos of this thread. They are thread-local because mem_fail() has no argument that leads to
   them. */
static _Thread_local struct {
    struct boundary *boundary; /* the innermost */
    struct mem_undo *undos;    /* the newest, which runs first */
    bool handles_failure;      /* an allocation of this file is under way */
} here;

bool mem_handles_failure(void)
{
    return here.handles_failure;
}

/* calloc(), realloc() and malloc() may call a malloc() of the program, which asks mem_handles_failure(). */
static void *try_calloc(size_t n, size_t size)
{
    here.handles_failure = true;
    void *p = calloc(n, size);
    here.handles_failure = false;
    return p;
}

static void *try_realloc(void *p, size_t bytes)
{
    here.handles_failure = true;
    p = realloc(p, bytes);
    here.handles_failure = false;
    return p;
}

bool mem_run_protected(void (*work)(void *arg), void *arg, struct err *e)
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

/* The undos run before longjmp(), because they and `why` may be on the stack that it leaves. */
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
    assert(*at);
    while (*at != u) /* usually the newest */
        at = &(*at)->before;
    *at = u->before;
}

void *mem_check_alloc(void *p, size_t n, size_t size)
{
    struct err e = { 0 };
    if (p || !n || !size)
        return p;
    err_set(&e, ERR_MEMORY, 0, "out of memory (%zu x %zu bytes wanted)", n, size);
    mem_fail(&e);
}

/* The most bytes that glibc adds before and after an allocation that is mapped separately. */
enum { HEAD = 4 * sizeof(void *) };

/* Requests huge pages (Linux, transhuge.rst) for all pages of the allocation. If only some of its pages
   were huge, mremap() could not move it, and realloc() would copy it. */
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
        n = 1; /* never NULL */
    if (!size)
        size = 1;
    return in_large_pages(mem_check_alloc(try_calloc(n, size), n, size), n * size);
}

void *mem_new_sparse(size_t n)
{
    if (!n)
        n = 1;
    return mem_check_alloc(try_calloc(n, 1), n, 1);
}

void *mem_new_huge_pages(size_t n)
{
    assert(n % MEM_LARGE == 0);
#ifdef MADV_HUGEPAGE
    void *p = aligned_alloc(MEM_LARGE, n); /* not one of those that cli/malloc.c replaces */
#else
    /* Alignment is for huge pages alone, and free() on Windows takes no aligned memory. */
    void *p = try_realloc(NULL, n);
#endif
    return in_large_pages(mem_check_alloc(p, n, 1), n);
}

void *mem_resize(void *p, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        mem_check_alloc(NULL, n, size);
    size_t bytes = n * size;
    if (bytes)
        return mem_check_alloc(try_realloc(p, bytes), n, size);
    return mem_check_alloc(try_realloc(p, 1), 1, 1);
}

/* Larger allocations are mapped outside of the heap. They can grow without a copy, and are returned to the
   system when freed. */
enum { ALONE = 1 << 18 };

void mem_set_up_malloc(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, ALONE);
#endif
}

/* glibc grows its heap in small steps, which get small pages. Here PIECES allocations, each of the largest size that
   comes from the heap (mallopt(3), M_MMAP_THRESHOLD), make it grow in advance. That is enough for all arrays that are
   too small to be mapped alone. Untouched pages take no memory. If the heap cannot grow so far, it grows in small steps
   as before. */
void mem_use_huge_pages(void)
{
#ifdef __GLIBC__
    enum { MOST = 1 << 25, HEAP = MOST - MEM_LARGE, PIECES = 2 };
    void *all[PIECES];
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_MMAP_THRESHOLD, MOST);
    for (int i = 0; i < PIECES; i++)
        if ((all[i] = try_realloc(NULL, HEAP)) != NULL)
            in_large_pages(all[i], HEAP);
    for (int i = PIECES; i--;)
        free(all[i]);
    mem_set_up_malloc();
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

/* From Linux 6.7 on, an allocation of several huge pages begins at the border of a huge page. */
void *mem_grow(void *v, size_t *cap, size_t size)
{
    assert(size);
    size_t n = *cap ? *cap * 2 : 4;
    if (*cap > SIZE_MAX / 4 / size)
        mem_check_alloc(NULL, *cap, size);
    if (n * size >= MEM_LARGE / 2)
        n = ((n * size + HEAD + MEM_LARGE - 1) / MEM_LARGE * MEM_LARGE - HEAD) / size;
    v = in_large_pages(mem_resize(v, n, size), n * size);
    *cap = n; /* only after the allocation succeeded */
    return v;
}
