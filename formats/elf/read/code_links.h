/*
 * code_links: the symbols whose addresses a loader writes into the code of an unlinked file, such as a kernel
 * module. A "link" is one relocation of an executable section. code_links_read.c reads the relocations,
 * code_links.c looks links up, code_link.c finds the symbol of an instruction, code_links_kept.c writes links
 * into a thin image (elf_subset.h) and reads them.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H

#include "core/annotate/code.h"
#include "formats/elf/read/elf_ranges.h"
#include "formats/elf/read/image.h"

/* The section of a thin image with the links. All numbers are unsigned LEB128 (DWARF 5, 7.6). It has: the
   number of strings, and each with a NUL; the number of sections, and for each its name (the number of a
   string), offset, size, and bits: 1 it is executable, 2 the file has its contents; the number of names,
   and for each its section (from 1 on; 0: none), offset in it, size, and string; the number of filled
   places, and for each its distance from the previous one, the relocation's type, bits: 1 the addend is in
   the code, 2 the symbol is a label or a section, the addend in zigzag form, the symbol's name, section
   and offset. */
#define CODE_LINKS_SECTION ".perfolio.links"

struct linked_section {
    uint64_t foff, size;
    bool executed, has_contents;
    const char *name;
};

struct code_place {
    uint32_t section; /* index + 1 of the section; 0: none */
    uint64_t value;   /* offset in the section */
};

struct code_links {
    struct code_fill {
        uint64_t foff;
        int64_t addend; /* 0 if in_code */
        uint32_t type;  /* relocation type */
        bool in_code;   /* the addend is in the code (SHT_REL) */
        /* the symbol is an assembler's label or a section: only its address has a meaning, not its name */
        bool label;
        const char *name;
        struct code_place place;
    } * v;
    size_t n, cap;
    struct code_name { /* a symbol that names a part of a section */
        struct code_place place;
        uint64_t size;
        const char *name;
    } * names;
    size_t nnames, cap_names;
    struct linked_section *sections;
    size_t nsections, cap_sections;
    struct names own; /* stores the strings of code_links_add_ranges() */
};

/* Read the links of an unlinked file or of its thin image. Strings are borrowed from the bytes of the file. A
   linked file has no links. */
void code_links_read(struct code_links *l, const struct image *file);
void code_links_free(struct code_links *l);

/* "Settle" the links: sort links, names and sections by section and offset, and drop duplicates. */
void code_links_settle(struct code_links *l);

/* Find the link of the instruction at an offset of the file (struct code_reader, link()). `file` may
   contain the addend. False: the instruction has no link. */
bool code_links_find(const struct code_links *l, const struct image *file, uint64_t at,
                     const struct insn *insn, struct code_link *out);

/* Add to `to` the links of `from` that are in some ranges of the file, with the names to which they may
   refer. Strings are copied. Call code_links_settle() after the last call. */
void code_links_add_ranges(struct code_links *to, const struct code_links *from,
                           const struct elf_range *ranges, size_t n);

/* code_links_take(): read the contents of CODE_LINKS_SECTION; false: they are damaged. code_links_put():
   write them. */
bool code_links_take(struct code_links *l, struct span bytes);
void code_links_put(const struct code_links *l, struct text *out);

/* code_links_at(): the first filled place in [foff, end); NULL: there is none.
   code_links_count_names_to(): how many names begin up to and including a place, in the order of sections
   and offsets. Both need settled links. */
const struct code_fill *code_links_at(const struct code_links *l, uint64_t foff, uint64_t end);
size_t code_links_count_names_to(const struct code_links *l, struct code_place place);

#endif
