/*
 * split: split DWARF (DWARF 5, 7.3, "Split DWARF Object Files and DWARF Package Files"; GNU's form of it in
 * DWARF 4, "DebugFission"). A unit in the program, the skeleton, refers to its code and its lines. It names a
 * unit in a .dwo file, or in a package of .dwo files, that has all other entries. libdw gets each split unit
 * as a separate file with the unit's sections under their plain names, and the program's .debug_addr.
 * Otherwise libdw would open the named files itself.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SPLIT_H
#define PERFOLIO_FORMATS_ELF_DWARF_SPLIT_H

#include <elfutils/libdw.h>

#include "core/resolve/resolve_lines.h"
#include "formats/elf/read/debug_sections.h"

/* The .dwo files and packages that were opened for a program. */
struct splits {
    const struct line_files *ask; /* opens files; NULL: no files can be opened */
    uint64_t *ranges;             /* the budget of struct range_unit; each opened file raises it */
    struct split_file **files;
    size_t n, cap;
};
void splits_free(struct splits *s);

/* An open split unit. */
struct split {
    struct debug_sections sections;
    Dwarf *dwarf;
    uint64_t entry; /* offset of its first entry in .debug_info */
};

/* Open the split unit that a skeleton, in a program with `sections`, names. NULL: the unit is not a skeleton,
   or no source has the file. Close it before splits_free(). */
struct split *split_open(struct splits *s, Dwarf_Die *skeleton, const struct debug_sections *sections);
void split_close(struct split *s);

/* Whether a .dwo file or package has the unit with this id (struct want). */
bool split_has_unit(struct span file, const struct build_id *id);

#endif
