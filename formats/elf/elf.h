/*
 * elf: what the rest of the house may ask of ELF files: symbols, build-ids, plain names. Bytes in memory
 * and, for build-ids, open files; nothing here opens a path or writes to the bytes, and everything in them may be hostile.
 */
#ifndef PERFOLIO_FORMATS_ELF_ELF_H
#define PERFOLIO_FORMATS_ELF_ELF_H

#include "core/annotate/code.h"
#include "core/resolve/symtab.h"
#include "formats/elf/read/build_id.h"
#include "formats/elf/read/demangle.h"

/* Both classes and byte orders. `read` follows perf 6.1's selection (elf_symbols.c); for the kernel and its
   modules it refuses files without .symtab, so that a listing is asked next. */
extern const struct symbol_reader elf_reader;

/* Where code lies in such a file, with the mapping symbols that divide it (elf_code.c). */
extern const struct code_reader elf_code_reader;

#endif
