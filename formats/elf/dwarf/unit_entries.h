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

enum {
    UNIT_ENTRIES_LEVELS = 256
}; /* of entries in entries: deeper ones are not gone on behind when they are damaged */

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
    uint64_t unit, behind;                  /* offsets in .debug_info of its begin and end */
    const uint8_t *end;                     /* what is at `behind` */
    uint64_t lost_at;                       /* offset of an entry that cannot be passed, */
    bool lost;                              /* while levels around it are left */
    size_t depth;                           /* levels under way */
    uint64_t siblings[UNIT_ENTRIES_LEVELS]; /* offsets behind them; 0: not recorded, or not possible */
    uint16_t version;                       /* of DWARF */
    uint8_t addr_size, offset_size;
    struct entry_kind *kinds;
    size_t nkinds, cap_kinds;
    struct idmap by_code; /* index + 1 of kinds whose code is not their place */
    struct entry_step {
        uint16_t form; /* DW_FORM_*; 0: `bytes` of them */
        uint16_t bytes;
        bool leads; /* they are where the entries behind its children begin, from the unit on */
    } * steps;
    size_t nsteps, cap_steps;
};

/* Begin with the entries of a unit, given by its first one, which is passed; `d` are its sections. False: it has none, or
   it cannot be passed. Either way to be closed. */
bool unit_entries_open(struct unit_entries *e, Dwarf_Die *unit, const struct debug_sections *d);
void unit_entries_close(struct unit_entries *e);

/* The next entry and its offset in .debug_info; its children, if it has some, come next. *kind NULL: the entries of a level
   end. Where one cannot be passed (an abbreviation that is not there or has an unknown form, a length that leads outside) the
   levels around it end up to the first that has DW_AT_sibling, and what follows there is next. A level that ends before or
   behind where its DW_AT_sibling says ends there, if that can be; the unit ends with its bytes. It never goes back. False: the
   unit ends. */
bool unit_entries_next(struct unit_entries *e, const struct entry_kind **kind, uint64_t *at);

#endif
