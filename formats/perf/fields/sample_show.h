/*
 * sample_show: shows the fields of a sample from one table: as text, as `perfolio dump` prints it, and as members
 * (docs/json.md).
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H
#define PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H

#include "core/base/text.h"
#include "core/model/record.h"
#include "formats/perf/fields/rec_layout.h"

/* Appends the fields that the event records, each behind a blank, except those that every command shows (event, pid,
   tid, time, cpu, period, ip). */
void sample_show(const struct sample *s, struct text *out);

/* Hands the fields over as members, each if `which` has its bit of sample_type; call chains as addresses and markers.
   `arch` names the registers; NULL: their numbers are their names. */
void sample_members(const struct sample *s, const struct arch *arch, uint64_t which,
                    const struct value_sink *sink);

/* Hands the sample_id at the end of a record over as an object. */
void sample_id_members(const struct sample_id *id, const struct value_sink *sink);

#endif
