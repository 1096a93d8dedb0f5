/* record_json: the named fields of records and samples (formats/perf) as JSON (docs/json.md). */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_RECORD_JSON_H
#define PERFOLIO_LIB_QUESTION_COMMON_RECORD_JSON_H

#include "lib/view/rows.h"
#include "core/model/capture.h"

/* A sink of values that adds each value as a member of the open JSON object. */
struct value_sink record_sink(struct rows *r);

/* Adds the members of a record other than a sample: "misc", its fields or "bytes", "sample_id". */
void record_json(struct rows *r, const struct capture *c, const struct record *record);

#endif
