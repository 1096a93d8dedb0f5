/*
 * simpleperf: what Android's recorder writes beside what perf writes (system/extras/simpleperf,
 * record_file_format.h, record.h): the symbols of mapped files in features or in records of its own, the
 * kernel's listing, ids of events that began late, tracing data. It records on little-endian machines only.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_H
#define PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_H

#include "core/model/timeline/object.h"
#include "formats/perf/file/perfdata.h"

/* simpleperf's own records (record.h, enum user_record_type). */
enum {
    SIMPLE_PERF_RECORD_KERNEL_SYMBOL = 32769,
    SIMPLE_PERF_RECORD_DSO,
    SIMPLE_PERF_RECORD_SYMBOL,
    SIMPLE_PERF_RECORD_SPLIT,
    SIMPLE_PERF_RECORD_SPLIT_END,
    SIMPLE_PERF_RECORD_EVENT_ID,
    SIMPLE_PERF_RECORD_CALLCHAIN,
    SIMPLE_PERF_RECORD_UNWINDING_RESULT,
    SIMPLE_PERF_RECORD_TRACING_DATA,
};

enum { FEAT_INIT_MAP = 134 }; /* records in front of all others */

/* Add what was kept of a file; `entry` has to live as long as the capture. What cannot be read is counted. */
void simpleperf_add(struct perfdata *p, struct span entry, enum simpleperf_form form, uint64_t at);

/* If the record is one of simpleperf's that describes the capture, take it. */
void simpleperf_apply(struct perfdata *p, const struct record *r);

/* Show the code that processes made at run time, and named, as mapped from the beginning: simpleperf keeps
   its symbols, but where it was mapped is not recorded. In front of all records. */
void simpleperf_map_symbols(const struct perfdata *p, void (*visit)(void *arg, const struct record *r),
                            void *arg);

/* The end of pass 1: DSO and SYMBOL records are all there. */
void simpleperf_finish(struct perfdata *p);

/* What was kept of an object, or NULL. */
const struct simpleperf_entry *simpleperf_entry_of(const struct capture *c, const struct object *o);

/* Whether anything was kept that names code. */
bool simpleperf_keeps_symbols(const struct capture *c);

/* The kernel's listing, or nothing. */
struct span simpleperf_listing(const struct capture *c);

/* What was kept is as if it had never been. */
void simpleperf_free(struct simpleperf *s);

#endif
