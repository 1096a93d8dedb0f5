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
bool report_gathers(const struct report_opts *o);

/* Whether that makes sense with what else is asked for; and, once it is planned, with the keys. */
bool report_may_ask(const struct report_opts *o, struct outlet *err);
bool report_may_gather(const struct report_opts *o, struct err *e);

/* Ask of a capture no more than the table will have of all. */
void report_flatten(struct report_captures *g, struct report_opts *o);

/* Add what was counted of a capture. */
void report_gather(struct report_captures *g, const struct session *s, const struct report_opts *o,
                   struct profile *p, const struct key_context *kc);

/* Show all. */
void report_gathered(struct report_captures *g, struct outlet *out, struct outlet *err);

/* And free it. */
void report_captures_free(void *gathered);

#endif
