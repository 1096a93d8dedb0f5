/* code_marks_put: adds to a thin image what disassembly needs besides the bytes of code: mapping symbols,
   as a .symtab, and the links that a loader fills in (code_links.h). */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H
#define PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H

#include "core/base/text.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"

/* Make a copy of a thin image in `out` with a .symtab of these marks alone and a section of these links;
   settles both. False, with nothing in `out`: there are no marks and no links, or the image is damaged. */
bool code_marks_put(struct span image, struct code_marks *m, struct code_links *l, struct text *out);

#endif
