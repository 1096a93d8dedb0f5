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
#include "core/base/value.h"

struct traces;

/* A field of a tracepoint: where its bytes lie in the raw data, and what they are. */
struct trace_field {
    const char *name, *type; /* "next_pid", "pid_t" */
    uint32_t offset, size;   /* in bytes; of a dynamic field: those of the word with its place */
    uint32_t element;        /* bytes of an element of an array; else 0 */
    bool array, text;        /* text: what elements of one byte are, up to a NUL */
    bool dynamic;  /* the word is length << 16 | offset (linux/Documentation/trace/events.rst) ... */
    bool relative; /* ... and counts from behind itself, as in __rel_loc */
    bool negative; /* it may be below zero */
    bool hex;      /* it is shown in hexadecimal digits */
};

/* One tracepoint of the capture. */
struct trace_event {
    const char *system, *name;        /* "sched", "sched_switch" */
    const struct trace_field *fields; /* the common ones first */
    size_t n;
    enum byte_order order;
};

/* NULL when it has none of that name. */
const struct trace_field *trace_field(const struct trace_event *ev, const char *name);

/* The number in a field, with its sign extended to 64 bits. 0 when it is an array, none of 1, 2, 4 or 8
   bytes, or behind the end of the data. */
int64_t trace_number(const struct trace_event *ev, const struct trace_field *f, struct span raw);

/* The same of the bytes of a field, which are in hand. */
static inline int64_t trace_number_of(const struct trace_event *ev, const struct trace_field *f,
                                      struct span s)
{
    uint64_t v = load_number(s, ev->order);
    if (f->negative && s.n && s.n < 8) {
        const uint64_t sign = UINT64_C(1) << (8 * s.n - 1);
        v = (v ^ sign) - sign;
    }
    return (int64_t)v;
}

/* trace_number() of element `i` of an array that is not dynamic; 0 behind its end. */
int64_t trace_element(const struct trace_event *ev, const struct trace_field *f, struct span raw, size_t i);

/* The bytes of a field, borrowed from the data; of text without the NUL and what follows it. Empty when they
   lie behind the end of the data. */
struct span trace_bytes(const struct trace_event *ev, const struct trace_field *f, struct span raw);

/* Add the text of a field as it is, not as the print format has it: as perf prints fields where there is none
   (tools/lib/traceevent, tep_print_field()). */
void trace_field_text(const struct trace_event *ev, const struct trace_field *f, struct span raw,
                      struct text *out);

/* Add " name=text" of each field but the common ones. */
void trace_fields_text(const struct trace_event *ev, struct span raw, struct text *out);

/* Whether every tracepoint has it: its name begins with "common_". */
bool trace_field_is_common(const struct trace_field *f);

/* Show all fields. */
void trace_fields_show(const struct trace_event *ev, struct span raw, const struct value_sink *sink);

/* Names of the recorded machine. Either may be NULL: none is known. */
struct trace_names {
    /* Of the kernel's addresses: NULL, or the symbol that covers one and where it begins. The text has to
       hold until the next call. */
    const char *(*at)(void *arg, uint64_t avma, uint64_t *start, const char **module);
    void *arg;
    const char *(*error)(void *arg, uint32_t number); /* "ENOENT"; NULL: there is none of this number */
};

struct trace_reader {
    /* Open tracing data, which must stay until close(). NULL with `e` set when it is none. What is damaged
       behind its beginning is left out. */
    struct traces *(*open)(struct span data, const struct trace_names *names, struct err *e);
    /* Add the text of one sample's raw data (sample->raw) of the tracepoint with this id (attr.config). False
       when it is not known, or the data are not what it says; `out` is then as it was. Not for two threads at
       once. */
    bool (*print)(struct traces *t, uint64_t id, struct span raw, struct text *out);
    /* The tracepoint with this id; NULL when it is not known. It holds until close(). */
    const struct trace_event *(*event)(struct traces *t, uint64_t id);
    /* Bytes of a page of the recorded machine. */
    uint32_t (*page_size)(const struct traces *t);
    /* Show what the raw data say: "fields", and of events that carry a description of their own (EventHeader)
       "eventheader". False when nothing could be shown, or not all. */
    bool (*show)(struct traces *t, uint64_t id, struct span raw, const struct value_sink *sink);
    void (*close)(struct traces *t);
};

#endif
