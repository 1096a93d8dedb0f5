#include "core/base/sort_by.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/base/mem.h"

struct base_sort_by_sorting {
    size_t size;
    int (*compar)(const void *a, const void *b, const void *arg);
    const void *arg;
    bool runs; /* parts that are already in order are not copied */
};

/* The number of the n sorted elements that come before `key`. With `equal`, elements equal to `key` are
   counted, too. */
static size_t up_to(const struct base_sort_by_sorting *s, const char *v, size_t n, const char *key,
                    bool equal)
{
    size_t low = 0;
    BISECT(low, n, i, s->compar(v + i * s->size, key, s->arg) < equal);
    return low;
}

/* Sorts n elements; `spare` has room for half of them. It sorts both halves, copies the left half to `spare` and merges.
   With `runs` it copies and merges only the parts that overlap. */
static void merge_sort(const struct base_sort_by_sorting *s, char *v, size_t n, char *spare)
{
    if (n < 2)
        return;
    const size_t half = n / 2, size = s->size;
    char *right = v + half * size, *end = v + n * size;
    merge_sort(s, v, half, spare);
    merge_sort(s, right, n - half, spare);
    if (s->compar(right - size, right, s->arg) <= 0)
        return;
    if (s->runs) {
        v += up_to(s, v, half, right, true) * size;
        end = right + up_to(s, right, n - half, right - size, false) * size;
    }
    memcpy(spare, v, (size_t)(right - v));
    for (char *left = spare, *left_end = spare + (right - v); left < left_end; v += size) {
        const bool right_is_less = right < end && s->compar(right, left, s->arg) < 0;
        char **from = right_is_less ? &right : &left;
        memcpy(v, *from, size);
        *from += size;
    }
}

static void sort(const struct base_sort_by_sorting *s, void *v, size_t n)
{
    char *spare = mem_resize(NULL, n / 2 + 1, s->size);
    merge_sort(s, v, n, spare);
    free(spare);
}

void sort_by(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
             const void *arg)
{
    sort(&(struct base_sort_by_sorting){ size, compar, arg, false }, v, n);
}

/* The length of the ascending run at the beginning. */
static size_t ascending(const struct base_sort_by_sorting *s, const char *v, size_t n)
{
    size_t i = 1;
    while (i < n && s->compar(v + (i - 1) * s->size, v + i * s->size, s->arg) <= 0)
        i++;
    if (i < n)
        return i;
    return n;
}

void sort_runs(void *v, size_t n, size_t size, int (*compar)(const void *a, const void *b, const void *arg),
               const void *arg)
{
    const struct base_sort_by_sorting s = { size, compar, arg, true };
    if (ascending(&s, v, n) < n)
        sort(&s, v, n);
}

static void sort_few(struct numbered *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct numbered one = v[i];
        size_t at = i;
        for (; at && v[at - 1].by > one.by; at--)
            v[at] = v[at - 1];
        v[at] = one;
    }
}

/* A radix sort, byte by byte from the lowest. Bytes that are equal in all numbers are skipped. */
void sort_by_number(struct numbered *v, size_t n)
{
    enum { FEW = 32 };
    if (n <= FEW) {
        sort_few(v, n);
        return;
    }
    struct numbered *spare = mem_new(n, sizeof(*spare)), *from = v, *to = spare;
    uint64_t differ = 0;
    for (size_t i = 0; i < n; i++)
        differ |= v[i].by ^ v[0].by;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        size_t next[257] = { 0 };
        if (!(differ >> shift & 255))
            continue;
        for (size_t i = 0; i < n; i++)
            next[(from[i].by >> shift & 255) + 1]++;
        for (size_t digit = 0; digit < 256; digit++)
            next[digit + 1] += next[digit];
        for (size_t i = 0; i < n; i++)
            to[next[from[i].by >> shift & 255]++] = from[i];
        struct numbered *swap = from;
        from = to;
        to = swap;
    }
    if (from != v)
        memcpy(v, from, n * sizeof(*v));
    free(spare);
}

static int base_sort_by_by_first(const void *a, const void *b, const void *unused)
{
    uint64_t x, y;
    (void)unused;
    memcpy(&x, a, sizeof(x));
    memcpy(&y, b, sizeof(y));
    return (x > y) - (x < y);
}

void sort_by_first(void *v, size_t n, size_t size)
{
    sort_by(v, n, size, base_sort_by_by_first, NULL);
}
