/*
 * report_captures: one table of several captures, where --sort names "capture": each is counted alone and
 * closed, what is left of it are rows joined by what they read (core/compare/compare.h), of which no two
 * captures' are one. Events are those of the first capture, and what is of one capture alone, call graphs and
 * its header, is not in it.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_CAPTURES_H
#define PERFOLIO_LIB_QUESTION_REPORT_CAPTURES_H

#include "lib/question/report/report_options.h"
#include "core/compare/compare.h"

struct report_captures { /* zero-initialise */
    struct comparison compare;
    struct arena texts;
    struct capture capture; /* what stands for all: the events, lost samples and problems of all */
    struct session session; /* ... which has no more than that */
    struct report_opts o;   /* as they are planned for the first capture: callers are counted if it has any */
    bool begun;
    bool draws, chains; /* call graphs would be shown; there are some */
};

/* Whether a report is of all captures in one table. */
bool report_joins_captures(const struct report_opts *o);

/* Whether one table of all captures fits the other options; and, after planning, the keys. */
bool report_check_join_options(const struct report_opts *o, struct outlet *err);
bool report_check_join_keys(const struct report_opts *o, struct err *e);

/* Drops options that the joined table cannot show: call graphs, and children if the first capture was counted without. */
void report_drop_unjoinable(struct report_captures *g, struct report_opts *o);

/* Add what was counted of a capture. */
void report_add_capture(struct report_captures *g, const struct session *s, const struct report_opts *o,
                        struct profile *p, const struct key_context *kc);

/* Show all. */
void report_show_captures(struct report_captures *g, struct outlet *out, struct outlet *err);

/* Frees the joined table. */
void report_captures_free(void *gathered);

#endif
