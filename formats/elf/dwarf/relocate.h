/*
 * relocate: applies the relocations of DWARF in unlinked files, such as kernel modules, to a copy of the sections. Each section
 * with code is taken to be loaded at its file offset in the mapped file, so that addresses in the DWARF are file offsets.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_RELOCATE_H
#define PERFOLIO_FORMATS_ELF_DWARF_RELOCATE_H

#include "formats/elf/read/debug_sections.h"

/* The address that section `i` of an unlinked file `m` is taken to have: the file offset of section `i` of `mapped` (the
   file itself, or the file it is the debug file of); 0 if that is not loaded or has another name. */
uint64_t relocate_base(const struct image *m, const struct image *mapped, size_t i);

/* Apply the relocations of `m` to the sections that were taken from it; sections that change become copies. */
void relocate(struct debug_sections *d, const struct image *m, const struct image *mapped);

#endif
