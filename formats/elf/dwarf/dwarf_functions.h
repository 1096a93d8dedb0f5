/*
 * functions: names functions from DWARF if the symbol table has no symbol for them. This happens in files
 * that were stripped of symbols but not of debug information, and with compilers that give local functions no
 * symbols (GHC). DWARF is opened only if some code without a symbol is longer than the padding between
 * functions. Only units with such code are read.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H
#define PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H

#include "formats/elf/read/image.h"

/* Add the functions of a user's file that no symbol in `t` covers. `t` must be sorted and have all other
   symbols; sort it again afterwards. `runtime` is the mapped file, which may be the user's file itself.
   Damaged DWARF is not reported here, since the line reader reports it. */
void functions_add(const struct symbol_input *in, const struct image *runtime, struct symtab *t);

#endif
