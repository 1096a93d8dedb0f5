/*
 * cover: ranges of addresses that may overlap, flattened: of those that cover an address the one with the
 * lowest rank has it, the first of equals. Sorted once, so that a look-up is one binary search.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_COVER_H
#define PERFOLIO_FORMATS_ELF_READ_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cover_range {
    uint64_t start, end; /* end exclusive */
    uint64_t rank;
    uint32_t what;
};

/* Ranges that are being collected; zero-initialise, free `v` after building. */
struct cover_ranges {
    struct cover_range *v;
    size_t n, cap;
};

/* Empty ranges are left out. */
void cover_add(struct cover_ranges *r, uint64_t start, uint64_t end, uint64_t rank, uint32_t what);

struct cover {
    struct cover_piece {
        uint64_t start;
        uint32_t what; /* 1 more; 0: nobody's */
    } * v;
    size_t n;
};

/* Flatten `r`. */
void cover_build(struct cover *c, const struct cover_ranges *r);
bool cover_find(const struct cover *c, uint64_t at, uint32_t *what);
void cover_free(struct cover *c);

#endif
