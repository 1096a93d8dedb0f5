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
    struct rows *rows;    /* where it is shown, as long as it is */
    bool is_text;
    struct rows_table
        *out;            /* figures that text has not, then the columns of the layout, then those of frames */
    size_t nfigures;     /* these figures */
    size_t frames;       /* the first of these columns; as many as there are: there are none */
    struct value *cells; /* of a line, per column of `out` */
    struct text *texts;  /* of the cells, per column of the layout */
    size_t last;         /* the last column of the layout that is shown */
    size_t widths[KEYS_MAX];      /* of the texts of keys, and their headers */
    uint64_t (*figures)[FIGURES]; /* of the line under way, per event */
    uint64_t *filtered;           /* per event: period of the lines that --symbol-filter hides */
    uint32_t *lines;              /* n rows each; */
    size_t nlines, ordered;       /* those that are shown, and of them the first, which are in their order */
    struct line_order order;
    struct frame_rows *frame_rows; /* what stands below rows, where they are pulled; NULL: nothing */
    struct sheet *before;          /* of those that are kept */
    struct percent {               /* the last that was shown, by column: the next line often has the same */
        uint64_t part;
        size_t event;
        char text[32];
    } percents[FIELDS_MAX];
};

/* Lay out a sheet of lines; its table lives in `arena`. */
void sheet_init(struct sheet *t, const uint32_t *lines, size_t nlines, struct arena *arena);
void sheet_free(struct sheet *t);

/* The line at a place, from where on those are in their order that are looked at next. */
const uint32_t *sheet_line(struct sheet *t, size_t place);

/* The figures of a line, and the cells of those that text has not; of a frame latencies and weights are not counted. */
void sheet_figures(struct sheet *t, const uint32_t *line);
void sheet_figure_cells(struct sheet *t, bool of_frame);

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

#endif
