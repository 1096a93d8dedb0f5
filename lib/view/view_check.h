/*
 * view_check: checks, for asserts, that the cells of each written row have the types of their columns.
 */
#ifndef PERFOLIO_LIB_VIEW_VIEW_CHECK_H
#define PERFOLIO_LIB_VIEW_VIEW_CHECK_H

#include "lib/view/rows.h"

/* Whether each of n cells is unknown, absent or of its column's type, texts are not NULL, and numbers are finite.
   `is_read`: people read the answer, so that a cell may also be a text instead of a value. */
bool view_check_cells(const struct rows_column *columns, size_t n, const struct value *cells, bool is_read);

#endif
