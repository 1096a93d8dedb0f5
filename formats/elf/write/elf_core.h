/* elf_core: writes copied code as an ELF core file, which disassemblers and debuggers read. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H

#include "core/resolve/insn.h"

/* Write a core file to `out`, which must be empty, from n > 0 pieces of code, sorted by the addresses at
   which they ran, without overlaps. If there are gaps between them, the file is a thin image
   (docs/folio.md). False with `e` set: an address is beyond the architecture's range, or the gaps would
   make the file much larger than the code. */
bool elf_core_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *out,
                  struct err *e);

#endif
