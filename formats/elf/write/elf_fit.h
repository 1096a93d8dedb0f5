/*
 * elf_fit: reads only the needed parts of an ELF file that is too large to be mapped as a whole. On a 32-bit
 * host a program's DWARF may be larger than half of the address space.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"

/* Reads a file into at most `most` bytes, which file_unmap() frees. Loaded sections keep their original
   offsets. Other sections get new offsets after them: first symbols and small sections, then the DWARF
   sections that Perfolio reads, if there is room for all of them. *lacks_dwarf: the file has DWARF, and
   there is no room for it. The remaining sections become SHT_NOBITS. False with `e` set: ERR_MEMORY: the
   file does not fit; else it is not an ELF file, is damaged, or cannot be read. */
bool elf_fit(const struct file *f, uint64_t most, struct span *out, bool *lacks_dwarf, struct err *e);

#endif
