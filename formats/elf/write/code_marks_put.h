/* code_marks_put: mapping symbols for a thin image, in the table where the file itself would have them. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H
#define PERFOLIO_FORMATS_ELF_WRITE_CODE_MARKS_PUT_H

#include "core/base/text.h"
#include "formats/elf/read/code_marks.h"

/* Make of a thin image one with a .symtab that holds these marks and nothing else; they are settled. False,
   with nothing in `out`: there are none. */
bool code_marks_put(struct span image, struct code_marks *m, struct text *out);

#endif
