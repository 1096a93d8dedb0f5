/*
 * pclntab: adds the functions of Go programs from .gopclntab, the table by which Go's runtime walks stacks. The
 * table is loaded with the code, so strip does not remove it.
 */
#ifndef PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H
#define PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H

#include "formats/elf/read/image.h"

/* Add the functions of a file to `t` where no symbol with a size covers them. `t` must be sealed and hold
   the file's other symbols; sort it again afterwards. If the table is damaged, t->left_out says how. */
void pclntab_add(const struct image *m, struct symtab *t);

#endif
