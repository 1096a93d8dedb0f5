/* code_ranges: which bytes of a file are code. */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_RANGES_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_RANGES_H

#include "formats/elf/read/elf_ranges.h"

/* What a file has of ranges of addresses as in the ELF headers (svma): *n ranges of it, malloc'ed, of each one for every
   segment that it reaches into; they may end behind the file. */
struct elf_range *code_ranges_to_foffs(struct span file, const struct elf_range *ranges, size_t *n);

/* What of the ranges is code: in sections that are executed or, where there are none, in such segments. *n of
   them, joined, malloc'ed. */
struct elf_range *code_ranges(struct span file, const struct elf_range *ranges, size_t *n);

#endif
