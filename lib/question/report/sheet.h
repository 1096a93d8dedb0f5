/*
 * sheet: the table of one event, or in text of those of a group side by side: its columns and its numbers,
 * for lines as they are counted (rows.c) and levels of them (hierarchy.c), each with its call tree (trees.c).
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_SHEET_H
#define PERFOLIO_LIB_QUESTION_REPORT_SHEET_H

#include "lib/view/rows.h"
#include "lib/question/report/trees.h"

struct sheet {
    const struct report_opts *o;
    const struct layout *l;
    const struct table *table;
    const struct profile *p; /* its keys and totals */
    const struct key_context *kc;
    const struct event *events;
    uint32_t first, n; /* events of the sheet */
    bool children;
    struct report_trees *trees;
    const bool *left_out; /* per key: its column would say the same on every line */
    struct rows *rows;
    struct rows_table *out;       /* figures that text has not, then the columns of the layout */
    size_t nfigures;              /* these figures */
    struct value *cells;          /* of a line, per column of `out` */
    struct text *texts;           /* of the cells, per column of the layout */
    size_t last;                  /* the last column of the layout that is shown */
    size_t widths[KEYS_MAX];      /* of the texts of keys, and their headers */
    uint64_t (*figures)[FIGURES]; /* of the line under way, per event */
    uint64_t *filtered;           /* per event: period of the lines that --symbol-filter hides */
    struct percent {              /* the last that was shown, by column: the next line often has the same */
        uint64_t part;
        size_t event;
        char text[32];
    } percents[FIELDS_MAX];
};

/* Lay out a sheet of these lines; its table lives in `arena`. */
void sheet_init(struct sheet *t, const uint32_t *lines, size_t nlines, struct arena *arena);
void sheet_free(struct sheet *t);

/* How wide a column of the layout is: as wide as what stands in it, or as -w says. */
size_t sheet_width(const struct sheet *t, size_t column);

/* The period of an event that shares are of, and such a share. */
uint64_t sheet_total(const struct sheet *t, size_t event);
double sheet_percent(const struct sheet *t, size_t event, uint64_t period);

/* Add a column of numbers: t->figures. */
void sheet_number(struct sheet *t, size_t column, struct text *line);

/* The cells of the line under way, which has t->figures. */
void sheet_cells(struct sheet *t, uint32_t row);

/* The tree of the first of n lines, which is the leader's where there are several; those of the others are asked for next. */
void sheet_tree(struct sheet *t, const uint32_t *lines, size_t n, struct text *out);

/* Show lines, which are in the order of their keys, under the sums of those that have the same keys. */
void report_hierarchy(struct sheet *t, const uint32_t *lines, size_t nlines);

/* The rows of every event of a report, or of every group, with their call trees. */
void report_rows(const struct session *s, const struct report_opts *o, const struct table *table,
                 const struct key_context *kc, struct rows *r);

#endif
