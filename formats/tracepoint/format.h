/*
 * format: reads a tracepoint's `format` file up to its print format: the name and the fields
 * (linux/Documentation/trace/events.rst). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H

#include "core/base/arena.h"
#include "core/model/trace.h"
#include "formats/tracepoint/expr/expr.h"

/* Reads a format into `ev`, whose texts are in the arena. `long_size` is the size of the recorded kernel's
   long in bytes. *print receives the text after "print fmt:", borrowed. False: `text` is not a format, or
   a field is beyond the largest possible record. */
bool format_read(struct span text, unsigned long_size, struct arena *a, struct trace_event *ev,
                 struct span *print);

/* The size of the kernel's long in bytes, which is the size of the field `commit` in tracefs' header_page.
   0: there is no such field, or its size is neither 4 nor 8. */
unsigned format_long(struct span header_page);

/* A print format: how the kernel prints a tracepoint's records, as literal text and conversions of arguments. Private
   to formats/tracepoint. */

struct print_format;

/* Reads the text after "print fmt:" into the arena; `long_size` is the size of the recorded kernel's long
   in bytes. NULL: it is not a string with arguments in the form of the kernel's macros. */
const struct print_format *print_format_read(struct span text, const struct trace_event *ev,
                                             unsigned long_size, struct arena *a);

/* Appends the text of a record. False, and `out` unchanged: the record is too short for its format, or an argument
   divides by zero. */
bool print_format_text(const struct print_format *f, struct expr_record *r, struct text *out);

/* Events that describe themselves. EventHeader is a convention for tracepoints that programs register
   (user_events): a head of 8 bytes, blocks with the event's name and the names and types of its fields,
   then the values. The tracepoint's own name has only the provider, the level and the keyword. The format:
   github.com/microsoft/LinuxTracepoints, libeventheader-tracepoint/include/eventheader/ eventheader.c.
   Private to formats/tracepoint. */

/* Whether a tracepoint's samples are EventHeader events: its first field after the common ones has the
   name eventheader_flags. */
bool eventheader_recognise(const struct trace_event *ev);

/* Passes an event to the sink as members: "name" (PROVIDER:EVENT), "level", "opcode", "id", "version",
   "tag", "keyword", the ids "activity" and "related_activity" if recorded, then "fields". False: the event
   is damaged, or would print more than 64 characters for each of its bytes; earlier members were passed. */
bool eventheader_show(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                      const struct value_sink *sink);

/* Appends an event as text, after a blank unless `out` is empty: PROVIDER:EVENT, then " name=value" for
   each field. False: as for eventheader_show(). */
bool eventheader_print(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                       struct text *out);

#endif
