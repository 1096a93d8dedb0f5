/*
 * layout: the columns of a report and the order of its lines, out of what -s, -F and the options for single
 * columns ask for (perf, setup_sorting()): what is sorted by is shown, too, and what is shown is sorted by.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_LAYOUT_H
#define PERFOLIO_LIB_QUESTION_REPORT_LAYOUT_H

#include "core/base/err.h"
#include "core/profile/keys/key_trace.h"
#include "core/profile/keys/keys.h"
#include "core/profile/show/table.h"

/* A column of numbers. */
struct layout_number {
    const char *name; /* of -F and -s */
    const char *header;
    size_t width; /* per event */
    enum figure figure;
    enum { NUMBER_PERCENT, NUMBER_COUNT, NUMBER_AVERAGE } kind; /* the last: over the samples of the row */
    const char *help;                                           /* what it says, in a few words */
};

enum { NUMBERS = 13, FIELDS_MAX = KEYS_MAX + NUMBERS };

extern const struct layout_number layout_numbers[NUMBERS];

struct field {
    const struct layout_number *number; /* or, where that is NULL: */
    const struct key *key;              /* or, until layout_name(): */
    char *word;                         /* which may be a field of tracepoints */
    unsigned level;                     /* of --hierarchy, from 1 on; keys in braces share one */
};

struct fields {
    struct field v[FIELDS_MAX];
    size_t n;
};

/* What is asked for. */
struct layout_opts {
    struct fields sort, fields;      /* n 0: not asked for */
    struct fields usual;             /* what goes without saying: layout_usual(), until layout_name() */
    bool add_to_sort, add_to_fields; /* the lists began with a + */
    bool ipc; /* perf adds this column, which only branch captures fill, to every --sort that spells
                 out "symbol" */
    bool sort_by_symbol;         /* --sort begins with it: trees leave out the frame that the row names */
    bool branches;               /* rows are branches */
    bool parents;                /* -p */
    bool verbose;                /* paths of objects; a row's first address, and where its name is from */
    bool modes, samples, period; /* columns of these */
    bool latency;                /* what counts is the time on the wall */
    bool with_latency;           /* ... is shown beside the period, unless numbers are asked for */
};

struct layout_column {
    const struct layout_number *number; /* NULL: a key, */
    size_t key;                         /* this one */
    const char *header;                 /* of a number */
};

struct layout {
    const struct key *keys[KEYS_MAX]; /* in the order in which they tell rows apart */
    unsigned levels[KEYS_MAX];
    size_t nkeys, nshown; /* the keys behind those that are shown only tell rows apart */
    struct layout_column columns[FIELDS_MAX];
    size_t ncolumns;
    struct line_by order[FIELDS_MAX];
    size_t norder;
    bool latency;               /* some column is of latency, */
    bool weights[WEIGHT_PARTS]; /* of these parts of weights */
};

/* A list of names such as "comm,overhead,{dso,sym}", any beginnings of which will do. What is none is a word
   to ask a capture about. To be freed; `f` is empty at first. */
bool layout_fields_read(const char *option, const char *list, struct fields *f, struct err *e);
void layout_fields_free(struct fields *f);

/* The i-th name that may be in such a list, fields of tracepoints excepted; NULL behind the last. */
const char *layout_field_word(size_t i);

/* Once it is known what the capture has: find the usual keys of a capture whose events are all tracepoints,
 * or not; put keys in place of all words, of which those that were asked for are others'. */
void layout_usual(struct layout_opts *o, bool tracepoints, bool raw);
bool layout_name(struct layout_opts *o, struct trace_keys *keys, struct err *e);

/* Lay out a report that counts callers, or not. */
void layout_make(struct layout *l, const struct layout_opts *o, bool children);

/* Whether a key is asked for by its name; and whether anything is that depends on how many threads ran. */
bool layout_names(const struct layout_opts *o, const char *key);
bool layout_wants_running(const struct layout_opts *o);

/* Where a key is among those that tell rows apart; nkeys: it is not. */
size_t layout_place(const struct layout *l, const struct key *key);

#endif
