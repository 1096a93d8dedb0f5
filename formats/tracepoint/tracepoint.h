/* tracepoint: the reader of tracing data. */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H
#define PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H

#include "core/model/trace.h"

extern const struct trace_reader tracepoint_reader;

#endif
