/*
 * synth: writes a symbol table as an ELF file with a .symtab, for programs that read symbols only from ELF files:
 * perf, readelf, gdb. perf reads the table's symbols from the file, and elf_reader reads the same table again.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H
#define PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H

#include "core/resolve/symtab.h"

struct elf_synth {
    const struct symtab *table; /* sealed; in the space SYMTAB_FOFF or, for a kernel, SYMTAB_KERNEL */
    enum object_kind kind;
    struct span
        image; /* an ELF subset (elf_subset.h) of the object; empty: none, and the members below are used */
    uint8_t bits; /* 32 or 64 */
    enum byte_order order;
    uint16_t machine;   /* EM_*, as in its ELF header */
    struct build_id id; /* n 0: none */
};

/* Write the file to `out`, which must be empty: the headers and sections of the image, or without an image
   the fewest headers that give symbols a meaning; and the symbols, except symbols whose addresses the class
   cannot hold. False with nothing in `out`: the image is no ELF file, or the table's addresses have no place
   in a file. */
bool elf_synth(const struct elf_synth *what, struct text *out, struct err *e);

#endif
