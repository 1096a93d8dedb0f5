/*
 * view_check: for asserts, whether the parts of an answer are what its header promises: to be asked of each row that is written and
 * of each list of rows that is handed out.
 */
#ifndef PERFOLIO_LIB_VIEW_VIEW_CHECK_H
#define PERFOLIO_LIB_VIEW_VIEW_CHECK_H

#include "lib/view/kept_answer.h"

/* Whether each of n cells is unknown, absent or of its column's type, texts are there and numbers are finite. `is_read`: a cell may
   also be the text that people read instead. */
bool view_check_cells(const struct rows_column *columns, size_t n, const struct value *cells, bool is_read);

/* Whether n rows of a table exist and have the parent `above`. */
bool view_check_list(const struct kept_table *t, size_t above, const uint64_t *rows, size_t n);

#endif
