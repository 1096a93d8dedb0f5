/*
 * ranges: the addresses of a debugging entry's code (DWARF 5, 2.17; versions 2 to 5, and the GNU form of
 * split DWARF 4). libdw (0.188, dwarf_ranges.c) is not used, since it would open the program's files itself
 * to find the base of a split unit's addresses.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_RANGES_H
#define PERFOLIO_FORMATS_ELF_DWARF_RANGES_H

#include <elfutils/libdw.h>

#include "formats/elf/read/range_index.h"
#include "formats/elf/read/debug_sections.h"

/* The data of a unit that are needed to read the ranges of its entries. */
struct range_unit {
    enum byte_order order;
    uint16_t version;
    uint8_t addr_size, offset_size;
    uint64_t base;     /* the unit's base address */
    struct span addrs; /* the unit's part of .debug_addr */
    struct span lists; /* .debug_ranges or, since version 5, .debug_rnglists */
    uint64_t offsets;  /* offset in `lists` of the table of the unit's list offsets */
    /* how many entries of lists may still be read in this file, since many units of a hostile file may
       name one list */
    uint64_t *budget;
};

/* The initial budget of a file: the size of .debug_info and of its range sections, since each entry from a
   compiler takes at least a byte. */
uint64_t ranges_budget(const struct debug_sections *d);

/* Prepare to read the ranges of a unit, given by its first entry. `based_on` is the entry with the base
   address: the same entry or, for a split unit in a .dwo file, its skeleton in the program. `d` has the
   sections of `unit`. */
struct range_unit range_unit_of(Dwarf_Die *unit, Dwarf_Die *based_on, const struct debug_sections *d,
                                uint64_t *budget);

/* Set the sections of a split unit that are in its program: .debug_addr and, until version 4,
   .debug_ranges. The skeleton has the offsets. */
void ranges_lend_sections(struct debug_sections *split, Dwarf_Die *skeleton,
                          const struct debug_sections *program);

/* Add the ranges of an entry to `out`, each as `what` with `rank` (UINT64_MAX: its size). Ranges that
   begin outside of `code` (line_program.h) are left out. */
void ranges_add(Dwarf_Die *entry, const struct range_unit *u, const struct range_index *code, uint64_t rank,
                uint32_t what, struct range_index_items *out);

/* The bytes of a section from an offset on; empty if it is outside. */
struct span ranges_span_from(struct span s, uint64_t from);

#endif
