/*
 * format: reads a tracepoint's `format` file up to its print format: the name and the fields
 * (linux/Documentation/trace/events.rst). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H
#define PERFOLIO_FORMATS_TRACEPOINT_FORMAT_H

#include "core/base/arena.h"
#include "core/model/trace.h"
#include "formats/tracepoint/expr/expr.h"

/* Reads a format into `ev`, whose texts are in the arena; `long_size` is the bytes of the recorded kernel's long.
   *print is the text behind "print fmt:", borrowed. False: `text` is not a format, or a field lies beyond the largest
   possible record. */
bool format_read(struct span text, unsigned long_size, struct arena *a, struct trace_event *ev,
                 struct span *print);

/* Bytes of the kernel's long: the size of the field `commit` in tracefs' header_page. 0: there is no such field, or
   its size is neither 4 nor 8. */
unsigned format_long(struct span header_page);

/* How the kernel prints a tracepoint's records: literal text and conversions of arguments. Private to
   formats/tracepoint. */

struct print_format;

/* Reads the text behind "print fmt:" into the arena; `long_size` is the bytes of the recorded kernel's long. NULL: it
   is not a string with arguments as the kernel's macros write them. */
const struct print_format *print_format_read(struct span text, const struct trace_event *ev,
                                             unsigned long_size, struct arena *a);

/* Appends the text of a record. False, and `out` unchanged: the record is too short for its format, or an argument
   divides by zero. */
bool print_format_text(const struct print_format *f, struct expr_record *r, struct text *out);

/* Events that describe themselves. EventHeader is a convention for the tracepoints that programs
   register (user_events): a head of 8 bytes, blocks with the event's name and the names and types of its fields, then
   the values. The tracepoint's own name has only the provider, the level and the keyword.
   The format: github.com/microsoft/LinuxTracepoints, libeventheader-tracepoint/include/eventheader/
   eventheader.c. Private to formats/tracepoint. */

/* Whether a tracepoint's samples are EventHeader events: its first own field is called eventheader_flags. */
bool eventheader_recognise(const struct trace_event *ev);

/* Hands an event over as members: "name" (PROVIDER:EVENT), "level", "opcode", "id", "version", "tag", "keyword", the
   ids "activity" and "related_activity" if recorded, then "fields". False: the event is damaged, or would show more
   than 64 characters for each of its bytes; the members up to there were handed over. */
bool eventheader_show(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                      const struct value_sink *sink);

/* Appends the same event as text, after a blank unless `out` is empty: PROVIDER:EVENT, then " name=value" for each
   field. False as for eventheader_show(). */
bool eventheader_print(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                       struct text *out);

#endif
