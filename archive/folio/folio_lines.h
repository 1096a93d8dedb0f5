/*
 * folio_lines: source lines and inlined calls of the addresses in samples, and of all addresses of hot functions. They
 * are resolved during packing, so that readers do not need the DWARF (docs/folio.md, "Source lines").
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H

#include "core/base/text.h"
#include "core/resolve/lines.h"

struct folio_lines;

struct folio_lines *folio_lines_new(void);
void folio_lines_free(struct folio_lines *l);

/* Adds the frames of an address (struct line_reader, at()), at most LINE_FRAMES_MOST. Ignored if the address is there
   already. */
void folio_lines_add(struct folio_lines *l, uint64_t addr, const struct line_frame *frames, size_t n);

/* Adds the frames of all addresses in [addr, end), of a hot function. */
void folio_lines_add_run(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                         size_t n);

/* Adds the text of a line of a file, without the line feed. */
void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n);

/* Notes that the texts of a file are of another version than the code (struct line_frame, other_text). */
void folio_lines_add_other(struct folio_lines *l, const char *file);

/* Adds all texts of `from`. */
void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from);

/* Appends the sections: to `out` that of addresses and texts, to `runs` that of runs if there are any. Nothing may be
   added to `l` afterwards. */
void folio_lines_put(struct folio_lines *l, struct text *out, struct text *runs);

/* Reads the sections, which the result does not refer to; `runs` is empty if there is none. NULL with `e` set. */
struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e);

/* The frames of an address, as at() gives them, with their texts. Only for the result of folio_lines_take(). */
size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end);

#endif
