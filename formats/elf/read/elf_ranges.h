/* elf_ranges: lists of byte ranges of a file. */
#ifndef PERFOLIO_FORMATS_ELF_READ_ELF_RANGES_H
#define PERFOLIO_FORMATS_ELF_READ_ELF_RANGES_H

#include "core/base/cur.h"

struct elf_range {
    uint64_t foff, end; /* end exclusive */
};

struct elf_ranges {
    struct elf_range *v;
    size_t n, cap;
};

/* Add a range, unless it is empty. */
void elf_ranges_add(struct elf_ranges *r, uint64_t foff, uint64_t end);

/* A joined list of n ranges in any order; its `v` is malloc'ed. */
struct elf_ranges elf_ranges_of(const struct elf_range *v, size_t n);

/* Join a list: sort it, and merge ranges that touch or overlap. */
void elf_ranges_join(struct elf_ranges *r);

/* The intersection of two joined lists; its `v` is malloc'ed. */
struct elf_ranges elf_ranges_intersect(const struct elf_ranges *a, const struct elf_ranges *b);

/* Whether any byte of [foff, foff + size) is in a joined list. */
bool elf_ranges_touch(const struct elf_ranges *r, uint64_t foff, uint64_t size);

#endif
