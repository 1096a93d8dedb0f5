/* code_marks_put: what a thin image keeps of its code besides the bytes: mapping symbols, in the table where the file itself
   would have them, and what is filled in when it is loaded. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H
#define PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H

#include "core/base/text.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"

/* Make of a thin image one with a .symtab that holds these marks and nothing else, and a section of these links; both are
   settled. False, with nothing in `out`: there are none. */
bool code_marks_put(struct span image, struct code_marks *m, struct code_links *l, struct text *out);

#endif
