/*
 * functions: functions of the kernel that print formats call, besides the functions of the formats' grammar.
 * perf has such functions in plugins, libraries of the host. Here their results depend only on the capture.
 * Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_FUNCTIONS_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_FUNCTIONS_H

#include "core/base/cur.h"
#include "core/base/text.h"

/* A function. `args` has a letter for each argument: p: the buffer into which the kernel would print; a: a
   dynamic array; n: a number; each at most once. call() returns the function's number and appends its text
   to `out`. */
struct trace_function {
    const char *name, *args;
    uint64_t (*call)(struct span array, uint64_t number, struct text *out);
};

/* The function with a name of n bytes, or NULL. */
const struct trace_function *function_named(const char *name, size_t n);

#endif
