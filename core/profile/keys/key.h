/*
 * key: what rows can be sorted and counted by. A key turns a sample at a place into a cell; samples with equal cells
 * are one row. Texts are made once per cell, after counting, so that no comparison resolves, demangles or formats;
 * values once per row that is shown. The keys are rows of keys.c, key_branch.c and key_weight.c.
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
enum { KEYS_MAX = 56 + TRACE_KEYS_MAX };
/* all other keys, and key_mode (tests/unit/count.c) */

/* An address of a sample as the keys see it. */
struct resolved_addr {
    struct place place;      /* map NULL: no mapping covers it */
    uint64_t addr;           /* shown if there is no symbol */
    char level;              /* perf's mark: '.', 'k', 'g', 'u', 'H' */
    struct when from, until; /* the window in which this holds */
};

/* A branch of a sample, with its ends resolved. */
struct jump {
    struct branch_entry entry;
    uint64_t number; /* in the sample; the latest is 0 */
    struct resolved_addr from, to;
};

struct key;
struct trace_look;

/* What a key may look at. */
struct view {
    const struct key *key; /* the key that looks */
    /* index of the event that is counted; a group leader's sample counts for the group's other events, too */
    uint32_t event;
    struct trace_look *look; /* for keys of tracepoints; NULL: there are none */
    const struct sample *sample;
    const struct jump *jump; /* NULL where samples are counted, not branches */
    const char *comm;        /* NULL: not recorded */
    const struct resolved_addr *resolved;
    const struct symbol *parent; /* first symbol of the chain that count_opts.parent matches; NULL: none */
    const struct env *env;
    const struct timeline *timeline;
    uint64_t time_quantum; /* ns; 0: none */
};

/* 12 bytes: there may be as many as addresses. */
struct __attribute__((packed, aligned(4))) cell {
    uint64_t v; /* a number, or with TAG_POINTER a pointer */
    /* cells of different tags are different; of cells that read the same the earliest sample's tag is shown */
    uint32_t tag;
};

/* The CPU of the sample, and its socket; -1: unknown. */
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

struct key_context { /* what texts depend on */
    const struct timeline *timeline;
    struct resolver *resolver;
    char *(*demangle)(const char *name); /* malloc'ed plain name; NULL: not mangled */
    unsigned addr_digits;                /* hex digits of an address: 8 or 16 */
    const char *labels;                  /* of the capture, one per line; NULL: none */
    const char *capture;                 /* its name; NULL: not shown */
    bool nanoseconds;
    bool full_paths; /* of source files, else their last part */
};

/* A cell whose value or text is made. */
struct key_cell {
    const struct cell *cell;
    const struct key_context *kc;
    struct text *text; /* the text goes here; of a value its texts, which is empty before */
};

/* A cell and its text, for comparisons. */
struct shown_cell {
    const struct cell *cell;
    const char *text;
};

/* Which cells of several captures are one (core/profile/show/compare.h). */
enum key_join {
    JOIN_NONE,   /* none */
    JOIN_APART,  /* cells that read the same; captures are not compared by such a key */
    JOIN_TEXT,   /* cells that read the same */
    JOIN_OBJECT, /* cells that read the same; those without an object come last */
    JOIN_NUMBER, /* cells with the same number */
    JOIN_SYMBOL, /* symbols of the same name; all cells without a symbol */
};

/* What a key looks at in a sample besides its thread and place. */
enum key_varies { KEY_STEADY, KEY_VARIES, KEY_VARIES_BY_CPU, KEY_VARIES_BY_TIME };

struct key {
    const char *name;     /* for --sort; a prefix will do, as in perf */
    const char *header;   /* NULL: see struct field_key */
    const char *help;     /* what the key shows, in a few words */
    const char *none;     /* text of an unknown value */
    enum value_type type; /* of known values; VALUE_UNKNOWN: it has texts alone */
    bool to;              /* of a branch's target, else of its source */
    /* Least width of the column, where perf reserves more than the header needs; and with --ns. */
    unsigned least_width, least_width_ns;
    bool to_the_right; /* its column is aligned to the right */
    uint64_t sample;   /* PERF_SAMPLE_* bits it needs; BRANCH_STACK: it needs view.jump */
    bool needs_place;
    bool by_symbol; /* one cell for all code of a symbol */
    /* cells with equal numbers read the same but for their tags; the earliest sample's tag is shown */
    bool first_tag;
    bool needs_tid;         /* the cell depends on the thread, not only on its name */
    bool summed;            /* a row shows the sum over its samples */
    enum key_varies varies; /* what else of the sample it looks at */
    struct cell (*get)(const struct view *v);
    /* The value of a cell; NULL: the number or text in it, by `type`. VALUE_COUNT: an int32_t, unknown if below 0. */
    struct value (*value)(const struct key_cell *c);
    /* The text of a cell in its column; NULL: key_text() writes the value. */
    void (*show)(const struct key_cell *c);
    /* The width that a thread's cell asks for; NULL: that of its text. perf makes the column of commands as wide as
       the last names of threads, and cuts longer ones. */
    size_t (*width)(const struct key_context *kc, int32_t tid);
    /* The width of a cell that is a bare address, 0 if it is none; NULL: the key has none. There may be as many as
       samples, so their texts are made when shown, and compare() does not look at them. Texts that do not widen a
       column in perf count as bare, too. */
    size_t (*bare)(const struct key_cell *c);
    /* Order of rows with equal weight; 0 only for one row; NULL: all rows are equal. Texts are those of key_text(). */
    int (*compare)(const struct shown_cell *a, const struct shown_cell *b);
    enum key_join join;
};

/* A key of fields of tracepoints: its column depends on the event. Headers are aligned to the right. */
struct field_key {
    struct key key;
    const struct field_column {
        const char *header;   /* NULL: the event has no such column */
        enum value_type type; /* of known values */
        unsigned least_width;
        size_t field;  /* index in struct trace_event */
        uint32_t kind; /* flags of key_trace.c */
    } * columns;       /* per event of the capture */
    bool raw;          /* as recorded, not as the print format shows it */
};

/* The column of a key of fields for an event; NULL: another key. */
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

/* Add the name of a thread: its comm, or if that was not recorded what perf shows instead (":TID", "swapper"). */
void key_comm_text(const char *comm, int32_t tid, struct text *out);

/* Whether a cell of the key "comm" is a thread without a recorded name, whose text is made of its number: equal
   numbers in two captures mean nothing. */
bool key_comm_is_number(const struct cell *c);

/* How many threads ran when the sample was taken: 1 to the number of CPUs. */
static inline uint32_t view_running(const struct view *v)
{
    uint32_t n = (uint32_t)timeline_running_threads(v->timeline, v->sample->when),
             most = v->env->cpus_available;
    if (most && n > most)
        return most;
    return n;
}

#endif
