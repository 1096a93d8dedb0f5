/* record_json: what formats/perf knows of records and samples by name, as JSON (docs/json.md). */
#ifndef PERFOLIO_CLI_OUTPUT_RECORD_JSON_H
#define PERFOLIO_CLI_OUTPUT_RECORD_JSON_H

#include "cli/output/json.h"
#include "core/model/capture.h"
#include "formats/perf/fields/record_fields.h"

/* Where values become members of the object that is open. */
struct rec_sink record_sink(struct json *j);

/* A record that is no sample: "misc", its fields or "bytes", "sample_id". */
void record_json(struct json *j, const struct capture *c, const struct record *r);

#endif
