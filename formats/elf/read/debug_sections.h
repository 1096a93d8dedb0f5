/*
 * debug_sections: the DWARF sections of an ELF file, decompressed, and a second ELF file, for libdw, that has
 * only these sections. libdw never sees the original file. It would decompress by writing over section
 * headers, in bytes that may be read-only. It would read sections that are not needed. And it would look on
 * the host for the file that .gnu_debugaltlink names.
 *
 * The ELF file for libdw consists of headers in memory. Its sections are empty at first. Then each section
 * gets a pointer to its contents in the original file or in decompressed memory, without a copy. libdw reads
 * them by elf_getdata() or, since elfutils 0.192, by elf_rawdata(), which returns nothing for sections made
 * by elf_newscn().
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
    struct span of[DEBUG_SECTIONS]; /* empty: the section is missing or damaged */
    uint8_t *inflated
        [DEBUG_SECTIONS]; /* decompressed or relocated bytes, owned; NULL: `of` borrows from the file */
    struct budget budget; /* limits the decompressed bytes of all sections together */
    size_t index[DEBUG_SECTIONS]; /* index of the section in the original file */
    Elf *elf;
    struct text file; /* the bytes of `elf` */
};

/* Open the DWARF sections of `m`, whose bytes must outlive `d`. False with `e` set. The caller calls
   debug_sections_close() in either case. */
bool debug_sections_open(struct debug_sections *d, const struct image *m, struct err *e);

/* The two steps of debug_sections_open(). debug_sections_find() finds the sections whose names in `m` end
   with `suffix` ("", or ".dwo" in split DWARF). debug_sections_link() makes the ELF file for libdw from
   the sections in `of`. */
void debug_sections_find(struct debug_sections *d, const struct image *m, const char *suffix);
bool debug_sections_link(struct debug_sections *d, const struct image *m, struct err *e);

/* Open the sections with libdw; the caller calls dwarf_end(). NULL: dwarf_errmsg() says why. If libdw runs
   out of memory, the call fails as core/base/mem.h describes; by default libdw would end the process. */
Dwarf *debug_sections_open_dwarf(const struct debug_sections *d);

void debug_sections_close(struct debug_sections *d);

/* The string at an offset of DEBUG_STR or DEBUG_LINE_STR; "" if it is outside. */
const char *debug_string(const struct debug_sections *d, enum debug_section section, uint64_t offset);

/* The size in bytes of a file's .debug_info, compressed or not; 0: the file has no such section. */
uint64_t debug_size(const struct image *m);

#endif
