/* foffs: which bytes of a file are code. */
#ifndef PERFOLIO_FORMATS_ELF_READ_FOFFS_H
#define PERFOLIO_FORMATS_ELF_READ_FOFFS_H

#include "core/base/cur.h"

struct foff_range {
    uint64_t foff, end; /* end exclusive */
};

/* Turn ranges of addresses as in the ELF headers (svma) into ranges of the file; what it does not have
   becomes empty. */
void elf_foffs(struct span file, struct foff_range *ranges, size_t n);

/* What of the ranges is code: in sections that are executed or, where there are none, in such segments. *n of
   them, malloc'ed. */
struct foff_range *elf_code(struct span file, const struct foff_range *ranges, size_t *n);

#endif
