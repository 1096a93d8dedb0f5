/*
 * synth: an ELF file with a .symtab from a symbol table, for programs that read nothing else: stock perf,
 * readelf, gdb. What perf makes of it is what the table says; a table made by elf_reader from it is the same
 * again.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H
#define PERFOLIO_FORMATS_ELF_WRITE_SYNTH_H

#include "core/resolve/symtab.h"

struct elf_synth {
    const struct symtab *table; /* sealed; SYMTAB_FOFF, or SYMTAB_KERNEL of a kernel */
    enum object_kind kind;
    struct span image; /* an ELF subset (elf_subset.h) of the object; empty: there is none, and then: */
    uint8_t bits;      /* 32 or 64 */
    enum byte_order order;
    uint16_t machine;   /* EM_*, as in its ELF header */
    struct build_id id; /* n 0: it has none */
};

/* Make the file in `out`, which has to be empty: the image, with its own headers and sections, or the least
   that gives symbols a meaning; and the symbols. Those whose addresses the class cannot hold are left out.
   False, with nothing in `out`: the image is none, or the table's addresses have no place in a file. */
bool elf_synth(const struct elf_synth *what, struct text *out, struct err *e);

#endif
