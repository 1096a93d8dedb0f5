/* elf_core: code that ran somewhere as an ELF core file, which is what those who read code read. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H

#include "core/resolve/insn.h"

/* Make one in `out`, which has to be empty: of n > 0 pieces of code of a machine, in the order of the addresses at which
   they ran, that do not overlap. Where there are gaps between them it is a thin image (docs/folio.md). False with `e` set:
   they do not lie in its address space, or so far apart that the file would be much larger than they are. */
bool elf_core_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *out,
                  struct err *e);

#endif
