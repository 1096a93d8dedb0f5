/* elf_ranges: parts of a file, as a list. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_RANGES_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_RANGES_H

#include "formats/elf/read/code_ranges.h"

struct elf_ranges {
    struct elf_range *v;
    size_t n, cap;
};

void elf_ranges_add(struct elf_ranges *r, uint64_t foff, uint64_t end);

/* Sort, and make one of those that touch. */
void elf_ranges_join(struct elf_ranges *r);

/* What two joined lists have in common; its `v` is malloc'ed. */
struct elf_ranges elf_ranges_common(const struct elf_ranges *a, const struct elf_ranges *b);

/* Whether any byte of [foff, foff + size) is in a joined list. */
bool elf_ranges_touch(const struct elf_ranges *r, uint64_t foff, uint64_t size);

#endif
