/*
 * trace: decodes the raw data of tracepoint samples into fields, and into text by the print formats of the
 * recorded kernel. core declares the interface, formats/tracepoint implements it. The tracing data of the
 * capture describe fields and print formats (perf.data-file-format.txt, HEADER_TRACING_DATA).
 */
#ifndef PERFOLIO_CORE_MODEL_TRACE_H
#define PERFOLIO_CORE_MODEL_TRACE_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/base/value.h"

struct traces;

/* A field of a tracepoint: its type, and where it is in the raw data. */
struct trace_field {
    const char *name, *type; /* "next_pid", "pid_t" */
    uint32_t offset, size;   /* in bytes; for a dynamic field, of the word that locates its data */
    uint32_t element;        /* size of an array's element in bytes; else 0 */
    bool array, text;        /* text: an array of characters up to a NUL */
    /* the field is a word that locates the data: length << 16 | offset
       (linux/Documentation/trace/events.rst) */
    bool dynamic;
    bool relative; /* this offset counts from the end of the word (__rel_loc) */
    bool negative; /* signed */
    bool hex;      /* printed in hexadecimal */
};

/* One tracepoint of the capture. */
struct trace_event {
    const char *system, *name;        /* "sched", "sched_switch" */
    const struct trace_field *fields; /* common fields first */
    size_t n;
    enum byte_order order;
};

/* Finds a field by name; NULL: none. */
const struct trace_field *trace_field(const struct trace_event *ev, const char *name);

/* The number in a field, sign-extended to 64 bits. 0: the field is an array, has not 1, 2, 4 or 8 bytes,
   or is not inside the data. */
int64_t trace_number(const struct trace_event *ev, const struct trace_field *f, struct span raw);

/* Like trace_number(), but from the bytes of the field. */
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

/* Like trace_number(), for element `i` of an array that is not dynamic; 0: the array is shorter. */
int64_t trace_element(const struct trace_event *ev, const struct trace_field *f, struct span raw, size_t i);

/* The bytes of a field, borrowed from `raw`; of a text only the bytes before the NUL. Empty: they are not
   inside `raw`. */
struct span trace_bytes(const struct trace_event *ev, const struct trace_field *f, struct span raw);

/* Appends a field's value as perf prints it without a print format (tools/lib/traceevent,
   tep_print_field()). */
void trace_field_text(const struct trace_event *ev, const struct trace_field *f, struct span raw,
                      struct text *out);

/* The most characters as which a sample with n bytes of data is printed. The kernel prints at most a page (kernel/trace/trace.h,
   TRACE_SEQ_BUFFER_SIZE); long data are printed as long text. */
size_t trace_text_most(size_t n);

/* Appends " name=text" for each field except the common ones, up to trace_text_most() characters and "...": a format may have
   any number of fields in the same bytes. */
void trace_fields_text(const struct trace_event *ev, struct span raw, struct text *out);

/* Whether all tracepoints have the field: its name begins with "common_". */
bool trace_field_is_common(const struct trace_field *f);

/* Passes all fields to `sink`. False: those after trace_text_most() characters are left out, by an estimate. */
bool trace_fields_show(const struct trace_event *ev, struct span raw, const struct value_sink *sink);

/* Looks up names of the recorded machine. A NULL function means that no names are known. */
struct trace_names {
    /* The symbol that covers a kernel address, and where it begins; NULL: none. The text is valid until the next call. */
    const char *(*at)(void *arg, uint64_t avma, uint64_t *start, const char **module);
    void *arg;
    const char *(*error)(void *arg,
                         uint32_t number); /* the name of an error, "ENOENT"; NULL: unknown number */
};

struct trace_reader {
    /* Opens tracing data, borrowed until close(). NULL with `e` set: it is not tracing data. Damaged parts
       after its beginning are left out. */
    struct traces *(*open)(struct span data, const struct trace_names *names, struct err *e);
    /* Appends the text of the raw data (sample->raw) of a sample of the tracepoint `id` (attr.config).
       False, with `out` unchanged: the id is unknown, or the data do not match the tracepoint's
       description. Not thread-safe. */
    bool (*print)(struct traces *t, uint64_t id, struct span raw, struct text *out);
    /* The tracepoint with this id, valid until close(); NULL: unknown. */
    const struct trace_event *(*event)(struct traces *t, uint64_t id);
    /* The page size of the recorded machine, in bytes. */
    uint32_t (*page_size)(const struct traces *t);
    /* Passes the raw data to `sink` as the member "fields", and for events that describe themselves
       (EventHeader) also as the member "eventheader". False: a part of the data could not be decoded. */
    bool (*show)(struct traces *t, uint64_t id, struct span raw, const struct value_sink *sink);
    void (*close)(struct traces *t);
    /* Whether data have all the parts that their lengths promise, and nothing behind them but padding. */
    bool (*is_whole)(struct span data);
};

#endif
