/*
 * elf_fit: reads the needed parts of an ELF file that is too large to be mapped as a whole. On a 32-bit host a
 * program's DWARF may be larger than half of the address space.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"

/* Reads a file into at most `most` bytes, which file_unmap() frees. What is loaded stands at its original offset; sections that
   are not stand behind that, at others: symbols and what is small, then, if there is room for all of them, those of DWARF that
   are read here; *lacks_dwarf: it has some, and there is no room for them. The rest is SHT_NOBITS. False with `e` set: ERR_MEMORY,
   it does not fit; or the file is no ELF file, or damaged, or cannot be read. */
bool elf_fit(const struct file *f, uint64_t most, struct span *out, bool *lacks_dwarf, struct err *e);

#endif
