/* objdump_elf: writes the ELF file that objdump reads (gabi, "ELF Header", "Sections", "Symbol Table"). */
#ifndef PERFOLIO_FORMATS_DISASM_OBJDUMP_ELF_H
#define PERFOLIO_FORMATS_DISASM_OBJDUMP_ELF_H

#include "core/base/text.h"
#include "core/resolve/insn.h"

/* Add a file with n pieces of code to `to`, which must be empty: piece I is section I + 1, called pI. */
void objdump_elf_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *to);

#endif
