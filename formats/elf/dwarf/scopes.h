/*
 * scopes: the functions and inlined calls of a unit, by address. One walk over the unit's entries reads their
 * ranges; names and call sites are read when they are asked for.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H
#define PERFOLIO_FORMATS_ELF_DWARF_SCOPES_H

#include <elfutils/libdw.h>

#include "formats/elf/dwarf/ranges.h"
#include "formats/elf/dwarf/supplement.h"

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

/* The linkage name of a function or inlined call, or of an entry that it refers to; else its plain name;
   NULL: it has none. Lives as long as the sections and the supplement. */
const char *scope_name(Dwarf_Die *entry, const struct supplement *s);

/* A string attribute of the entry itself; NULL: it has none. Lives as long. */
const char *scope_text(Dwarf_Die *entry, unsigned attribute, const struct supplement *s);

/* A number attribute of the entry itself; 0: it has none. */
uint64_t scope_number(Dwarf_Die *entry, unsigned attribute);

#endif
