/* note_option: the value of --note: "WHERE: TEXT", as docs/pack.md describes it. */
#ifndef PERFOLIO_LIB_QUESTION_FOLIO_NOTE_OPTION_H
#define PERFOLIO_LIB_QUESTION_FOLIO_NOTE_OPTION_H

#include "archive/folio/folio_notes.h"

/* Reads a value; `names` owns the texts of the note. False with `e` set: it cannot be a note. */
bool note_option_read(const char *value, struct names *names, struct folio_note *note, struct err *e);

#endif
