/*
 * key: the keys of rows, as in --sort. A key turns the place, thread and other data of a sample into a cell; samples
 * with equal cells are one row. The text of a cell is made once, after counting, so that comparing rows needs no
 * resolving, demangling or formatting. The keys are listed in keys.c, key_branch.c and key_weight.c.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_H

#include "core/base/text.h"
#include "core/base/value.h"
#include "core/model/branch.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

enum { TRACE_KEYS_MAX = 64 }; /* fields of tracepoints (key_trace.h) */
enum { KEYS_MAX = 58 + TRACE_KEYS_MAX };
/* KEYS_MAX: 58 keys (tests/unit/count.c counts them, without fields and key_mode) and the fields of tracepoints. */

/* An address of a sample, resolved for the keys. */
struct resolved_addr {
    struct place place;      /* place.map NULL: no mapping covers the address */
    uint64_t addr;           /* the address that is shown if no symbol covers it */
    char level;              /* perf's mark: '.', 'k', 'g', 'u', 'H'; 0: there is no address */
    struct when from, until; /* the window of time in which the result is valid */
};

/* A branch of a sample, with its ends resolved. */
struct jump {
    struct branch_entry entry;
    uint64_t number; /* position in the sample's branch stack; 0 is the latest branch */
    struct resolved_addr from, to;
};

enum { STATE_ON_CPU = 1 }; /* in the place of a letter: the thread did not wait */

/* A wait of a thread off the CPU, where waits are counted instead of samples. */
struct wait {
    char state; /* the letter of the thread's state when it left the CPU; 0: unknown; STATE_ON_CPU */
    bool is_woken;
    const char *waker; /* the name of the thread that woke it; NULL: not recorded */
    int32_t waker_tid;
};

struct key;
struct trace_look;

/* The data of a sample from which a key makes its cell. */
struct view {
    const struct key *key; /* the key whose get() is called */
    /* index of the event for which the sample is counted: a sample of a group leader counts for each event of
       the group */
    uint32_t event;
    struct trace_look *look; /* for keys of tracepoints; NULL: no key is one */
    const struct sample *sample;
    const struct jump *jump; /* NULL where samples are counted, not branches */
    const struct wait *wait; /* NULL where samples are counted, not waits */
    const char *comm;        /* NULL: not recorded */
    const struct resolved_addr *resolved;
    /* the first symbol of the chain that count_opts.parent matches; NULL: none */
    const struct symbol *parent;
    const struct env *env;
    const struct timeline *timeline;
    uint64_t time_quantum; /* ns; 0: times are not rounded */
};

/* 12 bytes: there may be as many cells as addresses. */
struct __attribute__((packed, aligned(4))) cell {
    uint64_t v; /* a number, or with TAG_POINTER a pointer */
    /* Cells with different tags are different. Of cells with the same text, the tag of the earliest sample is shown. */
    uint32_t tag;
};

/* The CPU of the sample, and the socket of that CPU; -1: unknown. */
static inline int32_t view_cpu(const struct view *v)
{
    if (v->sample->has & PERF_SAMPLE_CPU)
        return (int32_t)v->sample->cpu;
    return -1;
}

static inline int32_t view_socket(const struct view *v)
{
    const uint32_t cpu = (uint32_t)view_cpu(v);
    if (cpu < v->env->ncpus)
        return v->env->cpus[cpu].socket;
    return -1;
}

struct key_context { /* the data that texts of cells depend on */
    const struct timeline *timeline;
    struct resolver *resolver;
    /* returns the demangled name, malloc'ed; NULL: the name is not mangled */
    char *(*demangle)(const char *name);
    unsigned addr_digits; /* hex digits of an address: 8 or 16 */
    const char *labels;   /* labels of the capture, one per line; NULL: none */
    const char *capture;  /* the capture's name; NULL: not shown */
    bool nanoseconds;
    bool full_paths; /* show full paths of source files, else only the last part */
};

/* A cell, for making its value or text. */
struct key_cell {
    const struct cell *cell;
    const struct key_context *kc;
    /* show() adds the text to it; value() may store texts of the value in it, after it was emptied */
    struct text *text;
};

/* A cell and its text, for comparisons. */
struct shown_cell {
    const struct cell *cell;
    const char *text;
};

/* How cells of several captures are matched with each other (core/compare/compare.h). */
enum key_join {
    JOIN_NONE,   /* never matched */
    JOIN_APART,  /* by text, but captures are not compared by such a key */
    JOIN_TEXT,   /* by text */
    JOIN_OBJECT, /* by text; cells without an object come last */
    JOIN_NUMBER, /* by number */
    JOIN_SYMBOL, /* by symbol name; all cells without a symbol match each other */
};

/* What a key looks at in a sample besides its thread and place. */
enum key_varies {
    KEY_STEADY,
    KEY_VARIES,
    KEY_VARIES_BY_CPU,
    KEY_VARIES_BY_TIME,
    KEY_VARIES_BY_WAIT,
    KEY_VARIES_BY_PARENT
};

struct key {
    const char *name;     /* for --sort; a prefix will do, as in perf */
    const char *header;   /* NULL: the header depends on the event (struct field_key) */
    const char *help;     /* what the key shows, in a few words */
    const char *none;     /* text of an unknown value */
    enum value_type type; /* type of known values; VALUE_UNKNOWN: the key gives texts only */
    bool to;              /* the key is about the target of a branch, else about its source */
    /* Least width of the column, if perf reserves more than the header needs; least_width_ns: with --ns. */
    unsigned least_width, least_width_ns;
    bool to_the_right; /* its column is aligned to the right */
    uint64_t sample;   /* PERF_SAMPLE_* bits it needs; BRANCH_STACK: it needs view.jump */
    bool needs_place;
    bool by_symbol; /* all code of a symbol has one cell */
    /* cells with equal numbers but different tags are one row, which shows the tag of the earliest sample */
    bool first_tag;
    bool needs_tid;         /* the cell depends on the thread, not only on its name */
    bool summed;            /* a row shows the sum over its samples */
    enum key_varies varies; /* what the cell depends on besides thread and place */
    struct cell (*get)(const struct view *v);
    /* The value of a cell. NULL: the value is the number or text stored in the cell, of type `type`; for VALUE_COUNT
       an int32_t, unknown if negative. */
    struct value (*value)(const struct key_cell *c);
    /* The text of a cell in its column; NULL: key_text() writes the value. */
    void (*show)(const struct key_cell *c);
    /* The width that a thread's cell needs in the column; NULL: the width of its text. perf makes the column
       of commands as wide as the longest name that a thread had at the end, and cuts longer earlier names. */
    size_t (*width)(const struct key_context *kc, int32_t tid);
    /* The width of a cell that is a "bare" address, without a symbol; 0: the cell is not bare. NULL: the key has no
       bare cells. There may be as many bare cells as samples, so their texts are made only when shown, and compare()
       must not read them. Texts that do not widen a column in perf count as bare, too. */
    size_t (*bare)(const struct key_cell *c);
    /* The order of rows with equal weight; 0: the cells belong to one row. NULL: all cells are equal. The texts come
       from key_text(). */
    int (*compare)(const struct shown_cell *a, const struct shown_cell *b);
    enum key_join join;
};

/* A key that shows a field of tracepoints: its column depends on the event. Headers are aligned to the right. */
struct field_key {
    struct key key;
    const struct field_column {
        const char *header;   /* NULL: the event has no such column */
        enum value_type type; /* of known values */
        unsigned least_width;
        size_t field;  /* index in struct trace_event */
        uint32_t kind; /* flags of key_trace.c */
    } * columns;       /* per event of the capture */
    bool raw;          /* the field is shown as recorded, not as in the print format */
};

/* The column of a field key for an event; NULL: `k` is not a field key. */
static inline const struct field_column *key_field(const struct key *k, uint32_t event)
{
    if (k->header)
        return NULL;
    return &((const struct field_key *)k)->columns[event];
}

/* The header of a key's column for an event; NULL: the event has no such column. */
static inline const char *key_header(const struct key *k, uint32_t event)
{
    if (k->header)
        return k->header;
    return key_field(k, event)->header;
}

/* Add the name of a thread: its comm, or if no comm was recorded perf's placeholder (":TID", "swapper"). */
void key_comm_text(const char *comm, int32_t tid, struct text *out);

/* Whether a cell of the key "comm" is a thread without a recorded name. Such a cell shows the tid, and equal tids in
   two captures are not the same thread. */
bool key_comm_is_number(const struct cell *c);

/* The number of threads that ran when the sample was taken: 1 to the number of CPUs. */
static inline uint32_t view_running(const struct view *v)
{
    uint32_t n = (uint32_t)timeline_running_threads(v->timeline, v->sample->when),
             most = v->env->cpus_available;
    if (most && n > most)
        return most;
    return n;
}

#endif
