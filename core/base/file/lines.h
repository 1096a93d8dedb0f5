/* lines: where the lines of a text begin. */
#ifndef PERFOLIO_CORE_BASE_FILE_LINES_H
#define PERFOLIO_CORE_BASE_FILE_LINES_H

#include <stddef.h>

#include "core/base/cur.h"

/* Where each of the *n lines of a text begins, and behind the last of these where it ends; a line has the newline that
   ends it. malloc'ed; the end alone where there is no line. */
size_t *lines_of(struct span text, size_t *n);

#endif
