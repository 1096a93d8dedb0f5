/*
 * elf: the readers of ELF files for code outside of formats/elf: symbols, code, build-ids, demangled names.
 * They read bytes in memory or, for build-ids, an open file. They open no path and write to no byte of the
 * input. The input may be hostile.
 */
#ifndef PERFOLIO_FORMATS_ELF_ELF_H
#define PERFOLIO_FORMATS_ELF_ELF_H

#include "core/annotate/code.h"
#include "core/resolve/symtab.h"
#include "formats/elf/read/build_id.h"
#include "formats/elf/read/demangle.h"

/* The symbols of an ELF file of any class and byte order. read() selects them as perf 6.1 does
   (elf_symbols.c). For the kernel and its modules it refuses a file without .symtab, so that the caller
   then looks for a listing. */
extern const struct symbol_reader elf_reader;

/* The code of an ELF file, divided at its mapping symbols (elf_code.c). */
extern const struct code_reader elf_code_reader;

#endif
