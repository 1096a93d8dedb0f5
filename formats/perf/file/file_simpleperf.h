/*
 * simpleperf: what Android's recorder writes in addition to perf's format (system/extras/simpleperf,
 * record_file_format.h, record.h): the symbols of mapped files, in features or in records of its own, the kernel's
 * /proc/kallsyms, ids of events that started late, tracing data. It records on little-endian machines only.
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

enum { FEAT_INIT_MAP = 134 }; /* a feature: records that come before all others */

/* Adds the entry of a mapped file, which lies at file offset `at`; the bytes of the entry have to live as
   long as the capture. An entry that cannot be read is counted as a problem. */
void simpleperf_add(struct perfdata *p, struct span entry, enum simpleperf_form form, uint64_t at);

/* Takes the data of a record into the capture, if it is one of simpleperf's records that describe the
   capture. */
void simpleperf_apply(struct perfdata *p, const struct record *r);

/* Shows an MMAP2 record, before all others, for code that processes made at run time and named in perf-PID.map:
   simpleperf keeps its symbols, but does not record that it was mapped. */
void simpleperf_show_jit_mappings(const struct perfdata *p, void (*visit)(void *arg, const struct record *r),
                                  void *arg);

/* At the end of pass 1, when all DSO and SYMBOL records were met: adds the files that they describe. */
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
