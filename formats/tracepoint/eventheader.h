/*
 * eventheader: events that describe themselves. EventHeader is a convention for the tracepoints that programs
 * register (user_events): a head of 8 bytes, blocks with the event's name and the names and types of its fields, then
 * the values. The tracepoint's own name has only the provider, the level and the keyword.
 * The format: github.com/microsoft/LinuxTracepoints, libeventheader-tracepoint/include/eventheader/
 * eventheader.h. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EVENTHEADER_H
#define PERFOLIO_FORMATS_TRACEPOINT_EVENTHEADER_H

#include "core/model/trace.h"

/* Whether a tracepoint's samples are EventHeader events: its first own field is called eventheader_flags. */
bool eventheader_is(const struct trace_event *ev);

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
