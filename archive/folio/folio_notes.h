/*
 * folio_notes: what people wrote about captures in a folio: each note is about a function, an instruction, a line of
 * source, a stretch of time, or the whole capture. docs/folio.md, "Notes of people", specifies the section.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_NOTES_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_NOTES_H

#include "archive/folio/folio.h"

enum {
    FOLIO_NOTES_MOST = 10000,      /* notes of a folio */
    FOLIO_NOTE_TEXT_MOST = 1 << 16 /* bytes of a text or a name of a note */
};

/* A note. Texts are borrowed; "": not given. A note without function, file and times is about the whole capture. */
struct folio_note {
    uint32_t capture;
    const char *function; /* as reports name it */
    uint64_t offset;      /* of an instruction, in bytes from the function's start */
    bool has_offset;      /* the note is about an instruction of the function */
    const char *file;     /* a file of source, as DWARF names it or the end of that */
    uint32_t line;        /* of `file` */
    uint64_t from, to;    /* ns of the recording clock, both included; to 0: the note is about no time */
    const char *text;
};

struct folio_notes {
    struct folio_note *v;
    size_t n, cap;
    struct names names; /* owns the texts */
};

/* Adds a copy of a note. */
void folio_notes_add(struct folio_notes *notes, const struct folio_note *note);

/* Whether a note can be stored: its text is not empty, it is about one thing, and its texts are not too long. False with
   `e` set. */
bool folio_note_check(const struct folio_note *note, struct err *e);

/* Reads the notes of a folio; `out` has to be freed in any case. A folio without notes has none. False with `e` set. */
bool folio_notes_read(const struct folio *f, struct folio_notes *out, struct err *e);

/* Reads the bytes of the section; `captures`: how many the folio has. False with `e` set. */
bool folio_notes_take(struct span bytes, size_t captures, struct folio_notes *out, struct err *e);

/* Appends the bytes of the section. */
void folio_notes_put(const struct folio_notes *notes, struct text *out);

void folio_notes_free(struct folio_notes *notes);

/* Appends where a note is, in the words of `--note` (docs/pack.md): "FUNCTION", "FUNCTION+0x1c", "FILE:12" or "1.5,2.25"; nothing
   for a note about the whole capture. */
void folio_note_place(const struct folio_note *note, struct text *out);

#endif
