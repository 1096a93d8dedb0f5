/*
 * pclntab: adds the functions of Go programs from .gopclntab, the table that Go's runtime uses to walk
 * stacks. The table is loaded with the code, so strip does not remove it.
 */
#ifndef PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H
#define PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H

#include "formats/elf/read/image.h"

/* Add the functions of a file that no symbol with a size in `t` covers. `t` must be sealed and have the
   file's other symbols; sort it again afterwards. If the table is damaged, t->left_out says how. */
void pclntab_add(const struct image *m, struct symtab *t);

#endif
