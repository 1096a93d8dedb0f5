/*
 * frame_rows: what stands below the rows of a sheet: the frames of their call trees, which are made when a row is asked for them. They
 * have numbers behind those of the sheet's lines.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_FRAME_ROWS_H
#define PERFOLIO_LIB_QUESTION_REPORT_FRAME_ROWS_H

#include <stddef.h>

struct sheet;
struct frame_rows;

struct frame_rows *frame_rows_new(struct sheet *t);
void frame_rows_free(struct frame_rows *f);

/* How many frames go on from a row, the first of them, and behind that the others, the heaviest first. */
size_t frame_rows_below(struct frame_rows *f, size_t row, size_t *first);

/* Of one of these, the row that it goes on from; and the cells, which the sheet has. */
size_t frame_rows_above(const struct frame_rows *f, size_t row);
void frame_rows_cells(struct frame_rows *f, size_t row);

/* How many have numbers. */
size_t frame_rows_known(const struct frame_rows *f);

#endif
