/*
 * ready: what the command was asked for, and what is made ready of each capture before anything is written.
 * What formats have room for decides how several captures are one: export_join() or export.next (exporter.h).
 */
#ifndef PERFOLIO_LIB_QUESTION_EXPORT_READY_H
#define PERFOLIO_LIB_QUESTION_EXPORT_READY_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "formats/export/exporter.h"
#include "lib/question/common/run_list.h"
#include "formats/export/join_commands.h"

enum { WEIGHT_UNSET = -1, WEIGHT_PERIOD, WEIGHT_SAMPLES };

struct export_opts {
    struct common_opts common;
    struct filters filters;
    struct count_opts count;
    const struct exporter *format;
    char *output, *event;
    bool processes, threads, annotate, no_guess;
    int inlines;    /* enum count_inlines */
    int weight;     /* --weight: the index of its word */
    bool one_event; /* there is room for one: in the format, or as two sides are of one */
    /* of two sides, the first run, which chooses the event; the others have the one that is the same; NULL: this is it */
    const struct ready *like;
};

/* An export prepared for a format, with the data that it borrows. */
struct ready {
    const struct key *keys[3]; /* of the profile */
    struct profile profile;
    struct tracks tracks;
    struct problems problems;
    struct export x;
    uint64_t samples, all; /* exported, and with those that a filter hides */
    uint32_t *leads;       /* hybrid_leaders() */
    struct text others;    /* events that are not shown, of formats with room for one */
    char **problem_texts;  /* of x.problems */
};

/* Needs the session as long as there is something ready. Not to be moved. False with `e` set;
   export_ready_free() in either case. */
bool export_ready_make(struct ready *r, struct session *s, const struct export_opts *o, struct err *e);
void export_ready_free(struct ready *r);

/* The samples of an event, and of those that count as it, that no filter hides. */
uint64_t export_ready_samples(const struct ready *r, const struct exporter *f, uint32_t event);

/* What the event that is shown is called. */
void export_ready_event_name(const struct ready *r, const struct session *s, struct text *out);

/* Add what is to be known of that event: what is not there, and what stands for more than one, in lines that call the
   capture `of` (NULL: nothing). */
void export_ready_add_events(const struct ready *r, const struct session *s, const struct export_opts *o,
                             const char *of, struct text *out);

/* What an export is made of: one capture, those of a folio, or the runs of two sides. */

/* All stay open until everything is written. */
struct parts {
    struct part {
        struct session session;
        struct ready ready;
    } * *v;
    size_t n, cap;
    size_t before; /* of a difference, how many are of the first side; else 0 */
    struct run_list runs;
    struct joined_commands joined; /* of both */
    bool meet;                     /* a stack is on both sides */
};

/* Gives commands that are the same under two names on the two sides one name. */
void parts_join_commands(struct parts *p, const struct export_opts *o);

/* Make the runs into one export of two events, called as the sides are, with the problems of all. As
   export_join_sides(). */
void parts_join(struct parts *p, const struct export_opts *o, struct export *to, struct capture *as);

/* Shows what makes the two sides hard to compare, then the problems of their runs. */
void parts_show_doubts(const struct parts *p, const struct export_opts *o, struct outlet *err);

#endif
