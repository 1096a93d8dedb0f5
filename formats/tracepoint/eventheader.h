/*
 * eventheader: events that describe themselves. EventHeader is a convention of tracepoints that programs make
 * (user_events): a head of 8 bytes, blocks with the event's name and the names and types of its fields, then
 * the fields. Which tracepoint it is shows only the provider, the level and the keyword.
 * The format: github.com/microsoft/LinuxTracepoints, libeventheader-tracepoint/include/eventheader/
 * eventheader.h. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EVENTHEADER_H
#define PERFOLIO_FORMATS_TRACEPOINT_EVENTHEADER_H

#include "core/model/trace.h"

/* Whether samples of a tracepoint are such events: its first field is called eventheader_flags. */
bool eventheader_is(const struct trace_event *ev);

/* Show an event: "name" (PROVIDER:EVENT), "level", "opcode", "id", "version", "tag", "keyword", if it is part
   of an activity "activity" and "related_activity", then "fields". False when some of it is damaged, or takes
   far more room than the event has bytes. */
bool eventheader_show(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                      const struct value_sink *sink);

/* The same as text, behind a blank: PROVIDER:EVENT, then " name=value" for each field. */
bool eventheader_print(const struct trace_event *ev, struct span raw, const struct trace_names *names,
                       struct text *out);

#endif
