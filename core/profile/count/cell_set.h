/* cell_set: a set of different runs of cells, `each` cells to a run, numbered from 0 in the order of arrival. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_CELL_SET_H
#define PERFOLIO_CORE_PROFILE_COUNT_CELL_SET_H

#include "core/base/hash.h"
#include "core/profile/keys/key.h"

struct cell_set {
    size_t each; /* cells per run, set by the user; 0: every run is number 0 */
    struct cell *v;
    size_t n, cap;   /* runs */
    uint32_t *slots; /* numbers by hash, + 1; 0: free */
    size_t mask;
};

#define CELL_SET_NONE UINT32_MAX

/* The number of a run, which is added if it is new; cell_set_find(): CELL_SET_NONE if it is not there. */
uint32_t cell_set_add(struct cell_set *s, const struct cell *run);
uint32_t cell_set_find(const struct cell_set *s, const struct cell *run);

void cell_set_free(struct cell_set *s);

/* A hash with one more cell. All bits of the result depend on all bits of the cells: tables use the lowest bits, and
   addresses or times may differ in their highest bits alone. */
static inline uint64_t cell_hash(uint64_t hash, uint64_t v, uint32_t tag)
{
    hash = (hash ^ v ^ (uint64_t)tag << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* The hash of n cells. */
static inline uint64_t cells_hash(const struct cell *cells, size_t n)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < n; i++)
        hash = cell_hash(hash, cells[i].v, cells[i].tag);
    return hash_u64(hash);
}

static inline bool cells_same(const struct cell *a, const struct cell *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].v != b[i].v || a[i].tag != b[i].tag)
            return false;
    return true;
}

#endif
