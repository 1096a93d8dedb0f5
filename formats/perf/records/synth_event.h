/* synth_event: prints the raw data of samples that perf inject makes from an Intel PT trace. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_SYNTH_EVENT_H
#define PERFOLIO_FORMATS_PERF_RECORDS_SYNTH_EVENT_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* Appends the text of raw data; `kind` is the event's attr.config (enum perf_synth_id). False, and nothing is appended:
   the kind is unknown, or the data are too short. */
bool synth_event_text(uint64_t kind, struct span raw, struct text *t);

#endif
