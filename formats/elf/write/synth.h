/*
 * synth: writes a symbol table as an ELF file with a .symtab, for programs that read nothing else: stock
 * perf, readelf, gdb. perf gets the table's symbols from it, and elf_reader the same table again.
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

/* Write the file to `out`, which must be empty: the image with its headers and sections, or the least that
   gives symbols a meaning; and the symbols, without those whose addresses the class cannot hold. False
   with nothing in `out`: the image is no ELF file, or the table's addresses have no place in a file. */
bool elf_synth(const struct elf_synth *what, struct text *out, struct err *e);

#endif
