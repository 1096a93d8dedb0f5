/*
 * range_index: ranges of addresses that may overlap, flattened: of those that cover an address the one with
 * the lowest rank has it, the first of equals. Sorted once, so that a look-up is one binary search.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_RANGE_INDEX_H
#define PERFOLIO_FORMATS_ELF_READ_RANGE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range_index_item {
    uint64_t start, end; /* end exclusive */
    uint64_t rank;
    uint32_t what;
};

/* Ranges that are being collected; zero-initialise, free `v` after building. */
struct range_index_items {
    struct range_index_item *v;
    size_t n, cap;
};

/* Empty ranges are left out. */
void range_index_add(struct range_index_items *r, uint64_t start, uint64_t end, uint64_t rank, uint32_t what);

struct range_index {
    struct range_index_piece {
        uint64_t start;
        uint32_t what; /* 1 more; 0: in no range */
    } * v;
    size_t n;
};

/* Flatten `r`. */
void range_index_build(struct range_index *c, const struct range_index_items *r);
bool range_index_find(const struct range_index *c, uint64_t at, uint32_t *what);

/* Where range_index_find() begins to say something else than at `at`; UINT64_MAX: nowhere behind it. */
uint64_t range_index_end(const struct range_index *c, uint64_t at);
void range_index_free(struct range_index *c);

#endif
