#define _DEFAULT_SOURCE /* madvise() */
#include "core/base/mem.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void *mem_must(void *p, size_t n, size_t size)
{
    if (!p && n && size) {
        fprintf(stderr, "perfolio: out of memory (%zu x %zu bytes wanted)\n", n, size);
        exit(1);
    }
    return p;
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
    return in_large_pages(mem_must(calloc(n ? n : 1, size ? size : 1), n, size), n * size);
}

void *mem_sparse(size_t n)
{
    return mem_must(calloc(n ? n : 1, 1), n, 1);
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
    return mem_must(realloc(p, bytes ? bytes : 1), n, size);
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
    if (*cap > SIZE_MAX / 4 / size)
        mem_must(NULL, *cap, size);
    *cap = *cap ? *cap * 2 : 4;
    if (*cap * size >= MEM_LARGE / 2)
        *cap = ((*cap * size + HEAD + MEM_LARGE - 1) / MEM_LARGE * MEM_LARGE - HEAD) / size;
    return in_large_pages(mem_resize(v, *cap, size), *cap * size);
}
