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
    const size_t huge =
        (size_t)2 << 20; /* a page of that kind where pages have 4 KiB (Linux, transhuge.rst) */
    if (size && n > SIZE_MAX / size / 2)
        mem_must(NULL, n, size);
    size_t bytes = n * size;
    if (bytes < 2 * huge)
        return mem_new(n, size);
    bytes = (bytes + huge - 1) / huge * huge;
    void *p = mem_must(aligned_alloc(huge, bytes), n, size);
#ifdef MADV_HUGEPAGE
    madvise(p, bytes, MADV_HUGEPAGE); /* a wish */
#endif
    return memset(p, 0, bytes);
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
