#include "table.h"

#include <stdio.h>
#include <stdlib.h>

void *table_new(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) {
        perror("limits");
        exit(1);
    }
    return p;
}

void *table_room(void *v, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return v;
    *cap = *cap ? 2 * *cap : 64;
    v = realloc(v, *cap * size);
    if (!v) {
        perror("limits");
        exit(1);
    }
    return v;
}

void table_grow(struct table *t)
{
    enum { FIRST_BITS = 10 };
    struct table was = *t;
    t->shift = was.size ? was.shift - 1 : 64 - FIRST_BITS;
    t->size = was.size ? 2 * was.size : 1 << FIRST_BITS;
    t->v = table_new(t->size, sizeof(*t->v));
    for (size_t k = 0; k < was.size; k++) {
        if (!was.v[k].value)
            continue;
        size_t i = (size_t)((was.v[k].key * UINT64_C(0x9e3779b97f4a7c15)) >> t->shift);
        while (t->v[i].value)
            i = (i + 1) & (t->size - 1);
        t->v[i] = was.v[k];
    }
    free(was.v);
}
