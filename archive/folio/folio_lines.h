/*
 * folio_lines: source lines and inlined calls of the places that samples speak of, resolved when they were
 * packed, so that no reader needs the DWARF (docs/folio.md, "Source lines").
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_LINES_H

#include "core/base/text.h"
#include "core/resolve/lines.h"

struct folio_lines;

struct folio_lines *folio_lines_new(void);
void folio_lines_free(struct folio_lines *l);

/* Add the frames of the addresses [addr, end) (struct line_reader, at()), LINE_FRAMES_MOST at most. Those of an
   `addr` that is there already are ignored, but the farther end stays. */
void folio_lines_add(struct folio_lines *l, uint64_t addr, uint64_t end, const struct line_frame *frames,
                     size_t n);

/* Add the text of a line of a file, without its end. */
void folio_lines_add_text(struct folio_lines *l, const char *file, uint32_t line, const char *text, size_t n);

/* Add all texts that another one has. */
void folio_lines_add_texts(struct folio_lines *l, const struct folio_lines *from);

/* Add the sections to `out` and to `runs`, which stays empty where each address stands for itself alone. */
void folio_lines_put(const struct folio_lines *l, struct text *out, struct text *runs);

/* Read the sections; `runs` is empty where there is none. NULL with `e` set. */
struct folio_lines *folio_lines_take(struct span section, struct span runs, struct err *e);

/* The frames of an address, as at() has them, with their texts; of lines that were taken. */
size_t folio_lines_at(const struct folio_lines *l, uint64_t addr, struct line_frame *out, size_t max,
                      uint64_t *end);

#endif
