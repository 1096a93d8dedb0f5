/*
 * trace_values: the texts of samples of tracepoints, whole and by field, for keys. Every text is stored once for
 * all samples and workers. Each worker reads samples through its own trace_look, since a reader of tracing data
 * serves one thread.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H
#define PERFOLIO_CORE_PROFILE_KEYS_TRACE_VALUES_H

#include "core/base/problem.h"
#include "core/model/event.h"
#include "core/model/record.h"
#include "core/model/trace.h"

struct trace_value {
    const char *text;
    /* the bytes of the field, without the NUL that ends a text; empty for the text of a whole sample */
    struct span bytes;
};

/* How to open a reader of tracing data. */
struct trace_access {
    const struct trace_reader *reader;
    struct span data; /* empty: the capture has no tracing data */
    struct trace_names names;
};

struct trace_values;

/* The values of a capture. `events` must outlive them. `raw`: show the fields instead of the print format. */
struct trace_values *trace_values_new(const struct trace_access *how, const struct events *events, bool raw);
void trace_values_free(struct trace_values *v);

/* The reader of tracing data that one worker uses. */
struct trace_look {
    struct trace_values *values;
    struct traces *traces;                  /* NULL: nothing can be read */
    const struct trace_event **tracepoints; /* per event; NULL: unknown, or no tracepoint */
    struct problems *problems;
    struct text line, field;
    uint64_t seq; /* when.seq + 1 of the sample in `line` */
    bool readable;
};

/* Must not run while another trace_look is used or made, since the library that reads formats serves one
   thread. Samples that cannot be read are counted in `problems`, which must outlive `l`. */
void trace_look_init(struct trace_look *l, struct trace_values *v, struct problems *problems);
void trace_look_free(struct trace_look *l);

/* The text of a sample, which lives as long as the values; NULL: the sample is of no tracepoint or cannot be
   read. */
const struct trace_value *trace_look_text(struct trace_look *l, const struct sample *s);

/* The text of a field (index in struct trace_event) of a sample of `event`: the word after "name=" in the sample's
   text; without such a word, or with `raw`, the value of the field itself. NULL for samples of other events. */
const struct trace_value *trace_look_field(struct trace_look *l, const struct sample *s, uint32_t event,
                                           size_t field, bool raw);

#endif
