/* sort_by: stable sorts: by a comparison that gets an argument, which qsort() has none for, and by numbers.
   */
#ifndef PERFOLIO_CORE_BASE_SORT_BY_H
#define PERFOLIO_CORE_BASE_SORT_BY_H

#include <stddef.h>
#include <stdint.h>

/* Sort n elements of `size` bytes; equal ones keep their order. */
void sort_by(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
             const void *arg);

/* Something by its place in an array, and the number to sort it by. In 12 bytes, for there may be as many as
 * rows. */
struct __attribute__((packed, aligned(4))) numbered {
    uint64_t by;
    uint32_t at;
};

/* Sort n of them, smallest number first; equal ones keep their order. */
void sort_by_number(struct numbered *v, size_t n);

#endif
