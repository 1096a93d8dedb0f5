/*
 * event_text: events as `perf evlist` lists them: a line for each, or a line for each group. Options and the
 * choice between the two belong to the command.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_EVENT_TEXT_H
#define PERFOLIO_FORMATS_PERF_FIELDS_EVENT_TEXT_H

#include "core/base/text.h"
#include "core/model/capture.h"

/* "cpu-clock", with `verbose` "cpu-clock: type: 1, size: 128, ...", else with `freq` "cpu-clock:
   sample_freq=250" (or sample_period). With a newline. */
void event_show(const struct capture *c, uint32_t index, bool verbose, bool freq, struct text *out);

/* The group that the event leads: "{cycles,instructions}", its name in front when it has one; the event's
   name when it stands alone; nothing for an event that another one leads. With a newline. */
void event_group_show(const struct capture *c, uint32_t index, struct text *out);

/* The whole of `perf evlist [-v|-F|-g]`, with its hint when there are tracepoints. */
void events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out);

#endif
