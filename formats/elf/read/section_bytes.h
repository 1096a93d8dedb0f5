/* section_bytes: what a section of an ELF file has in it, compressed or not (gabi, "Section Compression"). */
#ifndef PERFOLIO_FORMATS_ELF_READ_SECTION_BYTES_H
#define PERFOLIO_FORMATS_ELF_READ_SECTION_BYTES_H

#include "core/base/budget.h"
#include "formats/elf/read/image.h"

/* The contents, decompressed: borrowed from the image, or for the caller to free in *inflated, which else is
   NULL. Empty: there are none, they are damaged, or they are more than what is left of the budget, which is
   over then. */
struct span section_bytes(const struct image *m, const GElf_Shdr *h, struct budget *b, uint8_t **inflated);

#endif
