/*
 * layout: the columns of a report and the order of its lines, from -s, -F and the options for single columns
 * (perf, setup_sorting()): lines are sorted by all shown columns, and all sort keys are shown.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_LAYOUT_H
#define PERFOLIO_LIB_QUESTION_REPORT_LAYOUT_H

#include "core/base/err.h"
#include "core/profile/keys/key_trace.h"
#include "core/profile/keys/keys.h"
#include "core/profile/show/table.h"

/* A column of numbers. */
struct layout_number {
    const char *name; /* its name in -F and -s */
    const char *header;
    size_t width; /* width per event */
    enum figure figure;
    enum { NUMBER_PERCENT, NUMBER_COUNT, NUMBER_AVERAGE } kind; /* AVERAGE: per sample of the row */
    const char *help;
};

enum { NUMBERS = 13, FIELDS_MAX = KEYS_MAX + NUMBERS };

extern const struct layout_number layout_numbers[NUMBERS];

struct field {
    const struct layout_number *number; /* NULL: the field is a key */
    const struct key *key;              /* NULL: the field is `word`, until layout_resolve_words() */
    char *word;                         /* an unknown name, which may be a field of a tracepoint */
    unsigned level;                     /* level of --hierarchy, from 1 on; keys in braces share a level */
};

struct fields {
    struct field v[FIELDS_MAX];
    size_t n;
};

/* The options that decide on columns and order. */
struct layout_opts {
    struct fields sort, fields; /* the lists of -s and -F; n == 0: not given */
    struct fields usual;        /* the default keys: layout_set_usual_keys(), until layout_resolve_words() */
    bool add_to_sort, add_to_fields; /* the lists began with a + */
    /* show the column of IPC, which has data only in captures with branches; perf adds it to each --sort that has the
       full word "symbol" */
    bool ipc;
    bool sort_by_symbol; /* --sort begins with the symbol: trees omit the frame that the row names */
    bool branches;       /* rows are branches */
    bool parents;        /* -p */
    bool verbose;        /* shows paths of objects, a row's first address, and the source of its name */
    bool modes, samples, period; /* show columns of CPU modes, of numbers of samples, of periods */
    bool latency;                /* the weight of lines is wall-clock time */
    bool with_latency; /* wall-clock time is shown beside the period, unless -s or -F name a weight */
};

struct layout_column {
    const struct layout_number *number; /* NULL: the column is a key */
    size_t key;                         /* index into layout.keys */
    const char *header;                 /* header of a column of numbers */
};

struct layout {
    const struct key *keys[KEYS_MAX]; /* samples with equal keys are one row; in the order of comparison */
    unsigned levels[KEYS_MAX];
    size_t nkeys, nshown; /* keys from nshown on are not shown */
    struct layout_column columns[FIELDS_MAX];
    size_t ncolumns;
    struct line_by order[FIELDS_MAX];
    size_t norder;
    bool latency;               /* some column shows latency */
    bool weights[WEIGHT_PARTS]; /* some column shows this part of weights */
};

/* Parses a list such as "comm,overhead,{dso,sym}"; names may be abbreviated. Unknown names become words, which
   layout_resolve_words() looks up. `f` is empty at first; free it with layout_fields_free() in any case. */
bool layout_fields_read(const char *option, const char *list, struct fields *f, struct err *e);
void layout_fields_free(struct fields *f);

/* The i-th name that is allowed in the lists of -s and -F, without fields of tracepoints; NULL after the last. */
const char *layout_field_word(size_t i);

/* layout_set_usual_keys() sets the default keys; `tracepoints`: all events of the capture are tracepoints.
 * layout_resolve_words(), called afterwards, replaces all words by keys of tracepoint fields; false with `e` set if a
 * word is not the name of such a field. */
void layout_set_usual_keys(struct layout_opts *o, bool tracepoints, bool raw);
bool layout_resolve_words(struct layout_opts *o, struct trace_keys *keys, struct err *e);

/* Makes the layout of a report; `children`: the report counts samples for callers, too. */
void layout_make(struct layout *l, const struct layout_opts *o, bool children);

/* layout_names_key(): whether the options name a key. layout_wants_running(): whether they name a column that depends
   on the number of running threads. */
bool layout_names_key(const struct layout_opts *o, const char *key);
bool layout_wants_running(const struct layout_opts *o);

/* The index of a key in l->keys; l->nkeys if the layout does not have the key. */
size_t layout_place(const struct layout *l, const struct key *key);

#endif
