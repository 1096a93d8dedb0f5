/*
 * report_captures: one table about several captures, for --sort with the key "capture". Each capture is counted by
 * itself and closed; its rows are added to the table by their texts (core/compare/compare.h). Rows of different
 * captures are never merged, since they differ in the key "capture". The events are those of the first capture. Call
 * graphs and headers, which belong to one capture, are not shown.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_CAPTURES_H
#define PERFOLIO_LIB_QUESTION_REPORT_CAPTURES_H

#include "lib/question/report/report_options.h"
#include "core/compare/compare.h"

struct report_captures { /* zero-initialise */
    struct comparison compare;
    struct arena texts;
    struct capture capture; /* represents all captures: it has their events, lost samples and problems */
    struct session session; /* a session that has only `capture` */
    /* the options as planned for the first capture: callers are counted if this capture has call chains */
    struct report_opts o;
    bool begun;
    bool draws, chains; /* draws: the options ask for call graphs; chains: some capture has call chains */
};

/* Whether the options ask for one table about all captures. */
bool report_joins_captures(const struct report_opts *o);

/* Check whether one table about all captures is possible: report_check_join_options() with the other options, false
   after printing why not; report_check_join_keys(), after planning, with the keys, false with `e` set. */
bool report_check_join_options(const struct report_opts *o, struct outlet *err);
bool report_check_join_keys(const struct report_opts *o, struct err *e);

/* Drops options that the joined table cannot show: call graphs, and callers (--children) if the first capture was
   counted without them. */
void report_drop_unjoinable(struct report_captures *g, struct report_opts *o);

/* Adds the profile of a capture. */
void report_add_capture(struct report_captures *g, const struct session *s, const struct report_opts *o,
                        struct profile *p, const struct key_context *kc);

/* Shows the joined table. */
void report_show_captures(struct report_captures *g, struct outlet *out, struct outlet *err);

/* Frees the joined table; `gathered` is a struct report_captures. */
void report_captures_free(void *gathered);

#endif
