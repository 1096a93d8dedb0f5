/* columns: a line of a table: texts in columns as wide as it takes, or with a separator between them and no
 * blanks. */
#ifndef PERFOLIO_CLI_OUTPUT_COLUMNS_H
#define PERFOLIO_CLI_OUTPUT_COLUMNS_H

#include <stdbool.h>

#include "core/base/text.h"

/* Between columns: the separator, or two blanks, or where there is none (NULL) `front` before the first one.
 */
void column_gap(const char *separator, bool first, const char *front, struct text *line);

/* A text in its column, cut where the column is narrower; nothing is behind the last one. A separator inside
   of it would break it in two: perf puts a dot there. */
void column_text(const char *separator, const char *s, size_t width, bool right, bool last,
                 struct text *line);

/* What -t means by its value: malloc'ed. */
char *column_separator(const char *value);

#endif
