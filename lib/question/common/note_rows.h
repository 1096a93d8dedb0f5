/* note_rows: the notes of people in a folio, as rows of an answer, and their number. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_NOTE_ROWS_H
#define PERFOLIO_LIB_QUESTION_COMMON_NOTE_ROWS_H

#include "archive/folio/folio_notes.h"
#include "lib/view/rows.h"

enum { NOTE_ROWS_ALL = -1 }; /* notes about all captures */

struct noted {
    const struct folio *folio;
    int64_t capture; /* its number, or NOTE_ROWS_ALL */
    struct folio_notes notes;
};

/* Reads the notes about a capture of a folio; `f` NULL: the capture is in no folio, so it has none. False with `e` set. */
bool note_rows_read(struct noted *n, const struct folio *f, int64_t capture, struct err *e);
void note_rows_free(struct noted *n);

/* How many notes there are. */
size_t note_rows_count(const struct noted *n);

/* Adds the table "notes". */
void note_rows(struct rows *r, const struct noted *n);

#endif
