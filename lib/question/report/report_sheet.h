/*
 * report_sheet: the table of one event or, in text, of the events of a group side by side: its columns and numbers.
 * It is shown as lines (report_rows.c) or as a hierarchy (--hierarchy, hierarchy.c); each line may have a call tree
 * (trees.c).
 */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_SHEET_H
#define PERFOLIO_LIB_QUESTION_REPORT_SHEET_H

#include "lib/view/rows.h"
#include "lib/question/report/trees.h"

struct sheet {
    const struct report_opts *o;
    const struct layout *l;
    const struct table *table;
    const struct profile *p; /* the profile, with keys and totals */
    const struct key_context *kc;
    const struct event *events;
    uint32_t first, n; /* the n events of the sheet, from index `first` on */
    bool children;
    struct report_trees *trees;
    const bool *left_out; /* per key: the column is omitted, as all lines would have the same text */
    struct rows *rows;    /* the answer, while the sheet is written to it */
    bool is_text;
    struct rows_table
        /* the table: columns of figures that text omits, columns of the layout, then columns of frames */
        *out;
    size_t nfigures;              /* number of these figures */
    size_t frames;                /* index of the first column of frames; out->n: none */
    struct value *cells;          /* of the current line, per column of `out` */
    struct text *texts;           /* texts of the cells, per column of the layout */
    size_t last;                  /* the last column of the layout that is shown */
    size_t widths[KEYS_MAX];      /* of the columns of keys */
    uint64_t (*figures)[FIGURES]; /* of the current line, per event */
    uint64_t *filtered;           /* per event: period of the lines that --symbol-filter hides */
    uint32_t *lines;              /* n rows each */
    /* nlines: number of shown lines; ordered: number of first lines that are already sorted */
    size_t nlines, ordered;
    struct line_order order;
    struct frame_rows *frame_rows; /* child rows, if rows are pulled; NULL: none */
    struct sheet *before;          /* the next sheet in the list of sheets (struct counted) */
    /* per column, the percentage that was printed last: the next line often has the same one */
    struct percent {
        uint64_t part;
        size_t event;
        char text[32];
    } percents[FIELDS_MAX];
};

/* Sets up the columns and widths of a sheet; its table lives in `arena`. */
void sheet_init(struct sheet *t, const uint32_t *lines, size_t nlines, struct arena *arena);
void sheet_free(struct sheet *t);

/* The line with index `place` in sorted order. If needed, sorts the lines up to it and some more. */
const uint32_t *sheet_line(struct sheet *t, size_t place);

/* sheet_figures() computes t->figures, the sums of a line. sheet_figure_cells() fills the cells of the figures that
   text omits. `of_frame`: the line is a frame of a call tree, so that latencies and weights are unknown. */
void sheet_figures(struct sheet *t, const uint32_t *line);
void sheet_figure_cells(struct sheet *t, bool of_frame);

/* The width of a column of the layout: the width of its widest cell, or the width given by -w. */
size_t sheet_width(const struct sheet *t, size_t column);

/* sheet_total(): the period of an event that percentages refer to. sheet_percent(): a period in percent of this. */
uint64_t sheet_total(const struct sheet *t, size_t event);
double sheet_percent(const struct sheet *t, size_t event, uint64_t period);

/* Adds the cells of a column of numbers, from t->figures, to `line`. */
void sheet_add_numbers(struct sheet *t, size_t column, struct text *line);

/* Fills t->cells with the cells of the current line, whose figures are in t->figures. */
void sheet_cells(struct sheet *t, uint32_t row);

/* Adds the call tree of the first of n lines; in a group, the tree of the leader. The trees of the other lines are
   expected to be requested next. */
void sheet_tree(struct sheet *t, const uint32_t *lines, size_t n, struct text *out);

/* Shows --hierarchy: for each value of the first keys a line with the sums, and below it the lines that have this
   value. `lines` are sorted by their keys. */
void report_hierarchy(struct sheet *t, const uint32_t *lines, size_t nlines);

#endif
