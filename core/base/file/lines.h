/* lines: splits text into lines, and reads files of lines. */
#ifndef PERFOLIO_CORE_BASE_FILE_LINES_H
#define PERFOLIO_CORE_BASE_FILE_LINES_H

#include <stddef.h>

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* The offsets of the *n lines of a text, followed by the offset of the end of the text; malloc'ed. A line includes its
   newline. */
size_t *lines_find_starts(struct span text, size_t *n);

/* Reads a file or pipe of at most 1 MiB that a user wrote for this program, and adds its content to `out`. False with
   `e` set. */
bool lines_read(const char *path, struct text *out, struct err *e);

/* The line that begins at *at, as a string without its newline; *at moves to the next line. False: there are no more lines. */
bool lines_next(const struct text *all, size_t *at, struct text *line);

#endif
