/*
 * debug_sections: the sections of an ELF file that say where its code comes from, by themselves and
 * decompressed; and as an ELF file of their own for libdw. libdw never sees the file they came from: given
 * that, it decompresses by writing over the section headers, in bytes that may not be written, reads in
 * sections that are not asked for, and looks on the host for the file that .gnu_debugaltlink names.
 *
 * That file is headers alone, in memory, whose sections are empty until they are given their contents where these lie:
 * nothing is copied. libdw asks for them by elf_getdata() or, since elfutils 0.192, by elf_rawdata(), which has nothing of
 * sections that elf_newscn() made.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_DEBUG_SECTIONS_H
#define PERFOLIO_FORMATS_ELF_READ_DEBUG_SECTIONS_H

#include <elfutils/libdw.h>

#include "core/base/budget.h"
#include "core/base/text.h"
#include "formats/elf/read/image.h"

enum debug_section {
    DEBUG_INFO,
    DEBUG_ABBREV,
    DEBUG_LINE,
    DEBUG_STR,
    DEBUG_LINE_STR,
    DEBUG_RANGES,
    DEBUG_RNGLISTS,
    DEBUG_ADDR,
    DEBUG_STR_OFFSETS,
    DEBUG_SECTIONS
};

struct debug_sections {
    enum byte_order order;
    struct span of[DEBUG_SECTIONS];    /* empty: there is none, or it is damaged */
    uint8_t *inflated[DEBUG_SECTIONS]; /* those of them that are not the file's own bytes */
    struct budget budget;              /* of all of these together */
    size_t index[DEBUG_SECTIONS];      /* of the section in its file */
    Elf *elf;
    struct text file; /* its bytes */
};

/* Take them from `m`, whose bytes must stay. False: `e` says why they cannot be read. Either way to be
   closed. */
bool debug_sections_open(struct debug_sections *d, const struct image *m, struct err *e);

/* The two steps of that: to find the sections, whose names in `m` end in `suffix` ("", or ".dwo" of split
   units), and to make an ELF file of what is in `of` then. */
void debug_sections_take(struct debug_sections *d, const struct image *m, const char *suffix);
bool debug_sections_link(struct debug_sections *d, const struct image *m, struct err *e);

/* libdw's view of them, for dwarf_end(); NULL: dwarf_errmsg() has why. Where libdw cannot have memory that ends as it does here
   (core/base/mem.h); left to itself it ends the process. */
Dwarf *debug_sections_dwarf(const struct debug_sections *d);

void debug_sections_close(struct debug_sections *d);

/* The text at an offset of a section of strings; "" when it does not end in it. */
const char *debug_string(const struct debug_sections *d, enum debug_section section, uint64_t offset);

/* How much DWARF a file has: the bytes of its .debug_info, compressed or not; 0: none. */
uint64_t debug_size(const struct image *m);

#endif
