/*
 * trace_values: what samples of tracepoints say, as a whole and by field, for keys. Every text is stored once, for
 * all samples and workers. Workers share the texts; each reads samples through its own trace_look, since a reader of
 * tracing data is not for two threads.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H
#define PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H

#include "core/base/problem.h"
#include "core/model/event.h"
#include "core/model/record.h"
#include "core/model/trace.h"

struct trace_value {
    const char *text;
    struct span bytes; /* of the field; of a text without its NUL; empty for a whole sample */
};

/* How to open a reader of tracing data. */
struct trace_access {
    const struct trace_reader *reader;
    struct span data; /* empty: the capture has no tracing data */
    struct trace_names names;
};

struct trace_values;

/* The values of a capture; `events` must outlive them. `raw`: show fields, not the print format. */
struct trace_values *trace_values_new(const struct trace_access *how, const struct events *events, bool raw);
void trace_values_free(struct trace_values *v);

/* What a worker reads tracing data with. */
struct trace_look {
    struct trace_values *values;
    struct traces *traces;                  /* NULL: nothing can be read */
    const struct trace_event **tracepoints; /* per event; NULL: unknown, or no tracepoint */
    struct problems *problems;
    struct text line, field;
    uint64_t seq; /* when.seq + 1 of the sample in `line` */
    bool readable;
};

/* Not while another trace_look is used or made: the library that reads formats is not for two threads. Samples that
   cannot be read are counted in `problems`, which must outlive it. */
void trace_look_init(struct trace_look *l, struct trace_values *v, struct problems *problems);
void trace_look_free(struct trace_look *l);

/* The text of a sample; NULL if it is of no tracepoint or cannot be read. It lives as long as the values. */
const struct trace_value *trace_look_text(struct trace_look *l, const struct sample *s);

/* The same for a field (index in struct trace_event) of a sample of `event`: what stands behind "name=" in the
   sample's text, else, and if `raw`, the field itself. NULL for samples of other events. */
const struct trace_value *trace_look_field(struct trace_look *l, const struct sample *s, uint32_t event,
                                           size_t field, bool raw);

#endif
