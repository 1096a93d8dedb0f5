/*
 * functions: what print formats of the kernel call that is no part of their language: each a function of the
 * kernel, of which libtraceevent is told what it does. perf has them in plugins, libraries of the machine
 * that it runs on; results here are to depend on the capture alone. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FUNCTIONS_H
#define PERFOLIO_FORMATS_TRACEPOINT_FUNCTIONS_H

#include <event-parse.h>

enum { FUNCTION_ARGS = 3 };

/* What an argument has to be. The library hands over where an array is in its own memory, so nothing else may
   be taken for one: the grammar sees to that. */
enum function_arg {
    FUNCTION_END,
    FUNCTION_BUFFER, /* "p", what the kernel would print into */
    FUNCTION_ARRAY,  /* a dynamic one, of at least 32 bytes that may be read (guard.h) */
    FUNCTION_NUMBER,
};

struct trace_function {
    const char *name;
    enum function_arg args[FUNCTION_ARGS + 1];
    bool returns_text; /* which it prints; else a number */
    tep_func_handler call;
};

/* The function of this name, or NULL. */
const struct trace_function *function_named(const char *name, size_t n);

/* Have formats call them. */
void functions_register(struct tep_handle *tep);

#endif
