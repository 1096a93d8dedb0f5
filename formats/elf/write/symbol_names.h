/*
 * symbol_names: the names of a symbol table as the string table of an ELF file. Names of a table may lie
 * inside each other (a file may have many that end in the same bytes), so each byte in memory is written
 * once, or twice where it also names a slot of the procedure linkage table.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_SYMBOL_NAMES_H
#define PERFOLIO_FORMATS_ELF_WRITE_SYMBOL_NAMES_H

#include "core/resolve/symtab.h"

/* Put the names of t->v into the empty `strings`, in the order of the table; returns where each begins,
   malloc'ed. A slot is called NAME@plt. */
uint64_t *symbol_names(const struct symtab *t, struct text *strings);

#endif
