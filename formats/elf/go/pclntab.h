/*
 * pclntab: the functions of Go programs by the table that their runtime finds callers in. It is loaded with the code, so
 * that no strip takes it away.
 */
#ifndef PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H
#define PERFOLIO_FORMATS_ELF_GO_PCLNTAB_H

#include "formats/elf/read/image.h"

/* Add the functions of a file to a table that is sealed and has its other symbols, where none of these with a size covers them; it
   has to be sorted again. What is wrong with the table of Go's is told in t->left_out. */
void pclntab_add(const struct image *m, struct symtab *t);

#endif
