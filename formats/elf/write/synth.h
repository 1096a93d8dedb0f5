/*
 * synth: writes a symbol table as an ELF file with a .symtab, for programs that read symbols only from ELF
 * files: perf, readelf, gdb. perf reads the table's symbols from the file, and elf_reader reads the same
 * table from it.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H
#define PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H

#include "core/resolve/symtab.h"

struct elf_synth {
    const struct symtab *table; /* sealed; in the space SYMTAB_FOFF or, for a kernel, SYMTAB_KERNEL */
    enum object_kind kind;
    /* an ELF subset (elf_subset.h) of the object; empty: there is none, and the members below are used */
    struct span image;
    uint8_t bits; /* 32 or 64 */
    enum byte_order order;
    uint16_t machine;   /* EM_*, as in its ELF header */
    struct build_id id; /* n 0: none */
};

/* Write the file to `out`, which must be empty. It has the headers and sections of the image; without an
   image it has only the headers that symbols need. It has the symbols, except those whose addresses the
   class cannot express. False, and `out` is empty: the image is not an ELF file, or a file cannot express
   the table's addresses. */
bool elf_synth(const struct elf_synth *what, struct text *out, struct err *e);

#endif
