/*
 * functions: the names of functions by DWARF, for code that no table of symbols names: of files whose table was stripped and whose
 * debug information was kept, and of compilers that give local functions no symbols (GHC). DWARF is opened only where more code than
 * what fills up between functions has no name, and only units with such code are read.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H
#define PERFOLIO_FORMATS_ELF_DWARF_FUNCTIONS_H

#include "formats/elf/read/image.h"

/* Add the functions of a user's file to a table that is sorted and has all its other symbols, where none of these covers them; it has
   to be sorted again. `runtime` is the file that was mapped, or the same file. What cannot be read is left to who asks for lines. */
void functions_add(const struct symbol_input *in, const struct image *runtime, struct symtab *t);

#endif
