/* simpleperf_kept: what a capture keeps of what Android's recorder writes (simpleperf.h). */
#ifndef PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_KEPT_H
#define PERFOLIO_FORMATS_PERF_FILE_SIMPLEPERF_KEPT_H

#include "core/base/text.h"
#include "core/model/timeline/object.h"
#include "formats/perf/file/simpleperf_file.h"

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

#endif
