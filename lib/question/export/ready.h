/*
 * ready: the options of perfolio export, and the data that is prepared for each capture before anything is written.
 * Several captures become one export by export_join() or as a list (export.next), depending on the format
 * (exporter.h).
 */
#ifndef PERFOLIO_LIB_QUESTION_EXPORT_READY_H
#define PERFOLIO_LIB_QUESTION_EXPORT_READY_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "formats/export/exporter.h"
#include "lib/question/common/run_list.h"
#include "formats/export/join_commands.h"

enum { EXPORT_DEPTH = 127 }; /* the usual --max-stack */
enum { WEIGHT_UNSET = -1, WEIGHT_PERIOD, WEIGHT_SAMPLES };

struct export_opts {
    struct common_opts common;
    struct filters filters;
    struct count_opts count;
    const struct exporter *format;
    char *output, *event;
    bool processes, threads, annotate, no_guess;
    int inlines; /* enum count_inlines */
    int off_cpu; /* --off-cpu, --wall-clock: 1 + enum wait_weight; 0: samples are exported */
    int weight;  /* --weight: index of the word, or WEIGHT_UNSET */
    /* only one event is exported, because the format holds only one, or because two sides are compared by one */
    bool one_event;
    /* if two sides are compared: the first run, whose event is chosen; other runs export the same event. NULL: this
       is the first run */
    const struct ready *like;
};

/* A capture that is prepared for export in a format, with the data that `x` borrows. */
struct ready {
    const struct key *keys[3]; /* keys of the profile */
    struct profile profile;
    struct tracks tracks;
    struct problems problems;
    _Atomic uint32_t matched; /* struct transforms */
    struct export x;
    uint64_t samples, all; /* number of exported samples, and number including samples that filters hide */
    uint32_t *leads;       /* the result of hybrid_leaders() */
    struct text others;    /* if the format has only one event: the names of the other events */
    struct text options;   /* for x.options */
    char **problem_texts;  /* owns the texts of x.problems */
};

/* Prepares a capture. The session must stay open, and `r` must not be moved in memory, until export_ready_free(),
   which the caller calls in any case. False with `e` set on failure. */
bool export_ready_make(struct ready *r, struct session *s, const struct export_opts *o, struct err *e);
void export_ready_free(struct ready *r);

/* The number of samples, not hidden by filters, of an event and of the events that are exported as part of it (hybrid
   CPUs). */
uint64_t export_ready_samples(const struct ready *r, const struct exporter *f, uint32_t event);

/* Adds the name of the exported event to `out`. */
void export_ready_event_name(const struct ready *r, const struct session *s, struct text *out);

/* Adds lines about the exported event: which events are not exported, and which events are summed up in it. `of`: the
   name of the capture in these lines; NULL: none. */
void export_ready_add_events(const struct ready *r, const struct session *s, const struct export_opts *o,
                             const char *of, struct text *out);

/* Parts: the captures of an export: a single capture, the captures of a folio, or the runs of two sides. */

/* The sessions of all parts stay open until the export is written. */
struct parts {
    struct part {
        struct session session;
        struct ready ready;
    } * *v;
    size_t n, cap;
    size_t before; /* if two sides are compared: number of parts of the first side; else 0 */
    struct run_list runs;
    struct joined_commands joined; /* commands that are the same on both sides under different names */
    bool meet;                     /* some stack is on both sides */
};

/* If a command has different names on the two sides, gives it one name. */
void parts_join_commands(struct parts *p, const struct export_opts *o);

/* Joins the runs to one export with two events, named after the sides, and the problems of all runs; see
   export_join_sides(). */
void parts_join(struct parts *p, const struct export_opts *o, struct export *to, struct capture *as);

/* Prints what makes the two sides hard to compare, then the problems of their runs. */
void parts_show_doubts(const struct parts *p, const struct export_opts *o, struct outlet *err);

#endif
