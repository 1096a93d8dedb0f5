/*
 * scopes: the functions of a unit and what was inlined into them, by address. Only where they lie is read
 * beforehand, in one walk over the unit's entries; names and calls are read of the few that are asked for.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H
#define PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H

#include <elfutils/libdw.h>

#include "formats/elf/dwarf/ranges.h"
#include "formats/elf/dwarf/supplement.h"

struct scopes {
    struct scope {
        uint64_t entry; /* offset in .debug_info */
        uint32_t outer; /* what it was inlined into: its place + 1; 0: nothing, it is a function */
    } * v;
    size_t n, cap;
    struct range_index range_index;
};

/* Read those of a unit in sections `d`, given by its first entry. Left out are functions outside of `code`, as in
   line_program.h. */
void scopes_read(struct scopes *s, Dwarf_Die *unit, const struct debug_sections *d,
                 const struct range_unit *ranges, const struct range_index *code);
void scopes_free(struct scopes *s);

/* The name of a function, or of what was inlined: the linkage name of the entry or of those it points to, or
   else its name; NULL: it has none. Lives as long as the sections and the supplement. */
const char *scope_name(Dwarf_Die *entry, const struct supplement *s);

/* A text that an entry itself has, or NULL; likewise. */
const char *scope_text(Dwarf_Die *entry, unsigned attribute, const struct supplement *s);

/* A number that an entry itself has; 0: it has none. */
uint64_t scope_number(Dwarf_Die *entry, unsigned attribute);

#endif
