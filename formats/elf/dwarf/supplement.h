/*
 * supplement: the file that has what the DWARF of several files has in common, as dwz writes it: named in
 * .gnu_debugaltlink ("DWARF Extensions", DW_FORM_GNU_ref_alt) or, since DWARF 5 (7.3.6), in .debug_sup.
 */
#ifndef PERFOLIO_FORMATS_ELF_DWARF_SUPPLEMENT_H
#define PERFOLIO_FORMATS_ELF_DWARF_SUPPLEMENT_H

#include <elfutils/libdw.h>

#include "core/resolve/lines.h"
#include "formats/elf/read/debug_sections.h"

struct supplement {
    struct blob blob;
    struct image image;
    struct debug_sections sections;
    Dwarf *dwarf;     /* NULL: there is none */
    struct span info; /* .debug_info of the file that it is for */
};

/* Open the supplement of a file `m`, whose sections are `of`, and link its `dwarf` to it. Nothing happens
   when it has none, or `files` (may be NULL) does not. */
void supplement_open(struct supplement *s, const struct image *m, const struct debug_sections *of,
                     Dwarf *dwarf, const struct line_files *files);
void supplement_close(struct supplement *s);

/* Whether a file is the supplement of that id. */
bool supplement_is(struct span file, const struct build_id *id);

#endif
