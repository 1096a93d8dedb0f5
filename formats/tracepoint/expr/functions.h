/*
 * functions: what print formats call that is no part of their language: each a function of the kernel. perf
 * has them in plugins, libraries of the machine that it runs on; results here depend on the capture alone.
 * Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_FUNCTIONS_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_FUNCTIONS_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* A function. Its arguments: p, what the kernel would print into, a, a dynamic array, and n, a number; no
   more than one of each. It returns its number, and adds its text to `out`. */
struct trace_function {
    const char *name, *args;
    uint64_t (*call)(struct span array, uint64_t number, struct text *out);
};

/* The function of this name, or NULL. */
const struct trace_function *function_named(const char *name, size_t n);

#endif
