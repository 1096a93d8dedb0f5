/* record_json: what formats/perf knows of records and samples by name, as JSON (docs/json.md). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_RECORD_JSON_H
#define PERFOLIO_LIB_QUESTION_COMMON_RECORD_JSON_H

#include "lib/view/rows.h"
#include "core/model/capture.h"

/* Where values become members of the object that is open. */
struct value_sink record_sink(struct rows *r);

/* A record that is no sample: "misc", its fields or "bytes", "sample_id". */
void record_json(struct rows *r, const struct capture *c, const struct record *record);

#endif
