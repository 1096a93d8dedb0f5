/*
 * print_format: what a kernel prints of a record of a tracepoint: its text, with conversions of arguments in
 * it. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_PRINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_PRINT_FORMAT_H

#include "formats/tracepoint/expr/expr.h"

struct print_format;

/* Read what stands behind "print fmt:", of a kernel whose long has so many bytes. In the arena; NULL: it is
   no text with arguments that the kernel's macros make. */
const struct print_format *print_format_read(struct span text, const struct trace_event *ev,
                                             unsigned long_size, struct arena *a);

/* Add the text of a record. False when the record has less than it wants; `out` is then as it was. */
bool print_format_text(const struct print_format *f, struct expr_record *r, struct text *out);

#endif
