/* tracepoint: the reader of tracing data, through libtraceevent. */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H
#define PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H

#include "core/model/trace.h"

extern const struct trace_reader tracepoint_reader;

/* The same without recipes (recipe.h), for tests that hold them against what the library prints. */
extern const struct trace_reader tracepoint_library_reader;

#endif
