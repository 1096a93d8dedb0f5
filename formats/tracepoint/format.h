/*
 * format: reads a tracepoint's `format` file up to its print format: the name and the fields
 * (linux/Documentation/trace/events.rst). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H

#include "core/base/arena.h"
#include "core/model/trace.h"

/* Reads a format into `ev`, whose texts are in the arena; `long_size` is the bytes of the recorded kernel's long.
   *print is the text behind "print fmt:", borrowed. False: `text` is not a format, or a field lies beyond the largest
   possible record. */
bool format_read(struct span text, unsigned long_size, struct arena *a, struct trace_event *ev,
                 struct span *print);

/* Bytes of the kernel's long: the size of the field `commit` in tracefs' header_page. 0: there is no such field, or
   its size is neither 4 nor 8. */
unsigned format_long(struct span header_page);

#endif
