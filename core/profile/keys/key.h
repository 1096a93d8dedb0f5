/*
 * key: what rows can be sorted and counted by: one row in keys.c or key_branch.c each. A key turns a sample
 * at a place into a cell; equal cells are one row. Texts are made once per cell, after counting, so that
 * nothing is resolved, demangled or formatted inside a comparison; values once per row that is shown.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_H

#include "core/base/text.h"
#include "core/base/value.h"
#include "core/model/branch.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

enum { TRACE_KEYS_MAX = 64 }; /* of fields of tracepoints (key_trace.h) */
enum { KEYS_MAX = 56 + TRACE_KEYS_MAX };
/* every other key may be asked for, and the mode besides (tests/unit/count.c) */

/* An address of a sample as the keys see it. */
struct resolved_addr {
    struct place place;      /* map NULL: in no mapping */
    uint64_t addr;           /* printed when there is no symbol */
    char level;              /* '.', 'k', 'g', 'u', 'H' as perf marks them */
    struct when from, until; /* the window in which that address is resolved to this */
};

/* A branch that a sample carries, with its ends. */
struct jump {
    struct branch_entry entry;
    uint64_t number; /* in the sample, the latest is 0 */
    struct resolved_addr from, to;
};

struct key;
struct trace_look;

/* What a key may look at. */
struct view {
    const struct key *key; /* itself */
    uint32_t event;        /* that is counted, by its index: of a group other samples may carry its counter */
    struct trace_look *look; /* for keys of tracepoints; NULL: there are none */
    const struct sample *sample;
    const struct jump *jump; /* NULL where samples are counted, not branches */
    const char *comm;        /* NULL: not recorded */
    const struct resolved_addr *resolved;
    const struct symbol *parent; /* the first in its chain that matches what is asked for; NULL: none */
    const struct env *env;
    const struct timeline *timeline;
    uint64_t time_quantum; /* ns; 0: none */
};

/* In 12 bytes, for there may be as many as addresses. */
struct __attribute__((packed, aligned(4))) cell {
    uint64_t v;   /* a number, or the address of what the key knows */
    uint32_t tag; /* told apart while counting; a row shows that of its earliest sample */
};

/* The processor that a sample was on, and its socket; -1: unknown. */
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

struct key_context { /* for texts */
    const struct timeline *timeline;
    struct resolver *resolver;
    char *(*demangle)(const char *name); /* malloc'ed plain name, or NULL: not mangled */
    unsigned addr_digits;                /* hex digits of an address of the capture: 8 or 16 */
    const char *labels;                  /* of the capture, a line each; NULL: none */
    const char *capture;                 /* what it is called; NULL: that is not shown */
    bool nanoseconds;
    bool full_paths; /* of source files, not just their last parts */
};

/* A cell, for its value and its texts. */
struct key_cell {
    const struct cell *cell;
    const struct key_context *kc;
    struct text *text; /* what is shown is added here; of a value its texts, and it is empty before */
};

/* A cell with the text of its column, to be compared. */
struct shown_cell {
    const struct cell *cell;
    const char *text;
};

/* What makes cells of several captures one (compare.h). */
enum key_join {
    JOIN_NONE,   /* nothing                                                */
    JOIN_APART,  /* that they read the same, but no two captures are compared by it */
    JOIN_TEXT,   /* that they read the same                                */
    JOIN_OBJECT, /* the same; what is in no object comes last              */
    JOIN_NUMBER, /* that they are one number                               */
    JOIN_SYMBOL, /* that symbols have one name; all that has none is one   */
};

/* What of a sample a key looks at beside its thread and place. */
enum key_varies { KEY_STEADY, KEY_VARIES, KEY_VARIES_BY_CPU, KEY_VARIES_BY_TIME };

struct key {
    const char *name;     /* of --sort; any prefix of it will do, as in perf */
    const char *header;   /* NULL: it is that of a struct field_key */
    const char *help;     /* what it says, in a few words */
    const char *none;     /* the text of a cell whose value is unknown */
    enum value_type type; /* of its values, but for unknown ones; VALUE_UNKNOWN: it is of text alone */
    bool to;              /* of a branch where it led to, not where it came from */
    unsigned least_width, least_width_ns; /* of its column, where perf reserves more than the header takes;
                                             and with --ns */
    bool to_the_right;                    /* numbers */
    uint64_t sample;                      /* PERF_SAMPLE_* bits it needs; BRANCH_STACK: view.jump */
    bool needs_place;
    bool by_symbol; /* its cell is the same for all code of a symbol */
    bool
        first_tag; /* cells of one number read the same, but for what their tags say, of which the earliest's is shown */
    bool needs_tid;         /* its cell depends on the thread, not only on the thread's name */
    bool summed;            /* a number: what a row shows is that of its samples together */
    enum key_varies varies; /* whether it does so on more of the sample than its thread and place */
    struct cell (*get)(const struct view *v);
    /* What a cell says, where that is not the number or the text in it, by its type (NULL); VALUE_COUNT: an
       int32_t, unknown below 0. */
    struct value (*value)(const struct key_cell *c);
    /* The text of a column, where that is not how key_text() writes the value (NULL). */
    void (*show)(const struct key_cell *c);
    /* The width a cell asks for, when that is not the width of its text (NULL): perf makes the column of
       commands as wide as the names that the threads had in the end, and cuts those that were longer. */
    size_t (*width)(const struct key_context *kc, int32_t tid);
    /* Whether a cell is a bare address, of which there may be as many as samples: its text is made when it is
       shown, has this width, and is not looked at by compare(). 0: not such a cell. NULL: there are none. So
       are texts for which perf makes no column wider. */
    size_t (*bare)(const struct key_cell *c);
    /* Order between rows of equal weight; 0 only if they are one row, as all are for NULL. Texts are those of
     * key_text(). */
    int (*compare)(const struct shown_cell *a, const struct shown_cell *b);
    enum key_join join;
};

/* A key of fields of tracepoints, whose column depends on the event. Headers stand to the right. */
struct field_key {
    struct key key;
    const struct field_column {
        const char *header; /* NULL: the event has no such column */
        unsigned least_width;
        size_t field;  /* its number in struct trace_event */
        uint32_t kind; /* key_trace.c's */
    } * columns;       /* per event of the capture */
    bool raw;          /* as recorded, whatever the print format makes of it */
};

static inline const struct field_column *key_field(const struct key *k, uint32_t event)
{
    if (k->header)
        return NULL;
    return &((const struct field_key *)k)->columns[event];
}

/* The header of its column for an event; NULL: the event has none. */
static inline const char *key_header(const struct key *k, uint32_t event)
{
    if (k->header)
        return k->header;
    return key_field(k, event)->header;
}

/* A thread's name as it is shown: its comm, or what stands for one that was never recorded. */
void key_comm_text(const char *comm, int32_t tid, struct text *out);

/* Whether a cell of the key "comm" is of a thread that was never named, so that its text is made of its number: two
   recordings that have the same one have nothing in common. */
bool key_comm_is_number(const struct cell *c);

/* How many threads ran when a sample was taken: 1 to as many as there are CPUs. */
static inline uint32_t view_running(const struct view *v)
{
    uint32_t n = (uint32_t)timeline_running(v->timeline, v->sample->when), most = v->env->cpus_available;
    if (most && n > most)
        return most;
    return n;
}

#endif
