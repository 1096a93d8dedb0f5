/* synth_event: what the raw data say of samples that perf inject made of an Intel PT trace. */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_SYNTH_EVENT_H
#define PERFOLIO_FORMATS_PERF_RECORDS_SYNTH_EVENT_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* `kind` is the event's attr.config (enum perf_synth_id). False, and nothing is added, when the data are of
   no kind that is known, or too short for it. */
bool synth_event_text(uint64_t kind, struct span raw, struct text *t);

#endif
