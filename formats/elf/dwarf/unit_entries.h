/*
 * unit_entries: the debugging entries of a unit, in the order in which they stand, by what they are and where: for who has to pass
 * them all. libdw asks for the kind of each entry and steps over its attributes one by one; here what a kind's attributes
 * take is known from the start. Of those that count libdw reads the rest.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_UNIT_ENTRIES_H
#define PERFOLIO_FORMATS_ELF_DWARF_UNIT_ENTRIES_H

#include <elfutils/libdw.h>

#include "core/base/idmap.h"
#include "formats/elf/read/debug_sections.h"

/* What the entries of one abbreviation (DWARF 5, 7.5.3) have in common. */
struct entry_kind {
    uint64_t code;
    uint16_t tag;
    bool has_children;
    bool has_code;         /* its attributes say where it lies */
    bool is_unreadable;    /* one has an unknown form */
    uint32_t first, steps; /* over its attributes: in unit_entries.steps */
};

struct unit_entries {
    struct cur c;
    uint64_t behind;  /* offset in .debug_info of the end of the unit */
    uint16_t version; /* of DWARF */
    uint8_t addr_size, offset_size;
    struct entry_kind *kinds;
    size_t nkinds, cap_kinds;
    struct idmap by_code; /* index + 1 of kinds whose code is not their place */
    struct entry_step {
        uint16_t form; /* DW_FORM_*; 0: `bytes` of them */
        uint16_t bytes;
    } * steps;
    size_t nsteps, cap_steps;
};

/* Begin with the entries of a unit, given by its first one, which is passed; `d` are its sections. False: it has none, or
   it cannot be passed. Either way to be closed. */
bool unit_entries_open(struct unit_entries *e, Dwarf_Die *unit, const struct debug_sections *d);
void unit_entries_close(struct unit_entries *e);

/* The next entry and its offset in .debug_info; its children, if it has some, come next. *kind NULL: the entries of a level
   end. False: the unit ends, or is damaged. */
bool unit_entries_next(struct unit_entries *e, const struct entry_kind **kind, uint64_t *at);

#endif
