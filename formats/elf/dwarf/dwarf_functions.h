/*
 * functions: names functions by DWARF where no symbol table does: in files that were stripped of symbols but not of debug
 * information, and for compilers that give local functions no symbols (GHC). DWARF is opened only if some code without a symbol
 * is longer than the padding between functions, and only units with such code are read.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H
#define PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H

#include "formats/elf/read/image.h"

/* Add the functions of a user's file to `t` where no symbol covers them. `t` must be sorted and hold all
   other symbols; sort it again afterwards. `runtime` is the file that was mapped, or the same file.
   Damaged DWARF is not reported here: the line reader reports it. */
void functions_add(const struct symbol_input *in, const struct image *runtime, struct symtab *t);

#endif
