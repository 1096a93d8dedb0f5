/*
 * counted: what a report counted, and is shown of: for as long as somebody pulls its rows.
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_COUNTED_H
#define PERFOLIO_LIB_QUESTION_REPORT_COUNTED_H

#include "lib/question/report/captures.h"
#include "lib/question/report/sheet.h"
#include "lib/question/report/thread_counts.h"

struct counted {
    struct report_opts o; /* of this turn, as planned for the capture */
    const struct session *s;
    struct profile profile;
    struct key_context context;
    struct thread_counts threads;
    struct table table;
    bool has_table;
    /* ---- once it is shown ---- */
    struct report_trees trees;
    struct arena columns;
    bool left_out[KEYS_MAX]; /* per key: see struct sheet */
    struct sheet *sheets;    /* the last one first */
};

/* The rows of every event, or of every group, with their call trees. */
void report_rows(struct counted *c, const struct table *table, const struct key_context *kc, struct rows *r);

/* What comes to nothing of it is freed, but for the session. */
void counted_free(void *counted);

#endif
