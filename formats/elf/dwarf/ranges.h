/*
 * ranges: where the code of a debugging entry lies (DWARF 5, 2.17; versions 2 to 5, and the GNU form of split
 * DWARF 4). libdw (0.188, dwarf_ranges.c) is not asked: it finds what a split unit has in its program, the
 * base of its addresses, only by opening the files itself.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_RANGES_H
#define PERFOLIO_FORMATS_ELF_DWARF_RANGES_H

#include <elfutils/libdw.h>

#include "formats/elf/read/range_index.h"
#include "formats/elf/read/debug_sections.h"

/* What the ranges of a unit's entries depend on. */
struct range_unit {
    enum byte_order order;
    uint16_t version;
    uint8_t addr_size, offset_size;
    uint64_t base;     /* where its code begins */
    struct span addrs; /* its part of .debug_addr */
    struct span lists; /* .debug_ranges, or .debug_rnglists since version 5, */
    uint64_t offsets;  /* and where in that the offsets of its lists are */
    uint64_t *budget;  /* how many entries of lists may still be read, of all units of a file: many may name
                          one list */
};

/* How many there may be in a file: each takes bytes of its own where a compiler made them. */
uint64_t ranges_most(const struct debug_sections *d);

/* For a unit by its first entry; `based_on` has its addresses' base: the entry itself, or of a split unit in such
   sections the one that stands for it in its program. */
struct range_unit range_unit_of(Dwarf_Die *unit, Dwarf_Die *based_on, const struct debug_sections *d,
                                uint64_t *budget);

/* Give the sections of a split unit what it uses of its program's, by the entry that stands for it there: the
   addresses, and until version 4 the lists. */
void ranges_share(struct debug_sections *split, Dwarf_Die *skeleton, const struct debug_sections *program);

/* Add the ranges of an entry, each as `what` with `rank` (UINT64_MAX: its size), but not those that begin
   outside of `code` (line_program.h). */
void ranges_add(Dwarf_Die *entry, const struct range_unit *u, const struct range_index *code, uint64_t rank,
                uint32_t what, struct range_index_items *out);

/* A part of a section: what is behind `from`. */
struct span ranges_span_from(struct span s, uint64_t from);

#endif
