/*
 * folio_lines: source lines and inlined calls of the places that samples speak of, and of all places of the
 * functions that are hot, resolved when they were packed, so that no reader needs the DWARF (docs/folio.md,
 * "Source lines").
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H

#include "core/base/text.h"
#include "core/resolve/lines.h"

struct folio_lines;

struct folio_lines *folio_lines_new(void);
void folio_lines_free(struct folio_lines *l);

/* Add the frames of an address (struct line_reader, at()), LINE_FRAMES_MOST at most; those of an address that
   is there already are ignored. */
void folio_lines_add(struct folio_lines *l, uint64_t addr, const struct line_frame *frames, size_t n);

/* The same of all addresses in [addr, end), of a hot function. */
void folio_lines_add_run(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                         size_t n);

/* Add the text of a line of a file, without its end. */
void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n);

/* Keep that the texts of a file are of another version of it than the code (struct line_frame, other_text). */
void folio_lines_add_other(struct folio_lines *l, const char *file);

/* Add all texts that another one has. */
void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from);

/* Add the sections, to `out` that of places and texts, to `runs` that of runs if there are any. Nothing is added
   behind this. */
void folio_lines_put(struct folio_lines *l, struct text *out, struct text *runs);

/* Read the sections; `runs` is empty where there is none. NULL with `e` set. */
struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e);

/* The frames of an address, as at() has them, with their texts, of lines that were taken. */
size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end);

#endif
