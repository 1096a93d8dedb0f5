/* order: a stable merge sort whose comparison gets an argument, which qsort() has none for. */
#ifndef PERFOLIO_CORE_BASE_ORDER_H
#define PERFOLIO_CORE_BASE_ORDER_H

#include <stddef.h>

/* Sort n elements of `size` bytes; equal ones keep their order. */
void order_by(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b, const void *arg),
              const void *arg);

#endif
