#define _DEFAULT_SOURCE /* madvise() */
#include "core/base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *mem_must(void *p, size_t n, size_t size)
{
    if (!p && n && size) {
        fprintf(stderr, "perfolio: out of memory (%zu x %zu bytes wanted)\n", n, size);
        exit(1);
    }
    return p;
}

void *mem_new(size_t n, size_t size)
{
    return mem_must(calloc(n ? n : 1, size ? size : 1), n, size);
}

void *mem_table(size_t n, size_t size)
{
    const uintptr_t huge = (uintptr_t)2
                           << 20; /* a page of that kind where pages have 4 KiB (Linux, transhuge.rst) */
    void *p = mem_new(n, size);
#ifdef MADV_HUGEPAGE
    uintptr_t first = ((uintptr_t)p + huge - 1) / huge * huge, end = ((uintptr_t)p + n * size) / huge * huge;
    if (first < end)
        madvise((char *)p + (first - (uintptr_t)p), end - first, MADV_HUGEPAGE); /* a wish */
#else
    (void)huge;
#endif
    return p;
}

void *mem_resize(void *p, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        mem_must(NULL, n, size);
    size_t bytes = n * size;
    return mem_must(realloc(p, bytes ? bytes : 1), n, size);
}

char *mem_copy(const void *p, size_t n)
{
    char *s = mem_new(n + 1, 1);
    if (n)
        memcpy(s, p, n);
    return s;
}

void *mem_room(void *v, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return v;
    *cap = *cap ? *cap * 2 : 4;
    return mem_resize(v, *cap, size);
}
