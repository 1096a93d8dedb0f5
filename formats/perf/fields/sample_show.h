/*
 * sample_show: shows the fields of a sample, from one table: as text, as `perfolio dump` prints it, and as
 * members (docs/json.md).
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H
#define PERFOLIO_FORMATS_PERF_FIELDS_SAMPLE_SHOW_H

#include "core/base/text.h"
#include "core/model/record.h"
#include "formats/perf/fields/rec_layout.h"

/* Appends the fields that the event records, with a blank before each, except those that every command
   shows (event, pid, tid, time, cpu, period, ip). */
void sample_show(const struct sample *s, struct text *out);

/* Passes the fields to the sink as members, if `which` has the field's bit of sample_type. Call chains are
   lists of addresses and markers. `arch` names the registers; NULL: they are named by their numbers. */
void sample_members(const struct sample *s, const struct arch *arch, uint64_t which,
                    const struct value_sink *sink);

/* Passes the sample_id at the end of a record to the sink as an object. */
void sample_id_members(const struct sample_id *id, const struct value_sink *sink);

#endif
