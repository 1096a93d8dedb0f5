/*
 * elf_fit: what is wanted of an ELF file that is too large to be mapped as a whole. On a host of 32 bits half of the address
 * space may be less than a program's DWARF.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_FIT_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"

/* Reads a file into at most `most` bytes, which file_unmap() frees. What is loaded stands at its original offset; sections that
   are not stand behind that, at others: symbols and what is small, then, if there is room for all of them, those of DWARF that
   are read here. The rest is SHT_NOBITS. False with `e` set: ERR_MEMORY, it does not fit; or the file is no ELF file, or
   damaged, or cannot be read. */
bool elf_fit(const struct file *f, uint64_t most, struct span *out, struct err *e);

#endif
