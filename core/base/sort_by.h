/* sort_by: stable sorts and binary search. Sorts compare by a function that takes an argument (which qsort() lacks), or
   by numbers. */
#ifndef PERFOLIO_CORE_BASE_SORT_BY_H
#define PERFOLIO_CORE_BASE_SORT_BY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The smaller of two numbers, such as a requested length and the remaining length. */
static inline uint64_t lesser_of(uint64_t a, uint64_t b)
{
    if (a < b)
        return a;
    return b;
}

/* Sorts n elements of `size` bytes, stably. */
void sort_by(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
             const void *arg);

/* Like sort_by(), for arrays that consist of ascending runs: sorting a nearly sorted array takes little
   more than a pass over it. `compar` must be a total order. */
void sort_runs(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
               const void *arg);

/* The index of an element in an array, and the number by which it is sorted. The struct has 12 bytes,
   because there may be one for each row of a table. */
struct __attribute__((packed, aligned(4))) numbered {
    uint64_t by;
    uint32_t at;
};

/* Binary search: raises `low` to the first i in [low, end) for which the expression `before` is false, or
   to `end`. `before` must be true for a prefix of the range and false for the rest. */
#define BISECT(low, end, i, before)                                                                          \
    for (size_t high_ = (end), i; (low) < high_;) {                                                          \
        i = (low) + (high_ - (low)) / 2;                                                                     \
        if (before)                                                                                          \
            (low) = i + 1;                                                                                   \
        else                                                                                                 \
            high_ = i;                                                                                       \
    }

/* The number of elements whose first member, a uint64_t, is at most `most`. The elements are sorted by it, ascending. */
static inline size_t sort_count_up_to(const void *v, size_t n, size_t size, uint64_t most)
{
    size_t low = 0;
    uint64_t number;
    BISECT(low, n, i, (memcpy(&number, (const char *)v + i * size, sizeof(number)), number <= most));
    return low;
}

/* Sorts by number, ascending and stably. */
void sort_by_number(struct numbered *v, size_t n);

/* Sorts n elements of `size` bytes by their first member, a uint64_t, ascending and stably. */
void sort_by_first(void *v, size_t n, size_t size);

#endif
