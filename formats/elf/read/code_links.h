/*
 * code_links: what a loader fills into code that is not linked, as that of kernel modules: the addresses of symbols, of
 * this file and of others, where relocations of its executed sections say so (code_links_read.c); how they are looked up
 * (code_links.c); what an instruction gets of them (code_link.c); and how a thin image keeps them (code_links_kept.c).
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H

#include "core/annotate/code.h"
#include "formats/elf/read/elf_ranges.h"
#include "formats/elf/read/image.h"

/* The section of a thin image that has them: numbers are unsigned LEB128 (DWARF 5, 7.6). How many texts there are, and each
   with a NUL; how many sections, and of each its name (the number of a text), offset, size, and bits: 1 it is executed, 2
   the file has its contents; how many names, and of each its section (from 1 on; 0: none), place in it, size, and text;
   how many places that are filled in, and of each how far it is behind the one before, the relocation's type, bits: 1 the
   addend is in the code, 2 the symbol is a label or a section, the addend in zigzag form, the symbol's name, section and
   place. */
#define CODE_LINKS_SECTION ".perfolio.links"

struct linked_section {
    uint64_t foff, size;
    bool executed, has_contents;
    const char *name;
};

struct code_place {
    uint32_t section; /* its number among the sections, from 1 on; 0: it is in none */
    uint64_t value;   /* from the section's begin on */
};

struct code_links {
    struct code_fill {
        uint64_t foff;
        int64_t addend; /* of what has it in the code: 0 */
        uint32_t type;  /* r_type of the psABI */
        bool in_code;   /* the addend is (SHT_REL) */
        bool
            label; /* the symbol is the assembler's own, or stands for a section: only its place says what is there */
        const char *name;
        struct code_place place;
    } * v;
    size_t n, cap;
    struct code_name { /* what symbols call the parts of sections */
        struct code_place place;
        uint64_t size;
        const char *name;
    } * names;
    size_t nnames, cap_names;
    struct linked_section *sections;
    size_t nsections, cap_sections;
    struct names own; /* of code_links_add_ranges() */
};

/* Read those of a file, or what a thin image of it keeps of them; texts are borrowed from its bytes. One that is linked has
   none. */
void code_links_read(struct code_links *l, const struct image *file);
void code_links_free(struct code_links *l);

/* Put all in order, by place; what is there twice goes, sections too. */
void code_links_settle(struct code_links *l);

/* What is filled into the instruction that stands at an offset of the file (struct code_reader, link()); `bytes` are the
   file's, which may have addends. */
bool code_links_of(const struct code_links *l, const struct image *file, uint64_t at, const struct insn *insn,
                   struct code_link *out);

/* Add to `to`, which copies texts, what of `from` is filled in in ranges, and the names that it may take. code_links_settle()
   when all are there. */
void code_links_add_ranges(struct code_links *to, const struct code_links *from,
                           const struct elf_range *ranges, size_t n);

/* The contents of that section. False: it cannot be read. */
bool code_links_take(struct code_links *l, struct span bytes);
void code_links_put(const struct code_links *l, struct text *out);

/* The first one in [foff, end); NULL: there is none. The names that begin at a place or before, in its section, are in front of
   the number that code_links_up_to() has. */
const struct code_fill *code_links_at(const struct code_links *l, uint64_t foff, uint64_t end);
size_t code_links_up_to(const struct code_links *l, struct code_place place);

#endif
