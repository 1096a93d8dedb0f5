/*
 * supplement: the file with the DWARF that several files share, as dwz writes it. It is named in
 * .gnu_debugaltlink ("DWARF Extensions", DW_FORM_GNU_ref_alt) or, since DWARF 5 (7.3.6), in .debug_sup.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SUPPLEMENT_H
#define PERFOLIO_FORMATS_ELF_DWARF_SUPPLEMENT_H

#include <elfutils/libdw.h>

#include "core/resolve/resolve_lines.h"
#include "formats/elf/read/debug_sections.h"

struct supplement {
    struct blob blob;
    struct image image;
    struct debug_sections sections;
    Dwarf *dwarf;     /* NULL: no supplement is open */
    struct span info; /* .debug_info of the file that refers to the supplement */
};

/* Open the supplement that a file `m` names, and link it to the file's `dwarf`. `of`: the sections of `m`.
   Does nothing if `m` names no supplement, or `files` (may be NULL) does not have it. */
void supplement_open(struct supplement *s, const struct image *m, const struct debug_sections *of,
                     Dwarf *dwarf, const struct line_files *files);
void supplement_close(struct supplement *s);

/* Whether a file is the supplement with this id. */
bool supplement_has_id(struct span file, const struct build_id *id);

#endif
