/*
 * view_check: for asserts, whether the cells of an answer are what its columns promise: asked of each row that is written.
 */
#ifndef PERFOLIO_LIB_VIEW_VIEW_CHECK_H
#define PERFOLIO_LIB_VIEW_VIEW_CHECK_H

#include "lib/view/rows.h"

/* Whether each of n cells is unknown, absent or of its column's type, texts are there and numbers are finite. `is_read`: a cell may
   also be the text that people read instead. */
bool view_check_cells(const struct rows_column *columns, size_t n, const struct value *cells, bool is_read);

#endif
