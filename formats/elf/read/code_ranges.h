/* code_ranges: which bytes of a file are code. */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_RANGES_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_RANGES_H

#include "formats/elf/read/elf_ranges.h"

/* Turn ranges of svma into ranges of file offsets, one for every segment that a range touches. The results
   may end after the end of the file. In and out: *n ranges; the result is malloc'ed. */
struct elf_range *code_ranges_to_foffs(struct span file, const struct elf_range *ranges, size_t *n);

/* Cut ranges of file offsets to code: executable sections or, if there are none, executable segments. In
   and out: *n ranges; the result is joined and malloc'ed. */
struct elf_range *code_ranges_clip(struct span file, const struct elf_range *ranges, size_t *n);

#endif
