/* elf_marks: where the kernel in an ELF file begins and ends (symbol_reader, marks()). */
#ifndef PERFOLIO_FORMATS_ELF_READ_ELF_MARKS_H
#define PERFOLIO_FORMATS_ELF_READ_ELF_MARKS_H

#include "core/resolve/symtab.h"

/* False, with `e`, when the bytes are no ELF file. */
bool elf_marks(struct span bytes, struct kernel_marks *marks, struct err *e);

#endif
