/*
 * print_format: how the kernel prints a tracepoint's records: literal text and conversions of arguments. Private to
 * formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_PRINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_PRINT_FORMAT_H

#include "formats/tracepoint/expr/expr.h"

struct print_format;

/* Reads the text behind "print fmt:" into the arena; `long_size` is the bytes of the recorded kernel's long. NULL: it
   is not a string with arguments as the kernel's macros write them. */
const struct print_format *print_format_read(struct span text, const struct trace_event *ev,
                                             unsigned long_size, struct arena *a);

/* Appends the text of a record. False, and `out` unchanged: the record is too short for its format, or an argument
   divides by zero. */
bool print_format_text(const struct print_format *f, struct expr_record *r, struct text *out);

#endif
