#include "core/base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
