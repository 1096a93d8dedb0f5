/* code_marks_put: adds data for disassembly to a thin image: mapping symbols, as a .symtab, and links
   (code_links.h). */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H
#define PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H

#include "core/base/text.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"

/* Make a copy of a thin image in `out`, with a .symtab that has only these marks, and a section with these
   links. Settles the marks and the links. False, and `out` is empty: there are no marks and no links, or
   the image is damaged. */
bool code_marks_add_to_image(struct span image, struct code_marks *m, struct code_links *l, struct text *out);

#endif
