/*
 * elf_out: writes an ELF file of either class and byte order. The caller writes the ELF header and all parts with
 * a fixed offset, then adds sections. elf_out_end() appends the contents of sections without a fixed offset, the
 * section names, and the section headers. elf_subset.c starts from an existing file; synth.c and elf_core.c start
 * from nothing.
 */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_OUT_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_OUT_H

#include <gelf.h>

#include "core/base/arena.h"
#include "core/base/cur.h"
#include "core/base/text.h"

struct elf_out {
    bool wide; /* ELFCLASS64 */
    enum byte_order order;
    struct text *file; /* begins with the ELF header; must be empty at first */
    struct out_section {
        GElf_Shdr header; /* elf_out_end() sets sh_offset and sh_size if there are `bytes` */
        /* contents to append; empty: the contents are in the file at header.sh_offset */
        struct span bytes;
    } * sections; /* the first is the null section */
    size_t n, cap;
    struct names names;  /* the names of sections */
    struct text strings; /* the string table with these names */
    uint32_t *at;        /* offset in `strings` of each name, by its id in `names` */
    size_t cap_at;
    struct arena arena; /* memory for contents of sections that have no other owner */
};

/* Offsets of fields in the ELF header, and sizes in bytes, for a file of either class. */
struct elf_layout {
    uint8_t word, shoff, phnum, shentsize, shnum, shstrndx;
    uint8_t header, segment, section, symbol; /* of the ELF header and of one entry of each table */
};
const struct elf_layout *elf_out_layout(const struct elf_out *o);

/* A symbol; `section` is the index of its section. */
struct out_symbol {
    uint64_t name, svma, size;
    uint8_t info, other;
    size_t section;
};

/* Add structs that the two classes lay out differently: elf_out_write_ident() adds e_ident and elf_out_write_segment() a
   program header to the file; elf_out_add_symbol() adds a symbol to `t`. */
void elf_out_write_ident(const struct elf_out *o);
void elf_out_write_segment(const struct elf_out *o, const GElf_Phdr *p);
void elf_out_add_symbol(const struct elf_out *o, struct text *t, const struct out_symbol *s);

/* Write the low `size` bytes of a number at an offset, in the file's byte order. */
void elf_out_write_number(const struct elf_out *o, char *at, unsigned size, uint64_t value);

/* Add fields to `t`: `sizes` has a character for each field: a digit for its size in bytes, or `w` for a word
   of the file's class. */
void elf_out_fields(const struct elf_out *o, struct text *t, const char *sizes, const uint64_t *values);

/* Add a section; its index is o->n - 1 afterwards. `bytes` must live until elf_out_end(). */
void elf_out_add_section(struct elf_out *o, const char *name, GElf_Shdr header, struct span bytes);

/* The name of a section by its index. */
const char *elf_out_name(const struct elf_out *o, size_t section);

/* The size in bytes that the file will have if the parts with a fixed offset take `placed` bytes. */
uint64_t elf_out_size(const struct elf_out *o, uint64_t placed);

/* Complete the file, and free everything except the file. */
void elf_out_end(struct elf_out *o);

/* Free everything except the file, which stays incomplete. */
void elf_out_drop(struct elf_out *o);

#endif
