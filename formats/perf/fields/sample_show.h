/*
 * sample_show: what a sample holds besides where it was taken, out of one table of its fields: as text, as
 * `perfolio dump` prints it, and as members (docs/json.md).
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H
#define PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H

#include "core/base/text.h"
#include "core/model/record.h"
#include "formats/perf/fields/rec_layout.h"

/* The fields that the event records, each preceded by a blank; not those that every command shows (event,
   pid, tid, time, cpu, period, ip). */
void sample_show(const struct sample *s, struct text *out);

/* The same as members, each if `which` has its bit of sample_type; call chains as addresses and markers.
   `arch` names registers; NULL: they have numbers. */
void sample_members(const struct sample *s, const struct arch *arch, uint64_t which,
                    const struct value_sink *sink);

/* The sample_id at the end of a record as an object. */
void sample_id_members(const struct sample_id *id, const struct value_sink *sink);

#endif
