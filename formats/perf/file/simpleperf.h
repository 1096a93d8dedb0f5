/*
 * simpleperf: what Android's recorder writes beside what perf writes (system/extras/simpleperf,
 * record_file_format.h, record.h): the symbols of mapped files in features or in records of its own, the
 * kernel's listing, ids of events that began late, tracing data. It records on little-endian machines only.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_H
#define PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_H

#include "core/base/text.h"
#include "core/model/capture.h"
#include "core/model/timeline/object.h"
#include "formats/perf/file/simpleperf_file.h"

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

/* What was kept of a mapped file; the capture's. */
struct simpleperf_entry {
    struct span bytes; /* for simpleperf_file_read() */
    enum simpleperf_form form;
    const char *path;
    uint32_t kind; /* enum simpleperf_kind */
    uint64_t at;   /* file offset; 0: put together of several records */
};

/* What DSO and SYMBOL records say of a file, as a struct of the feature FILE. */
struct simpleperf_dso {
    struct text entry;
    uint32_t symbols;
    size_t count_at; /* where in it the number of symbols stands */
};

struct simpleperf {
    struct simpleperf_entry *v;
    size_t n, cap;
    struct idmap of;     /* hash of kind of space and path -> place in v + 1 */
    struct span listing; /* the kernel's symbols, as in /proc/kallsyms; empty: not kept */
    struct text split;   /* pieces of a record too long for 16 bits */
    struct simpleperf_dso *dsos;
    size_t ndsos, cap_dsos;
    struct idmap dso_of; /* its id -> place in dsos + 1 */
};

struct perfdata;

/* Add what was kept of a file; `entry` has to live as long as the capture. What cannot be read is counted. */
void simpleperf_add(struct perfdata *p, struct span entry, enum simpleperf_form form, uint64_t at);

/* If the record is one of simpleperf's that says something of the capture, take it. */
void simpleperf_apply(struct perfdata *p, const struct record *r);

/* Show the code that processes made at run time, and named, as mapped from the beginning: simpleperf keeps
   its symbols and nobody recorded where it was mapped. In front of all records. */
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

void simpleperf_free(struct simpleperf *s);

#endif
