/*
 * kept_rows: the rows of a table that is kept (kept_answer.h), as somebody looks at them: sorted by a column, with those that stand
 * below others. A row has a number, which is its place as it came, whatever they are sorted by.
 */
#ifndef PERFOLIO_LIB_VIEW_KEPT_ROWS_H
#define PERFOLIO_LIB_VIEW_KEPT_ROWS_H

#include "lib/view/kept_answer.h"

#define KEPT_TOP SIZE_MAX /* no row: what stands below it are those of the table */

/* Whether there is a row of that number. */
bool kept_rows_has(const struct kept_table *t, size_t row);

/* The row that one stands below, KEPT_TOP: none; and how many stand below it. */
size_t kept_rows_above(const struct kept_table *t, size_t row);
size_t kept_rows_below(struct kept_table *t, size_t row);

/* The numbers of up to n of the rows below one, or KEPT_TOP, from a place on, in their order: how many these are. */
size_t kept_rows_list(struct kept_table *t, size_t above, size_t from, size_t n, uint64_t *rows);

/* Have rows, and those below each, in the order of a column: numbers by how large they are, texts by their bytes, what is not known
   behind all others. NULL: as they came. */
void kept_rows_sort(struct kept_table *t, const struct kept_order *by);

/* The first place from one on where a cell that is a name, as it is shown, has a text in it; as many as there are rows: none has. */
size_t kept_rows_find(struct kept_table *t, const char *text, size_t from);

/* How a cell is shown. */
void kept_rows_show(struct kept_table *t, size_t row, size_t column, struct text *out);

#endif
