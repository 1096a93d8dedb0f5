/*
 * scopes: the functions and inlined calls of a unit, by address. One walk over the unit's entries reads their
 * ranges; names and call sites are read when they are asked for.
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
        uint32_t outer; /* index + 1 of the scope it was inlined into; 0: it is a function */
    } * v;
    size_t n, cap;
    struct range_index range_index;
};

/* Read the scopes of a unit, given by its first entry, in sections `d`. Functions outside of `code` are
   left out, as in line_program.h. Damaged entries are skipped. */
void scopes_read(struct scopes *s, Dwarf_Die *unit, const struct debug_sections *d,
                 const struct range_unit *ranges, const struct range_index *code);
void scopes_free(struct scopes *s);

/* The linkage name of the entry of a function or inlined call, or of an entry that it refers to; if there is
   none, the plain name; NULL: no name. Lives as long as the sections and the supplement. */
const char *scope_name(Dwarf_Die *entry, const struct supplement *s);

/* A string attribute of the entry itself; NULL: it has none. Lives as long as the sections and the
   supplement. */
const char *scope_text(Dwarf_Die *entry, unsigned attribute, const struct supplement *s);

/* A number attribute of the entry itself; 0: it has none. */
uint64_t scope_number(Dwarf_Die *entry, unsigned attribute);

/* A fast walk over all debugging entries of a unit in file order, which gives the tag and offset of each.
   libdw looks up each entry's abbreviation and steps over its attributes one by one; here the sizes of an
   abbreviation's attributes are computed once. Attributes that are needed are read through libdw. */

enum {
    UNIT_ENTRIES_LEVELS = 256
}; /* nested entries; behind damaged ones that are deeper the walk does not resume */

/* An abbreviation (DWARF 5, 7.5.3): what its entries have in common. */
struct entry_kind {
    uint64_t code;
    uint16_t tag;
    bool has_children;
    bool has_code;         /* has DW_AT_low_pc or DW_AT_ranges */
    bool is_unreadable;    /* some attribute has an unknown form */
    uint32_t first, steps; /* the steps over its attributes, in unit_entries.steps */
};

struct unit_entries {
    struct cur c;
    uint64_t unit, behind;                  /* offsets in .debug_info of the unit's begin and end */
    const uint8_t *end;                     /* the byte at `behind` */
    uint64_t lost_at;                       /* offset of an entry that cannot be passed */
    bool lost;                              /* the levels around `lost_at` are being left */
    size_t depth;                           /* open levels */
    uint64_t siblings[UNIT_ENTRIES_LEVELS]; /* end of each open level by DW_AT_sibling; 0: not recorded, or
                                               impossible */
    uint16_t version;                       /* of DWARF */
    uint8_t addr_size, offset_size;
    struct entry_kind *kinds;
    size_t nkinds, cap_kinds;
    struct idmap by_code; /* index + 1 of kinds whose code is not their index + 1 */
    struct entry_step {
        uint16_t form; /* DW_FORM_* of varying size; 0: `bytes` have to be skipped */
        uint16_t bytes;
        /* the attribute is DW_AT_sibling: the offset in the unit of the entry behind the children */
        bool leads;
    } * steps;
    size_t nsteps, cap_steps;
};

/* Begin the walk behind `unit`, the first entry of a unit; `d`: the unit's sections. False: the unit has no
   other entries, or its first entry cannot be passed. The caller calls unit_entries_close() in either case. */
bool unit_entries_open(struct unit_entries *e, Dwarf_Die *unit, const struct debug_sections *d);
void unit_entries_close(struct unit_entries *e);

/* Go to the next entry: its kind, and its offset in .debug_info. Children follow their parent; *kind NULL:
   a level of children ends. False: the unit ends. If an entry cannot be passed (its abbreviation is
   missing or has an unknown form, or a length leads outside), the levels around it end up to the first
   whose parent has DW_AT_sibling, and the walk resumes there. A level whose DW_AT_sibling disagrees
   with its terminating 0 ends at DW_AT_sibling, if that lies ahead. The walk never goes back. */
bool unit_entries_next(struct unit_entries *e, const struct entry_kind **kind, uint64_t *at);

#endif
