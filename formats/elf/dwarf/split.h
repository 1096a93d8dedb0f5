/*
 * split: the halves of DWARF that compilers leave out of programs (DWARF 5, 7.3, "Split DWARF Object Files
 * and DWARF Package Files"; GNU's form of it in DWARF 4, "DebugFission"): a unit in a program, the skeleton,
 * says where its code and its lines are, and names a unit in a .dwo file, or a package of such, that has the
 * rest. Each is read as if it were a plain file of its own: libdw gets the sections that are the unit's under
 * their plain names, and the program's addresses. Left to itself it would open the files that are named.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SPLIT_H
#define PERFOLIO_FORMATS_ELF_DWARF_SPLIT_H

#include <elfutils/libdw.h>

#include "core/resolve/lines.h"
#include "formats/elf/read/debug_sections.h"

/* The files that were opened for a program. */
struct splits {
    const struct line_files *ask; /* NULL: there are none */
    uint64_t *ranges;             /* range_unit's budget, to which they add theirs */
    struct split_file **files;
    size_t n, cap;
};
void splits_free(struct splits *s);

/* A split unit. */
struct split {
    struct debug_sections sections;
    Dwarf *dwarf;
    uint64_t entry; /* offset of its first entry */
};

/* Open the other half of a unit, by its first entry, of a program with `sections`. NULL: it is no skeleton, or no
   source has it. It must be closed before the files are. */
struct split *split_open(struct splits *s, Dwarf_Die *skeleton, const struct debug_sections *sections);
void split_close(struct split *s);

/* Whether a file has the unit of an id (struct want), or is a package that has. */
bool split_holds(struct span file, const struct build_id *id);

#endif
