/*
 * trace_values: what samples of tracepoints say, as a whole and field by field, for keys: every text is
 * stored once, however many samples and workers come upon it. Workers share the texts; each reads samples
 * through a trace_look of its own, for a reader of tracing data is not for two threads.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H
#define PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H

#include "core/base/problem.h"
#include "core/model/event.h"
#include "core/model/record.h"
#include "core/model/trace.h"

struct trace_value {
    const char *text;
    struct span bytes; /* the field's, of a text those in front of its NUL; empty where it is no field */
};

/* How a reader is opened. */
struct trace_access {
    const struct trace_reader *reader;
    struct span data; /* tracing data; empty: there are none */
    struct trace_names names;
};

struct trace_values;

/* The values of a capture with these events, which have to outlive them. `raw`: samples are read field by
 * field, not by their print formats. */
struct trace_values *trace_values_new(const struct trace_access *how, const struct events *events, bool raw);
void trace_values_free(struct trace_values *v);

/* A worker's view of them. */
struct trace_look {
    struct trace_values *values;
    struct traces *traces;                  /* NULL: nothing can be read */
    const struct trace_event **tracepoints; /* per event; NULL: unknown, or none */
    struct problems *problems;
    struct text line, field;
    uint64_t seq; /* of the sample that `line` is of, + 1 */
    bool readable;
};

/* Not while another one is used or made: the library that reads formats is not for two threads. What cannot
 * be read is counted among `problems`, which have to outlive it. */
void trace_look_init(struct trace_look *l, struct trace_values *v, struct problems *problems);
void trace_look_free(struct trace_look *l);

/* What a sample says; NULL when it is of no tracepoint, or cannot be read. It holds as long as the values. */
const struct trace_value *trace_look_text(struct trace_look *l, const struct sample *s);

/* The same of a field of the tracepoint of `event`, by its number in struct trace_event: as the whole has it
   behind "name=", else (and if `raw`) the field alone. NULL for samples of other events. */
const struct trace_value *trace_look_field(struct trace_look *l, const struct sample *s, uint32_t event,
                                           size_t field, bool raw);

#endif
