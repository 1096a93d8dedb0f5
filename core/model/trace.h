/*
 * trace: what the raw data of tracepoint samples say, as the recorded kernel would print it. core declares,
 * formats/tracepoint implements. Which bytes mean what stands in the capture itself: its tracing data
 * (perf.data-file-format.txt, HEADER_TRACING_DATA).
 */
#ifndef PERFOLIO_CORE_MODEL_TRACE_H
#define PERFOLIO_CORE_MODEL_TRACE_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"

struct traces;

/* Names of the recorded kernel's addresses: NULL, or the symbol that covers one and where it begins. The text
 * has to hold until the next call. */
struct trace_names {
    const char *(*at)(void *arg, uint64_t avma, uint64_t *start, const char **module);
    void *arg;
};

struct trace_reader {
    /* Open tracing data, which must stay until close(). NULL with `e` set when it is none. What is damaged
       behind its beginning is left out. */
    struct traces *(*open)(struct span data, const struct trace_names *names, struct err *e);
    /* Add the text of one sample's raw data (sample->raw) of the tracepoint with this id (attr.config). False
       when it is not known, or the data are not what it says; `out` is then as it was. Not for two threads at
       once. */
    bool (*print)(struct traces *t, uint64_t id, uint32_t cpu, struct span raw, struct text *out);
    void (*close)(struct traces *t);
};

#endif
