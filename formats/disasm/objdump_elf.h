/* objdump_elf: the ELF file that objdump gets (gabi, "ELF Header", "Sections", "Symbol Table"). */
#ifndef PERFOLIO_FORMATS_DISASM_OBJDUMP_ELF_H
#define PERFOLIO_FORMATS_DISASM_OBJDUMP_ELF_H

#include "core/base/text.h"
#include "core/resolve/insn.h"

/* Add a file with the pieces [0, n) to `to`: section i + 1 is called pI. */
void objdump_elf_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *to);

#endif
