/*
 * simpleperf: the data that Android's recorder writes in addition to perf's format (system/extras/simpleperf,
 * record_file_format.h, record.h): the symbols of mapped files, in features or in its own records; the
 * kernel's /proc/kallsyms; ids of events that started late; tracing data. It records only on little-endian
 * machines.
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

enum { FEAT_INIT_MAP = 134 }; /* a feature with records that come before all others */

/* Adds the entry of a mapped file. The entry is at file offset `at`, and its bytes must live as long as
   the capture. An entry that cannot be read is counted as a problem. */
void simpleperf_add(struct perfdata *p, struct span entry, enum simpleperf_form form, uint64_t at);

/* Takes the data of a record into the capture, if it is a simpleperf record that describes the capture. */
void simpleperf_apply(struct perfdata *p, const struct record *r);

/* Passes an MMAP2 record to visit(), before all others, for code that processes generated and named in
   perf-PID.map. simpleperf stores the symbols of this code, but does not record that it was mapped. */
void simpleperf_show_jit_mappings(const struct perfdata *p, void (*visit)(void *arg, const struct record *r),
                                  void *arg);

/* Adds the files that DSO and SYMBOL records describe. Call it at the end of pass 1, when all of these
   records were read. */
void simpleperf_finish(struct perfdata *p);

/* The entry of an object, or NULL. */
const struct simpleperf_entry *simpleperf_entry_of(const struct capture *c, const struct object *o);

/* Whether the capture has any symbols. */
bool simpleperf_keeps_symbols(const struct capture *c);

/* The kernel's symbols in the format of /proc/kallsyms; empty: not recorded. */
struct span simpleperf_listing(const struct capture *c);

/* Frees all entries, and leaves an empty struct. */
void simpleperf_free(struct simpleperf *s);

#endif
