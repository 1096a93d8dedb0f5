/* tracepoint: the reader of tracing data: tracepoints by id, with their fields and print formats (core/model/trace.h). */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H
#define PERFOLIO_FORMATS_TRACEPOINT_TRACEPOINT_H

#include "core/model/trace.h"

extern const struct trace_reader tracepoint_reader;

#endif
