/* sort_by: stable sorts: by a comparison that gets an argument, which qsort() has none for, and by numbers; and
   what is asked of arrays that are sorted. */
#ifndef PERFOLIO_CORE_BASE_SORT_BY_H
#define PERFOLIO_CORE_BASE_SORT_BY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sort n elements of `size` bytes; equal ones keep their order. */
void sort_by(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
             const void *arg);

/* The same by a total order, of what is made of runs that ascend: what nearly is in order costs little more than to see it. */
void sort_runs(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
               const void *arg);

/* Something by its place in an array, and the number to sort it by. In 12 bytes, for there may be as many as
 * rows. */
struct __attribute__((packed, aligned(4))) numbered {
    uint64_t by;
    uint32_t at;
};

/* Move `low` up to the first i of [low, end) that is not `before` what is sought, by a condition on i; to the end where all are.
   Those that are stand in front. */
#define BISECT(low, end, i, before)                                                                          \
    for (size_t high_ = (end), i; (low) < high_;) {                                                          \
        i = (low) + (high_ - (low)) / 2;                                                                     \
        if (before)                                                                                          \
            (low) = i + 1;                                                                                   \
        else                                                                                                 \
            high_ = i;                                                                                       \
    }

/* How many of n elements of `size` bytes, in ascending order of the uint64_t that each begins with, begin with at most
   `most`. */
static inline size_t sort_by_up_to(const void *v, size_t n, size_t size, uint64_t most)
{
    size_t low = 0;
    uint64_t number;
    BISECT(low, n, i, (memcpy(&number, (const char *)v + i * size, sizeof(number)), number <= most));
    return low;
}

/* Sort n of them, smallest number first; equal ones keep their order. */
void sort_by_number(struct numbered *v, size_t n);

/* The same of n elements of `size` bytes, each of which begins with its number, a uint64_t. */
void sort_by_first(void *v, size_t n, size_t size);

#endif
