#include "core/profile/bounded_paths.h"

#include <stddef.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

enum { LINE = 16 }; /* counters of a cache line of 64 bytes */
enum { LINES_LEAST = 1 << 8, LINES_MOST = 1 << 22 };
enum { ADDED_UP = 1 << 13 };     /* beginnings that a worker sums in its own table: 128 KiB */
enum { AT_ONCE = 1 << 20 };      /* largest single addition: a counter is full at */
#define FULL (UINT32_C(1) << 31) /* 2^31, so that one more addition does not overflow it */

struct path_weights {
    uint32_t (*lines)[LINE];
    size_t mask;
};

struct path_adder {
    struct path_weights *w;
    struct added {
        uint64_t hash;
        uint32_t n;
    } v[ADDED_UP];
};

struct path_weights *path_weights_new(uint64_t most)
{
    struct path_weights *w = mem_new(1, sizeof(*w));
    size_t n = LINES_LEAST;
    while (n < LINES_MOST && n * sizeof(*w->lines) / PATH_WEIGHTS_BYTES < most)
        n *= 2;
    w->lines = mem_new(n, sizeof(*w->lines));
    w->mask = n - 1;
    return w;
}

void path_weights_free(struct path_weights *w)
{
    if (w)
        free(w->lines);
    free(w);
}

/* The two counters of a beginning, which are never the same one. */
static void counters_of(const struct path_weights *w, uint64_t hash, uint32_t *of[2])
{
    uint32_t *line = w->lines[hash >> 32 & w->mask];
    const unsigned a = hash % LINE, b = 1 + (hash >> 4) % (LINE - 1);
    of[0] = &line[a];
    of[1] = &line[(a + b) % LINE];
}

uint32_t path_weights_of(const struct path_weights *w, uint64_t hash)
{
    uint32_t *of[2];
    counters_of(w, hash, of);
    const uint32_t least = *of[0] < *of[1] ? *of[0] : *of[1];
    if (least < FULL)
        return least;
    return FULL;
}

static void path_weights_add(struct path_weights *w, const struct added *a)
{
    uint32_t *of[2];
    counters_of(w, a->hash, of);
    for (int i = 0; a->n && i < 2; i++)
        if (threads_load(of[i]) < FULL)
            threads_add(of[i], a->n);
}

struct path_adder *path_adder_new(struct path_weights *w)
{
    struct path_adder *a = mem_new(1, sizeof(*a));
    a->w = w;
    return a;
}

void path_adder_add(struct path_adder *a, uint64_t hash)
{
    struct added *one = &a->v[(hash >> 8) % ADDED_UP];
    if (one->hash != hash || one->n == AT_ONCE) {
        path_weights_add(a->w, one);
        *one = (struct added){ .hash = hash };
    }
    one->n++;
}

void path_adder_end(struct path_adder *a)
{
    for (size_t i = 0; a && i < ADDED_UP; i++)
        path_weights_add(a->w, &a->v[i]);
    free(a);
}
