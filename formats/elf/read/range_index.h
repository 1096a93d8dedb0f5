/*
 * range_index: address ranges that may overlap, flattened for binary search. Where ranges overlap, the one
 * with the lowest rank wins; of equal ranks the first.
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

/* Ranges to build an index from; zero-initialise, and free `v` after building. */
struct range_index_items {
    struct range_index_item *v;
    size_t n, cap;
};

/* Add a range with the value `what`; an empty range is ignored. */
void range_index_add(struct range_index_items *r, uint64_t start, uint64_t end, uint64_t rank, uint32_t what);

struct range_index {
    struct range_index_piece {
        uint64_t start;
        uint32_t what; /* `what` + 1; 0: no range covers these addresses */
    } * v;
    size_t n;
};

/* range_index_build(): make an index of the ranges `r`. range_index_find(): find `what` of the range that
   covers `at`; false: no range does. */
void range_index_build(struct range_index *c, const struct range_index_items *r);
bool range_index_find(const struct range_index *c, uint64_t at, uint32_t *what);

/* The first address after `at` at which range_index_find() has another result; UINT64_MAX: none. */
uint64_t range_index_next_change(const struct range_index *c, uint64_t at);
void range_index_free(struct range_index *c);

#endif
