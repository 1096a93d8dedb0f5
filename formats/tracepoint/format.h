/*
 * format: the `format` file of a tracepoint up to its print format: its name and its fields
 * (linux/Documentation/trace/events.rst). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H

#include "core/base/arena.h"
#include "core/model/trace.h"

/* Read a format of a kernel whose long has so many bytes: the name, the fields, and the text behind
   "print fmt:". False: it is none, or a field of it lies outside of every record. */
bool format_read(struct span text, unsigned long_size, struct arena *a, struct trace_event *ev,
                 struct span *print);

/* Bytes of the kernel's long, which are those of `commit` in the head of its ring buffer's pages; 0 when that
   is not there, or no long. */
unsigned format_long(struct span header_page);

#endif
