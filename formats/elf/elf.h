/*
 * elf: what the rest of the house may ask of ELF files: symbols, build-ids, plain names. Bytes in memory
 * only; nothing here opens a path or writes to the bytes, and everything in them may be hostile.
 */
#ifndef PERFOLIO_FORMATS_ELF_ELF_H
#define PERFOLIO_FORMATS_ELF_ELF_H

#include "core/resolve/symtab.h"

/* Both classes and byte orders. `read` follows perf 6.1's selection (elf_symbols.c); for the kernel and its
   modules it refuses files without .symtab, so that a listing is asked next. */
extern const struct symbol_reader elf_reader;

/* The NT_GNU_BUILD_ID of an ELF file, cut to 20 bytes; false when it has none. */
bool elf_build_id(struct span bytes, struct build_id *id);

/* The same out of bare notes, as in /sys/kernel/notes. */
bool notes_build_id(struct span notes, enum order order, struct build_id *id);

/* What an ELF file is: its class as 32 or 64, its ELFDATA, e_machine, and its build-id (n == 0: it has none).
   Nothing is written when it is no ELF file. */
void elf_identity(struct span bytes, uint16_t *bits, uint16_t *data, uint16_t *machine, struct build_id *id);

/* The plain name of a symbol of C++, Rust or D; malloc'ed; NULL: not mangled. elf_demangle() has names of C++
 * alone, as perf 6.1 shows them, elf_demangle_full() also their parameters and, of templates, what they
 * return, as perf 7 does. */
char *elf_demangle(const char *name);
char *elf_demangle_full(const char *name);

#endif
