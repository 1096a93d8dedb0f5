/*
 * frame_rows: the child rows of a sheet's rows: the frames of their call trees, which are built on demand. Their numbers follow
 * those of the sheet's lines.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_FRAME_ROWS_H
#define PERFOLIO_LIB_QUESTION_REPORT_FRAME_ROWS_H

#include <stddef.h>

struct sheet;
struct frame_rows;

struct frame_rows *frame_rows_new(struct sheet *t);
void frame_rows_free(struct frame_rows *f);

/* Returns the number of a row's children, the heaviest first; they are numbered from `*first` on. */
size_t frame_rows_below(struct frame_rows *f, size_t row, size_t *first);

/* The parent of a child row; and fills the sheet's cells with those of a child row. */
size_t frame_rows_above(const struct frame_rows *f, size_t row);
void frame_rows_cells(struct frame_rows *f, size_t row);

/* How many child rows are numbered so far. */
size_t frame_rows_known(const struct frame_rows *f);

#endif
