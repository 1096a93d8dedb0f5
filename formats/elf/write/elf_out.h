/*
 * elf_out: an ELF file that is being made, of either class and byte order: what has its place in it already,
 * and the sections that are to be described. elf_out_end() puts the ones without a place behind the rest,
 * then the sections' names, then their headers. Two things begin such a file: elf_subset.c from another one,
 * synth.c from nothing.
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
    struct text *file; /* begins with the ELF header, and was empty before */
    struct out_section {
        GElf_Shdr header;  /* where there are `bytes`, sh_offset and sh_size are set at the end */
        struct span bytes; /* to be put behind `file`; none: the header says where it is */
    } * sections;          /* the first one is the null section */
    size_t n, cap;
    struct names names;  /* of sections; */
    struct text strings; /* the same as they will stand in the file, */
    uint32_t *at;        /* and where each of them does, by its id in `names` */
    size_t cap_at;
    struct arena arena; /* for bytes of sections that have no other owner */
};

/* Where fields of the ELF header stand, and sizes in bytes, in a file of either class. */
struct elf_layout {
    uint8_t word, shoff, phnum, shentsize, shnum, shstrndx;
    uint8_t header, segment, section, symbol; /* of the ELF header, and of one entry of the tables */
};
const struct elf_layout *elf_out_layout(const struct elf_out *o);

/* A symbol; `section` is the index of its section. */
struct out_symbol {
    uint64_t name, svma, size;
    uint8_t info, other;
    size_t section;
};

/* Add what the two classes lay out differently: the bytes that an ELF header begins with, a program header (to the file), and
   a symbol. */
void elf_out_ident(const struct elf_out *o);
void elf_out_segment(const struct elf_out *o, const GElf_Phdr *p);
void elf_out_symbol(const struct elf_out *o, struct text *t, const struct out_symbol *s);

/* Put the low `size` bytes of a number in the file's order at a place. */
void elf_out_put(const struct elf_out *o, char *at, unsigned size, uint64_t value);

/* Add the fields of a struct to `t`: a digit for each is its size, `w` a word of the file's class. */
void elf_out_fields(const struct elf_out *o, struct text *t, const char *sizes, const uint64_t *values);

/* Add a section, whose index is o->n - 1 then; `bytes` have to stay until the end. */
void elf_out_section(struct elf_out *o, const char *name, GElf_Shdr header, struct span bytes);

/* The name of a section. */
const char *elf_out_name(const struct elf_out *o, size_t section);

/* How large the file will be if what has its place takes `placed` bytes. */
uint64_t elf_out_size(const struct elf_out *o, uint64_t placed);

/* Add what is missing and give back all that is o's; the file stays. */
void elf_out_end(struct elf_out *o);

/* Give back all that is o's. */
void elf_out_drop(struct elf_out *o);

#endif
