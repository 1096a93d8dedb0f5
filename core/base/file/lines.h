/* lines: where the lines of a text begin, and texts of lines. */
#ifndef PERFOLIO_CORE_BASE_FILE_LINES_H
#define PERFOLIO_CORE_BASE_FILE_LINES_H

#include <stddef.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* Where each of the *n lines of a text begins, and behind the last of these where it ends; a line has the newline that
   ends it. malloc'ed; the end alone where there is no line. */
size_t *lines_of(struct span text, size_t *n);

/* Read a text that a user writes for us, from a file or a pipe, of at most 1 MiB: added to `out`. False with `e` set. */
bool lines_read(const char *path, struct text *out, struct err *e);

/* The next line of such a text, without its end, as a string of its own; *at is where it begins, and then where the next
   one does. False: there is none. */
bool lines_next(const struct text *all, size_t *at, struct text *line);

#endif
