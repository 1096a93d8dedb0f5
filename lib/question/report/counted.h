/*
 * counted: the counts of a report. If an answer is kept in memory and computes its rows on demand, it keeps the
 * counts, too.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_COUNTED_H
#define PERFOLIO_LIB_QUESTION_REPORT_COUNTED_H

#include "lib/question/report/report_captures.h"
#include "lib/question/report/report_sheet.h"
#include "lib/question/report/thread_counts.h"
#include "lib/session/off_cpu.h"

struct counted {
    struct report_opts o; /* a copy, planned for this capture */
    const struct session *s;
    struct session
        of_waits; /* with --off-cpu or --wall-clock: a copy of the session, whose samples are waits */
    struct profile profile;
    _Atomic uint32_t matched; /* struct transforms */
    struct key_context context;
    struct thread_counts threads;
    struct table table;
    bool has_table;
    struct transform *half;  /* the transforms of a half of --sandwich; NULL: it is whole */
    struct counted *callees; /* with --sandwich: the other half; NULL: there is none */
    /* ---- the following members are set when the report is shown ---- */
    struct report_trees trees;
    struct arena columns;
    bool left_out[KEYS_MAX]; /* per key, as in struct sheet */
    struct sheet *sheets;    /* the last one first */
};

/* Shows a sheet for every event, or for every group of events, with call trees. */
void report_rows(struct counted *c, const struct table *table, const struct key_context *kc, struct rows *r);

/* Frees the counts; the session stays open. */
void report_counts_free(void *counted);

#endif
