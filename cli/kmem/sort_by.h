/* sort_by: the keys by which kmem sorts its rows, as perf calls them, and the sorting. */
#ifndef PERFOLIO_CLI_KMEM_SORT_BY_H
#define PERFOLIO_CLI_KMEM_SORT_BY_H

#include <stddef.h>

#include "core/base/err.h"

enum { KMEM_KEYS = 7 };

/* A key of --sort: rows of a table by it, as in qsort(). */
struct kmem_key {
    const char *name;
    int (*compare)(const void *a, const void *b);
};

/* Some keys, the first one decides. */
struct kmem_order {
    const struct kmem_key *by[KMEM_KEYS];
    size_t n;
    bool upwards; /* the smallest value first; else the largest */
};

/* Keys of the slab allocator's rows (struct allocation) and the page allocator's (struct page_row), and those
   that make rows differ. */
extern const struct kmem_key kmem_slab_identity;
enum { KMEM_PAGE_PAGE, KMEM_PAGE_CALLER, KMEM_PAGE_ORDER, KMEM_PAGE_TYPE, KMEM_PAGE_GFP };
extern const struct kmem_key kmem_slab_keys[], kmem_page_keys[];

/* Add the keys of a list such as "hit,bytes". False with `e` set when one is unknown; `kind` says of what. */
bool kmem_order_read(struct kmem_order *o, const struct kmem_key *keys, const char *kind, const char *list,
                     struct err *e);

/* Pointers to n rows of `size` bytes in an order; equal ones by `identity`. malloc'ed. */
const void **kmem_sorted(const void *v, size_t n, size_t size, const struct kmem_order *identity,
                         const struct kmem_order *order);

/* The i-th name of such a key, those of both once; NULL behind the last. */
const char *kmem_key_word(size_t i);

#endif
