/* foffs: from the addresses that symbols of a kernel have to places in its file. */
#ifndef PERFOLIO_FORMATS_ELF_FOFFS_H
#define PERFOLIO_FORMATS_ELF_FOFFS_H

#include "formats/elf/thin.h"

/* Turn ranges of addresses as in the ELF headers (svma) into ranges of the file; what it does not have
   becomes empty. */
void elf_foffs(struct span file, struct foff_range *ranges, size_t n);

#endif
