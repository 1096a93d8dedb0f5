/*
 * scopes: the functions and inlined calls of a unit, by address. One walk over the unit's entries reads their
 * ranges; names and call sites are read when they are needed.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H
#define PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H

#include <elfutils/libdw.h>

#include "formats/elf/dwarf/ranges.h"
#include "formats/elf/dwarf/supplement.h"
#include "core/base/idmap.h"
#include "formats/elf/read/debug_sections.h"

struct scopes {
    struct scope {
        uint64_t entry; /* offset of its entry in .debug_info */
        uint32_t outer; /* index + 1 of the scope into which it is inlined; 0: it is a function */
    } * v;
    size_t n, cap;
    struct range_index range_index;
};

/* Read the scopes of a unit, given by its first entry, in sections `d`. Functions outside of `code` are
   left out, as in line_program.h. Damaged entries are skipped. */
void scopes_read(struct scopes *s, Dwarf_Die *unit, const struct debug_sections *d,
                 const struct range_unit *ranges, const struct range_index *code);
void scopes_free(struct scopes *s);

/* The linkage name of a function or inlined call. It is in the scope's entry, or in an entry to which that
   refers. If there is none, the plain name; NULL: no name. Lives as long as the sections and the
   supplement. */
const char *scope_name(Dwarf_Die *entry, const struct supplement *s);

/* A string attribute of the entry itself; NULL: not present. Lives as long as the sections and the
   supplement. */
const char *scope_text(Dwarf_Die *entry, unsigned attribute, const struct supplement *s);

/* A number attribute of the entry itself; 0: not present. */
uint64_t scope_number(Dwarf_Die *entry, unsigned attribute);

/* A fast walk over all debugging entries of a unit in file order, which gives the tag and offset of each.
   libdw looks up each entry's abbreviation and steps over its attributes one by one; here the sizes of an
   abbreviation's attributes are computed once. Attributes that are needed are read through libdw. */

enum {
    UNIT_ENTRIES_LEVELS = 256
}; /* nesting of entries; the walk does not resume after damaged entries that are nested deeper */

/* An abbreviation (DWARF 5, 7.5.3): the properties that its entries have in common. */
struct entry_kind {
    uint64_t code;
    uint16_t tag;
    bool has_children;
    bool has_code;         /* has DW_AT_low_pc or DW_AT_ranges */
    bool is_unreadable;    /* some attribute has an unknown form */
    uint32_t first, steps; /* its steps in unit_entries.steps, which skip its attributes */
};

struct unit_entries {
    struct cur c;
    uint64_t unit, behind; /* offsets in .debug_info of the unit's begin and end */
    const uint8_t *end;    /* the byte at offset `behind` */
    uint64_t lost_at;      /* offset of an entry whose end is unknown */
    bool lost;             /* the walk is leaving the levels around `lost_at` */
    size_t depth;          /* number of open levels */
    /* end of each open level, from DW_AT_sibling; 0: not recorded, or impossible */
    uint64_t siblings[UNIT_ENTRIES_LEVELS];
    uint16_t version; /* DWARF version */
    uint8_t addr_size, offset_size;
    struct entry_kind *kinds;
    size_t nkinds, cap_kinds;
    struct idmap by_code; /* code -> index + 1 in `kinds`, if that is not the code itself */
    struct entry_step {
        uint16_t form; /* DW_FORM_* of varying size; 0: skip `bytes` */
        uint16_t bytes;
        /* the attribute is DW_AT_sibling: the offset in the unit of the entry after the children */
        bool leads;
    } * steps;
    size_t nsteps, cap_steps;
};

/* Begin the walk after `unit`, the first entry of a unit. `d`: the unit's sections. False: the unit has no
   other entries, or the end of its first entry is unknown. Call unit_entries_close() in either case. */
bool unit_entries_open(struct unit_entries *e, Dwarf_Die *unit, const struct debug_sections *d);
void unit_entries_close(struct unit_entries *e);

/* Go to the next entry: its kind, and its offset in .debug_info. Children follow their parent. *kind NULL:
   a level of children ends. False: the unit ends. The end of an entry is unknown if its abbreviation is
   missing or has an unknown form, or a length leads outside. Then the levels around it end, up to the
   first whose parent has DW_AT_sibling, and the walk resumes there. If the DW_AT_sibling of a level
   disagrees with its terminating 0, the level ends at DW_AT_sibling if that is ahead. The walk never goes
   back. */
bool unit_entries_next(struct unit_entries *e, const struct entry_kind **kind, uint64_t *at);

#endif
