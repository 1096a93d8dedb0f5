/*
 * relocate: the DWARF of files that are not linked, as kernel modules are: it has no addresses yet, only
 * relocations that would fill them in. Each section with code is taken to lie at its offset in the file that
 * was mapped, so that addresses are offsets.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_RELOCATE_H
#define PERFOLIO_FORMATS_ELF_DWARF_RELOCATE_H

#include "formats/elf/read/debug_sections.h"

/* Where section `i` of an unlinked file lies: at the offset of the section in the same place and of the same
   name of `mapped`, the file itself or the one it is the debug file of; 0 when it is not loaded. */
uint64_t relocate_base(const struct image *m, const struct image *mapped, size_t i);

/* Apply the relocations of `m` to the sections that were taken from it. */
void relocate(struct debug_sections *d, const struct image *m, const struct image *mapped);

#endif
