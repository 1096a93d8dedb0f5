/* sample_show: what a sample holds besides where it was taken, as `perfolio dump` prints it. */
#ifndef PERFOLIO_FORMATS_PERF_SAMPLE_SHOW_H
#define PERFOLIO_FORMATS_PERF_SAMPLE_SHOW_H

#include "core/base/text.h"
#include "core/model/event.h"
#include "core/model/record.h"

/* The fields that the event records, each preceded by a blank; not those that every command shows (event,
   pid, tid, time, cpu, period, ip). */
void sample_show(const struct sample *s, struct text *out);

/* A call chain: addresses, and the markers between them by name ("[user]"), each preceded by a blank. */
void sample_chain_show(struct span chain, enum byte_order order, struct text *out);

#endif
