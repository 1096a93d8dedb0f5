/*
 * code_links: symbol addresses that a loader fills into the code of an unlinked file, such as a kernel module, as the
 * relocations of its executable sections say. code_links_read.c reads them, code_links.c looks them up, code_link.c finds what
 * an instruction gets, code_links_kept.c writes and reads them in a thin image.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H
#define PERFOLIO_FORMATS_ELF_READ_CODE_LINKS_H

#include "core/annotate/code.h"
#include "formats/elf/read/elf_ranges.h"
#include "formats/elf/read/image.h"

/* The section of a thin image that holds the links. All numbers are unsigned LEB128 (DWARF 5, 7.6). The number of strings,
   and each with a NUL; the number of sections, and for each its name (the number of a string), offset, size, and bits: 1
   it is executable, 2 the file has its contents; the number of names, and for each its section (from 1 on; 0: none),
   offset in it, size, and string; the number of filled places, and for each its distance from the one before, the
   relocation's type, bits: 1 the addend is in the code, 2 the symbol is a label or a section, the addend in zigzag form,
   the symbol's name, section and offset. */
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
        bool in_code;   /* the addend stands in the code (SHT_REL) */
        bool label; /* the symbol is an assembler's label or a section: only its address says what it is */
        const char *name;
        struct code_place place;
    } * v;
    size_t n, cap;
    struct code_name { /* a symbol: the name of a part of a section */
        struct code_place place;
        uint64_t size;
        const char *name;
    } * names;
    size_t nnames, cap_names;
    struct linked_section *sections;
    size_t nsections, cap_sections;
    struct names own; /* strings of code_links_add_ranges() */
};

/* Read the links of an unlinked file, or those that a thin image of it keeps. Strings are borrowed from
   its bytes. A linked file has none. */
void code_links_read(struct code_links *l, const struct image *file);
void code_links_free(struct code_links *l);

/* Sort everything by place and drop duplicates, of sections, too. */
void code_links_settle(struct code_links *l);

/* Find what is filled into the instruction at an offset of the file (struct code_reader, link()). `file`
   may hold the addend. False: nothing is filled in. */
bool code_links_find(const struct code_links *l, const struct image *file, uint64_t at,
                     const struct insn *insn, struct code_link *out);

/* Add to `to` the links of `from` that lie in some ranges of the file, with the names that they may refer
   to; strings are copied. Call code_links_settle() after the last one. */
void code_links_add_ranges(struct code_links *to, const struct code_links *from,
                           const struct elf_range *ranges, size_t n);

/* Read, and write, the contents of CODE_LINKS_SECTION. False: they are damaged. */
bool code_links_take(struct code_links *l, struct span bytes);
void code_links_put(const struct code_links *l, struct text *out);

/* code_links_at(): the first filled place in [foff, end); NULL: there is none. code_links_count_names_to(): how
   many names begin at or before a place, in the order of sections and offsets. Both need settled links. */
const struct code_fill *code_links_at(const struct code_links *l, uint64_t foff, uint64_t end);
size_t code_links_count_names_to(const struct code_links *l, struct code_place place);

#endif
